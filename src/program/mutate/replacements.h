// SPDX-License-Identifier: Apache-2.0
/// \file
/// The mutation operators of C and C++ sources, and what replaces each binary
/// operator; see mutate_source.h for where they come from.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace catenary::program {

// Names of the mutation operators.
inline constexpr const char* kRelation = "relation";
inline constexpr const char* kArithmetic = "arithmetic";
inline constexpr const char* kLogic = "logic";
inline constexpr const char* kOperand = "operand";
inline constexpr const char* kConstant = "constant";
inline constexpr const char* kCondition = "condition";
inline constexpr const char* kStatement = "statement";
inline constexpr const char* kVariable = "variable";

/// One row of the table.
struct Replacement {
  const char* kind;
  std::vector<const char*> by;
};

/// Replacements of a binary operator, and the name of the mutation. A relation
/// becomes its neighbours at the boundary and its opposite, not all five
/// others: the rest is subsumed by these for most operands.
[[nodiscard]] const std::map<std::string, Replacement>& replacements();

}  // namespace catenary::program
