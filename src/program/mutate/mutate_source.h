// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants of C and C++ sources: small faults as programmers make them, each a
/// change of a few characters of the text.
///
/// Operators after Agrawal et al., "Design of mutant operators for the C
/// programming language", Purdue SERC-TR-41-P, 1989, and the selective set of
/// Offutt et al., TOSEM 1996 (doi:10.1145/227607.227610). Places are those of
/// Clang's syntax tree; expansions of macros are left alone.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "model/mutate/mutate.h"
#include "program/build/recipe.h"

namespace catenary::program {

/// A mutation of the text of a source file.
struct SourceMutant {
  /// The source file, as the recipe names it.
  std::string path;
  /// Its function changes the text of the whole file. It holds offsets, so it
  /// must be applied to the unchanged text.
  model::Mutant<std::string> mutant;
};

/// The operators, for help texts.
[[nodiscard]] const std::vector<model::MutationOperator>& source_operators();

/// Every mutation of the functions that the recipe's files define, by place.
/// Some may not compile, or mean the same. Throws InputError where a file
/// cannot be read, ToolError where clang cannot tell its syntax.
/// Cost: a run of the compiler's parser for each file.
[[nodiscard]] std::vector<SourceMutant> source_mutants(
    const Recipe& recipe, const base::Budget& budget);

}  // namespace catenary::program
