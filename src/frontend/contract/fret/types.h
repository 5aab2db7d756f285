// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types of variables, inferred from their use by unification: what is compared
/// or computed with each other has one type.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract::fret {

/// integer and real are both numbers, which may be compared with each other.
enum class VariableType : std::uint8_t { boolean, integer, real };

class Types {
 public:
  /// Says that the variable has this type.
  void declare(const std::string& name, VariableType type);
  /// Takes in a condition. False, and nothing is taken in, where it uses
  /// something both as a truth value and as a number. Cost: linear in the
  /// condition and in what is known.
  [[nodiscard]] bool add(const Expression& condition);
  /// Says what a function needs and yields; it may call those defined before.
  void define(const FunctionSyntax& function);
  /// The type of an expression over what is known; nothing where that is not
  /// determined or contradicts itself.
  [[nodiscard]] std::optional<VariableType> value_of(const Expression& e) const;
  /// Returns the type of a variable. Empty if its use does not determine the
  /// type, as in `a = b`.
  [[nodiscard]] std::optional<VariableType> of(const std::string& name) const;

 private:
  /// An index of a class of expressions that have one type.
  using Index = std::uint32_t;
  enum class Is : std::uint8_t { unknown, boolean, number };
  struct Node {
    Index parent = 0;
    Is is = Is::unknown;
    bool real = false;  ///< a decimal number is among them
  };

  Index fresh(Is is, bool real = false);
  Index of_name(const std::string& name);
  [[nodiscard]] Index root(Index n) const;
  Index unite(Index a, Index b);
  void require(Index n, Is is) { unite(n, fresh(is)); }
  Index visit(const Expression& e);
  Index visit_infix(const Expression& e);
  Index visit_call(const Expression& e);

  /// The types of the parameters, then that of the value.
  using Signature = std::vector<VariableType>;

  std::vector<Node> nodes_;
  std::map<std::string, Index> names_;
  std::map<std::string, Signature> functions_;
  bool conflict_ = false;
};

}  // namespace catenary::frontend::contract::fret
