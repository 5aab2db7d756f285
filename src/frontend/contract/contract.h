// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces in the .req language. docs/req.md describes it.
#pragma once

#include <string>
#include <string_view>

#include "frontend/contract/syntax.h"
#include "model/interface.h"

namespace catenary::frontend::contract {

/// Whether a file of this name is for us: it ends in ".req".
[[nodiscard]] bool handles(const std::string& path);

/// Reads an interface. Throws base::InputError with every fault found, each
/// with its line, column and stable code. Warnings are in the result.
/// Cost: linear in the length of the file.
[[nodiscard]] model::Interface load(const std::string& path);

/// The same of a text; `path` is for messages.
[[nodiscard]] model::Interface parse(std::string_view text,
                                     const std::string& path);

/// The text as it is written, if it is well-formed, whatever its names mean.
[[nodiscard]] FileSyntax read(std::string_view text, const std::string& path);

/// The same in our layout: an item, requirement or contract a line, long ones
/// broken, comments where they stood. read() of it gives the same file, and
/// write() of that the same text.
[[nodiscard]] std::string write(const FileSyntax& file);

}  // namespace catenary::frontend::contract
