// SPDX-License-Identifier: Apache-2.0
/// \file
/// A formula with one free variable is a union of intervals: its cubes in
/// normal form have at most one bound in each direction.

#include "engine/symbolic/bounds_text.h"

#include <optional>
#include <set>

#include "logic/arithmetic/linear.h"
#include "logic/arithmetic/number_set.h"
#include "suite/results.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Cube;
using logic::Cubes;
using logic::LinearConstraint;
using Relation = LinearConstraint::Relation;

/// The interval of a cube as text; nothing if it is more than bounds of one
/// number.
std::optional<std::string> text_of(const Cube& cube, logic::Term number) {
  if (number.sort().kind() == logic::SortKind::boolean) {
    const auto at = cube.literals.find(number);
    if (cube.literals.size() > 1 || !cube.constraints.empty()) return {};
    if (at == cube.literals.end()) return "any";
    return at->second ? "true" : "false";
  }
  if (!cube.literals.empty()) return std::nullopt;
  logic::NumberInterval range;
  for (const LinearConstraint& c : cube.constraints) {
    if (c.coefficients.size() != 1 || c.coefficients[0].first != number) {
      return std::nullopt;
    }
    // The constraint is a * number + constant, `relation` 0, so the bound is
    // -constant / a.
    mpq_class bound(-c.constant, c.coefficients[0].second);
    bound.canonicalize();
    const bool upper = c.coefficients[0].second > 0;
    const bool open = c.relation == Relation::less;
    // An equation is a bound in both directions.
    if (upper || c.relation == Relation::equal) {
      if (!range.hi || bound < *range.hi || (bound == *range.hi && open)) {
        range.hi = bound;
        range.hi_open = open;
      }
    }
    if (!upper || c.relation == Relation::equal) {
      if (!range.lo || bound > *range.lo || (bound == *range.lo && open)) {
        range.lo = bound;
        range.lo_open = open;
      }
    }
  }
  if (!range.lo && !range.hi) return "any";
  return range.to_string(suite::show_time);
}

}  // namespace

std::string bounds_text(logic::TermManager& terms,
                        logic::Term formula,
                        logic::Term number) {
  auto cubes = Cubes::from(terms, formula);
  if (!cubes) return "some";
  cubes->reduce();
  std::string result;
  std::set<std::string> seen;
  for (const Cube& cube : cubes->cubes()) {
    const auto text = text_of(cube, number);
    if (!text) return "some";
    // Several cubes may have the same text after rounding for display.
    if (!seen.insert(*text).second) continue;
    result += (result.empty() ? "" : " or ") + *text;
  }
  return result.empty() ? "nothing" : result;
}

}  // namespace catenary::engine::symbolic
