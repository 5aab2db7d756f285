// SPDX-License-Identifier: Apache-2.0
/// \file
/// The compiler as a child process: C text in, bitcode out. A crash of clang is
/// an error message here, never the end of the tool.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_directory.h"
#include "program/build/recipe.h"
#include "program/syntax/statements.h"

namespace catenary::program {

/// Bitcode of one unit, as clang wrote it: unoptimised, with debug information.
struct Bitcode {
  /// Path of the unit, as the recipe names it.
  std::string name;
  std::string bytes;
  /// Filled where CompileOptions::statements is set.
  std::vector<Statement> statements;
};

/// How units were compiled, for a caller who compiles them again: without the
/// flags that CompileOptions add.
struct CompiledSources {
  /// One unit with its command line.
  struct Unit {
    /// The command line up to, and without, the file: the compiler first.
    std::vector<std::string> arguments;
    /// Source or generated file; relative to the working directory.
    std::string file;
    bool cpp = false;
  };
  std::string working_directory;
  std::vector<Unit> units;
  /// Owns files that the arguments name, so they exist as long as it does.
  std::shared_ptr<base::TemporaryDirectory> directory;
};

/// Instrumentation by Clang. The dialect of C is the same for all.
struct CompileOptions {
  /// Add Clang's source-based coverage (counters).
  bool coverage = false;
  /// Also add the test vectors of decisions. Requires `coverage`.
  bool mcdc = false;
  /// Read the statements from the syntax tree: one more run of clang.
  bool statements = false;
  /// Trap signed overflow as well, and run on with the wrapped result.
  bool overflows = false;
  /// Stop at undefined behaviour: calls of __ubsan_handle_*, see trap_of().
  bool traps = true;
  /// Describe functions that are declared only in debug information as well,
  /// which Clang does where it is to optimise; no pass is run all the same.
  bool prototypes = false;
};

/// Compiles every unit of a recipe, in order. Faults in the sources become an
/// InputError with clang's own positions; names that the prelude of a
/// verification tool offers (__VERIFIER_nondet_int, assert, …) are declared
/// where the source does not. Throws StoppedError where the budget is spent,
/// ToolError where clang is missing or takes more than five minutes. `warnings`
/// are added to; `on_sources` is as in BuildWatch. Cost: one run of clang for
/// each unit, and one more where declarations are missing.
[[nodiscard]] std::vector<Bitcode> compile(
    const Recipe& recipe,
    const CompileOptions& options,
    const base::Budget& budget,
    std::vector<base::Diagnostic>& warnings,
    const std::function<void(const CompiledSources&)>& on_sources = {});

/// Notes what compile() would read (base/inputs), without compiling: sources,
/// headers, and what would be included in their place. Where clang cannot tell,
/// since a header is missing, that is an obstacle. Cost: one run of the
/// preprocessor for each unit.
void note_inputs(const Recipe& recipe, const base::Budget& budget);

}  // namespace catenary::program
