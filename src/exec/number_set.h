// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact sets of numbers: the solutions of a formula in one unknown, found
/// without a solver.
///
/// Method: an atom that is linear in its only unknown changes its truth at one
/// point; between neighbouring points of all atoms the formula is constant, so
/// that one evaluation for each point and each gap decides it everywhere.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "logic/term/term.h"

namespace catenary::exec {

/// An interval; an absent end is infinite. Ends of sets of integers are
/// integers and closed.
struct NumberRange {
  std::optional<mpq_class> lo, hi;
  bool lo_open = false, hi_open = false;
  bool operator==(const NumberRange&) const = default;
};

/// Disjoint intervals, ascending, none touching the next.
class NumberSet {
 public:
  NumberSet(std::vector<NumberRange> ranges, bool integers)
      : ranges_(std::move(ranges)), integers_(integers) {}

  [[nodiscard]] const std::vector<NumberRange>& ranges() const {
    return ranges_;
  }
  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] bool contains(const mpq_class& x) const;

  /// The least element; of an open end, one near it. Nothing where the set is
  /// empty or has no lower bound.
  [[nodiscard]] std::optional<mpq_class> least() const;
  [[nodiscard]] std::optional<mpq_class> greatest() const;
  /// The element nearest to 0, the positive one of two. Nothing: empty.
  [[nodiscard]] std::optional<mpq_class> simplest() const;
  /// Any element, those of bounded ranges at one of 17 even places (or any
  /// integer), those of unbounded ones within 100 of its end or of 0.
  [[nodiscard]] std::optional<mpq_class> any(base::Rng& rng) const;

  /// E.g. "5", "[0, 10)", "[0, 1] or (3, ∞)", "nothing".
  [[nodiscard]] std::string to_string() const;

 private:
  std::vector<NumberRange> ranges_;
  bool integers_;
};

/// The values of `unknown` (Int or Real) with which `formula` holds; nothing
/// where it has a quantifier, another free variable, or an atom that is not
/// linear. Cost: atoms times dag size.
[[nodiscard]] std::optional<NumberSet> solutions(logic::Term formula,
                                                 logic::Term unknown);

}  // namespace catenary::exec
