// SPDX-License-Identifier: Apache-2.0
/// \file
/// Past-time formulas as expressions of the .req language: H, O, Y, Z, S, T
/// become historically, once, pre, pre(…, true), since and the dual of since;
/// an interval [a, b] of steps becomes a bound b - a and a delay: `pre` applied
/// a times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract::fret {

/// An interval of steps back, both ends included: 0 is the current step.
struct Interval {
  std::uint32_t from = 0;
  /// Nothing: unbounded.
  std::optional<std::uint32_t> to;
  /// Has no step: FRET writes "[<0]" for a duration of 0. Nothing held in it at
  /// some step, everything at each.
  bool empty = false;
};

/// Begins the text of a call of a function that the user has; no name of the
/// .req language begins so.
inline const std::string kFunction = "function ";

/// Begins the text of a call of Lustre's `pre`, whatever the type of its
/// argument; likewise no name.
inline const std::string kPrevious = "previous ";

/// An expression of this kind without operands.
[[nodiscard]] Expression node(Expression::Kind kind,
                              std::string text,
                              Place where);
// The builders below take their operands by value, since trees are moved, never
// copied.
[[nodiscard]] Expression negated(Expression e);
/// `left op right`.
[[nodiscard]] Expression infix(Expression left,
                               std::string op,
                               Place at,
                               Expression right);
/// The same, but a chain of one operator becomes one expression with many
/// operands, so that the depth of the tree does not grow with its length.
[[nodiscard]] Expression joined(Expression left,
                                const std::string& op,
                                Place at,
                                Expression right);
/// The value of e n steps ago; before the n-th step it is `at_first`.
[[nodiscard]] Expression delayed(Expression e, std::uint32_t n, bool at_first);

/// A past-time operator on one formula; `op` is one of H, O, Y, Z.
[[nodiscard]] Expression past(char op, Interval i, Expression e, Place at);
/// `e` held at a step within the interval, and `kept` at all steps after that.
[[nodiscard]] Expression since(Expression kept,
                               Expression e,
                               Interval i,
                               Place at);
/// T (triggered), the dual of since(): not (not kept S not e).
[[nodiscard]] Expression triggered(Expression kept,
                                   Expression e,
                                   Interval i,
                                   Place at);
/// The size of an expression, as a tree.
[[nodiscard]] std::size_t nodes_of(const Expression& e);
/// The value of a function of FRET: abs, min and max, also with Int or Real
/// behind the name, ite, preBool, preInt, preReal; nothing for another, or
/// another number of arguments.
[[nodiscard]] std::optional<Expression> well_known(const Expression& call);
/// An application of a function that has no parentheses around it.
[[nodiscard]] bool is_bare_past(const Expression& e);

}  // namespace catenary::frontend::contract::fret
