// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compilation databases: the sources of a project, and the flags with which
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
  /// Flags that change the meaning of the source: macros, folders of headers
  /// (absolute), included headers, language and its standard, signedness of
  /// char and the like. Flags about the output, warnings and optimisation are
  /// dropped.
  std::vector<std::string> flags;
};

/// The commands of a database, in its order, each file once. `path` is where
/// the database is. Throws InputError for a text that is not JSON (at the place
/// of the fault), for flags that are not understood, and for files that are
/// compiled twice with different flags.
[[nodiscard]] std::vector<CompileCommand> parse_compile_commands(
    const std::string& text, const std::string& path);

/// Takes sources and flags from the database that the description names: flags
/// of the sources that it lists, or, where it lists none, all C and C++ sources
/// of the database. Flags that all sources have in common become the
/// description's. Does nothing where no database is named. Throws InputError
/// where a source is not in the database.
void take_compile_commands(Description& description);

}  // namespace catenary::frontend::c
