// SPDX-License-Identifier: Apache-2.0
/// \file
/// The compiler as a child process: C text in, bitcode out. A crash of clang
/// is an error message here, never the end of the tool.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_directory.h"
#include "program/build/recipe.h"
#include "program/syntax/statements.h"

namespace catenary::program {

/// Bitcode of one unit.
struct Bitcode {
  /// Of the unit.
  std::string name;
  std::string bytes;
  /// Where CompileOptions ask for them.
  std::vector<Statement> statements;
};

/// How units were compiled, for somebody who compiles them again: without what
/// CompileOptions add.
struct CompiledSources {
  struct Unit {
    /// From the compiler on.
    std::vector<std::string> arguments;
    std::string file;
    bool cpp = false;
  };
  std::string working_directory;
  std::vector<Unit> units;
  /// Holds files that the arguments name.
  std::shared_ptr<base::TemporaryDirectory> directory;
};

struct CompileOptions {
  /// Add Clang's source-based coverage.
  bool coverage = false;
  /// And its test vectors.
  bool mcdc = false;
  bool statements = false;
  /// Trap signed overflow as well, and run on.
  bool overflows = false;
  /// Stop at undefined behaviour instead of using it.
  bool traps = true;
};

/// Compiles every unit of a recipe. Faults in the sources become an InputError
/// with clang's own positions; names a verifier's prelude offers
/// (__VERIFIER_nondet_int, assert, …) are declared where the source does not.
/// `on_sources` is as in BuildWatch.
[[nodiscard]] std::vector<Bitcode> compile(
    const Recipe& recipe,
    const CompileOptions& options,
    const base::Budget& budget,
    std::vector<base::Diagnostic>& warnings,
    const std::function<void(const CompiledSources&)>& on_sources = {});

/// The diagnostics in what clang printed, notes attached to their errors.
[[nodiscard]] std::vector<base::Diagnostic> parse_clang_output(
    const std::string& text, const std::string& directory);

}  // namespace catenary::program
