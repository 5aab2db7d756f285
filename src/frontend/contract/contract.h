// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces: the .req language, which docs/req.md describes, and
/// imports from other tools.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/contract/parse/syntax.h"
#include "model/contract/interface.h"

namespace catenary::frontend::contract {

/// Whether a file is for this front end: its name ends in ".req" or
/// ".fret.json", or in ".json" and it begins like a file of FRET; "#COMPONENT"
/// may follow. Reads at most 4 KiB, and nothing from a pipe.
[[nodiscard]] bool handles(const std::string& path);

/// Reads an interface; FRET's format where the name ends in ".json", and then
/// the component that is named behind "#", or the only one. Beside X.json a
/// list X.variables.json is read, where it is there: see
/// write_fret_variables(). Throws base::InputError with every fault found, each
/// with its line, column and stable code. Warnings are in the result. Cost:
/// linear in the length of the file.
[[nodiscard]] model::Interface load(const std::string& path);

/// The same from a text; `path` is for messages and selects the format and the
/// component. Reads no file.
[[nodiscard]] model::Interface parse(std::string_view text,
                                     const std::string& path);

/// A file as it is written, and what it means.
struct Loaded {
  FileSyntax file;
  model::Interface interface;
};
/// The same as load(), with the syntax. The file is read once: it may be a
/// pipe.
[[nodiscard]] Loaded load_all(const std::string& path);

/// The names of the components of a file of FRET; one empty name for any other
/// file. Throws base::InputError where it cannot be read.
[[nodiscard]] std::vector<std::string> components_of(const std::string& path);

/// The variables of a file of FRET as a list whose gaps the user fills in.
/// Throws base::InputError where it is none or cannot be read.
[[nodiscard]] std::string write_fret_variables(const std::string& path);

/// The interface of a file that was read before, or that an import has made.
[[nodiscard]] model::Interface understand(const FileSyntax& file,
                                          const std::string& path);

/// The file as it is written: syntax without the meaning of names. Throws
/// base::InputError where it is not well-formed.
[[nodiscard]] FileSyntax read(std::string_view text, const std::string& path);

/// The text in our layout: one line for each item, requirement and contract,
/// long lines broken, comments where they stood. read() of it yields the same
/// file, and write() of that the same text.
[[nodiscard]] std::string write(const FileSyntax& file);

}  // namespace catenary::frontend::contract
