// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces in the .req language, which docs/req.md describes,
/// and imports from other tools.
#pragma once

#include <string>
#include <string_view>

#include "frontend/contract/parse/syntax.h"
#include "model/contract/interface.h"

namespace catenary::frontend::contract {

/// Whether a file is for us: its name ends in ".req" or ".fret.json", or in
/// ".json" and it begins like an export of FRET.
[[nodiscard]] bool handles(const std::string& path);

/// Reads an interface, FRET's where the name ends in ".json". Throws
/// base::InputError with every fault found, each with its line, column and
/// stable code. Warnings are in the result. Cost: linear in the length of the
/// file.
[[nodiscard]] model::Interface load(const std::string& path);

/// The same of a text; `path` is for messages.
[[nodiscard]] model::Interface parse(std::string_view text,
                                     const std::string& path);

/// What a file says that was read before, or that an import has made.
[[nodiscard]] model::Interface understand(const FileSyntax& file,
                                          const std::string& path);

/// The text as it is written, if it is well-formed, whatever its names mean.
[[nodiscard]] FileSyntax read(std::string_view text, const std::string& path);

/// The same in our layout: an item, requirement or contract a line, long ones
/// broken, comments where they stood. read() of it gives the same file, and
/// write() of that the same text.
[[nodiscard]] std::string write(const FileSyntax& file);

}  // namespace catenary::frontend::contract
