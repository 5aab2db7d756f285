// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solutions by cells over all numbers; see cell_evaluator.h.
#include "logic/arithmetic/solutions.h"

#include "base/check.h"
#include "logic/arithmetic/cell_evaluator.h"

namespace catenary::logic {

std::optional<NumberSet> solutions(Term formula, Term unknown) {
  const SortKind sort = unknown.sort().kind();
  const bool integral = sort == SortKind::integer;
  CATENARY_CHECK(integral || sort == SortKind::real, "the unknown is a number");
  if (formula.has_quantifier()) return std::nullopt;
  // Other variables are missing in the environment and make the result unknown.
  const CellEnvironment environment{
      {unknown, CellValue::unknown_unit(integral)}};
  const CellSolution found =
      solve_in_cells(NumberSet::all(), [&](CellEvaluator& evaluator) {
        return evaluator.evaluate(formula, environment);
      });
  // A set of which a part is unknown is not a solution set.
  if (!found.unknown.empty()) return std::nullopt;
  return integral ? found.yes.integers() : found.yes;
}

}  // namespace catenary::logic
