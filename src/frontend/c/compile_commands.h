// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compilation databases: which sources a project has, and with which flags
/// each of them is compiled (Clang, "JSON Compilation Database Format
/// Specification", https://clang.llvm.org/docs/JSONCompilationDatabase.html).
#pragma once

#include <string>
#include <vector>

#include "frontend/c/description.h"

namespace catenary::frontend::c {

/// How one source is compiled.
struct CompileCommand {
  /// Absolute, without "." and "..".
  std::string file;
  /// What matters to the meaning of the source: macros, folders of headers
  /// (absolute), headers included, language and its standard, signedness of
  /// char and the like. Not what the output is, warnings or optimisation.
  std::vector<std::string> flags;
};

/// The commands of a database, in its order. Throws InputError for flags that
/// are not known to change nothing, and for files that have two meanings.
/// Throws InputError at the place of what is wrong in `text`; `path` is where
/// the database is.
[[nodiscard]] std::vector<CompileCommand> parse_compile_commands(
    const std::string& text, const std::string& path);

/// Takes sources and flags from the database that the description names: flags
/// of the sources that it lists, or where it lists none, all C and C++ sources
/// of the database. Flags that all have in common become the description's.
/// Does nothing where no database is named. Throws InputError.
void take_compile_commands(Description& description);

}  // namespace catenary::frontend::c
