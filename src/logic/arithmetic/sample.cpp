// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values that satisfy a linear formula; see linear.h. One variable after the
/// other gets a value within the bounds that remain after the elimination of
/// the later ones.
#include "logic/arithmetic/linear.h"
#include "logic/arithmetic/number.h"
#include "logic/arithmetic/point.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"

namespace catenary::logic {

std::optional<Assignment> sample_linear(TermManager& terms,
                                        std::span<const Term> variables,
                                        Term formula) {
  Assignment result;
  Term rest = formula;
  // Later variables are eliminated exactly, so the chosen value can be
  // completed.
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Term x = variables[i];
    const auto cubes = Cubes::from(terms, rest);
    if (!cubes) return std::nullopt;
    const auto only = cubes->without(variables.subspan(i + 1), true);
    if (!only || only->empty()) return std::nullopt;
    const Cube& cube = only->cubes().front();
    Value value;
    if (x.sort().kind() == SortKind::boolean) {
      const auto at = cube.literals.find(x);
      value = Value::boolean(at != cube.literals.end() && at->second);
    } else {
      value = value_of(x.sort(), number_for(cube, x));
    }
    rest =
        simplify(terms, substitute(terms, rest, {{x, terms.constant(value)}}));
    result.set(x, value);
  }
  // The elimination may have been misled by opaque atoms: the values are
  // checked.
  const auto holds = evaluate(formula, result);
  if (!holds || !holds->as_bool()) return std::nullopt;
  return result;
}

}  // namespace catenary::logic
