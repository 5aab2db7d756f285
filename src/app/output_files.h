// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a command may write: never over what it reads.
#pragma once

#include <string>
#include <vector>

#include "app/options.h"

namespace catenary::app {

/// The files that a command writes; empty names are no files. What asks, keeps
/// or confines a command has them from here.
[[nodiscard]] std::vector<std::string> outputs_of(const CheckOptions& options);
[[nodiscard]] std::vector<std::string> outputs_of(
    const GenerateOptions& options);
[[nodiscard]] std::vector<std::string> outputs_of(const RunOptions& options);
[[nodiscard]] std::vector<std::string> outputs_of(const ReportOptions& options);
/// A file or a folder.
[[nodiscard]] std::vector<std::string> outputs_of(
    const ConvertOptions& options);

/// Asked by every command that writes files, before its work. Empty names are
/// no files. Throws base::InputError where an output
/// - cannot be written (base::check_can_write()),
/// - is an input of the same command, by whatever path or link, which --force
///   does not allow either, or
/// - is another output of it.
/// An input may be FILE#PART, as capsules are named.
void require_outputs(const std::vector<std::string>& outputs,
                     const std::vector<std::string>& inputs,
                     bool force);

/// The second of these alone: for inputs that are known later.
void require_not_input(const std::string& output,
                       const std::vector<std::string>& inputs);

/// The config file that --config names, or the one that is read without it.
[[nodiscard]] std::string config_file(const std::string& named);

}  // namespace catenary::app
