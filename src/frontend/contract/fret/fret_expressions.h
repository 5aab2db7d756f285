// SPDX-License-Identifier: Apache-2.0
/// \file
/// Past-time formulas as expressions of the .req language: H, O, Y, Z, S, T
/// become historically, once, pre, pre(…, true), since and the dual of since;
/// an interval [a, b] of steps becomes a bound and `pre`s.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract::fret {

/// Steps back, both included.
struct Interval {
  std::uint32_t from = 0;
  /// None: for ever.
  std::optional<std::uint32_t> to;
};

[[nodiscard]] Expression node(Expression::Kind kind,
                              std::string text,
                              Place where);
[[nodiscard]] Expression negated(Expression e);
[[nodiscard]] Expression infix(Expression left,
                               std::string op,
                               Place at,
                               Expression right);
/// The same, where chains of one operator are one expression.
[[nodiscard]] Expression joined(Expression left,
                                const std::string& op,
                                Place at,
                                Expression right);
/// Delayed by n steps; before there were so many it is `at_first`.
[[nodiscard]] Expression delayed(Expression e, std::uint32_t n, bool at_first);

/// `op` is one of H, O, Y, Z.
[[nodiscard]] Expression past(char op, Interval i, Expression e, Place at);
[[nodiscard]] Expression since(Expression kept,
                               Expression e,
                               Interval i,
                               Place at);
/// T: the dual of since().
[[nodiscard]] Expression triggered(Expression kept,
                                   Expression e,
                                   Interval i,
                                   Place at);
/// An application whose operator has no parentheses around it.
[[nodiscard]] bool is_bare_past(const Expression& e);

}  // namespace catenary::frontend::contract::fret
