// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a command may write: never over what it reads.
#pragma once

#include <string>
#include <vector>

namespace catenary::app {

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
