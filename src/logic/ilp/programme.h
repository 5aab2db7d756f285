// SPDX-License-Identifier: Apache-2.0
/// \file
/// Integer linear programmes, independent of the solver behind them.
///
/// Rows may be added lazily: a family that is too large to be written down
/// (subtour elimination) is given as a function that receives a candidate
/// solution and returns the rows that it violates.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "base/budget.h"

namespace catenary::logic {

/// No bound, or no cutoff.
inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// coefficient * variable.
struct LinearTerm {
  std::uint32_t variable = 0;
  double coefficient = 0;
};

/// lower <= sum of terms <= upper. Each variable occurs at most once.
struct LinearRow {
  double lower = -kUnbounded;
  double upper = kUnbounded;
  std::vector<LinearTerm> terms;
};

/// Whether a variable may have fractional values.
enum class VariableKind : std::uint8_t { continuous, integer };

/// A linear objective, to be minimised, over bounded variables and linear rows.
class IntegerProgramme {
 public:
  /// A variable with its bounds and its coefficient in the objective.
  struct Variable {
    double lower = 0;
    double upper = kUnbounded;
    double cost = 0;
    VariableKind kind = VariableKind::integer;
  };

  /// Adds a variable and returns its index, counting from 0. Requires: lower <=
  /// upper (checked).
  std::uint32_t add_variable(const Variable& variable);
  /// Adds a row. Requires: the row mentions only variables that exist
  /// (checked).
  void add_row(LinearRow row);

  /// By index.
  [[nodiscard]] const std::vector<Variable>& variables() const {
    return variables_;
  }
  [[nodiscard]] const std::vector<LinearRow>& rows() const { return rows_; }

 private:
  std::vector<Variable> variables_;
  std::vector<LinearRow> rows_;
};

/// The outcome of a search.
enum class IlpStatus : std::uint8_t {
  /// The values are a solution, and no solution is cheaper.
  optimal,
  /// The values are a solution; a cheaper one may exist, down to the bound.
  feasible,
  /// No solution costs less than the cutoff.
  infeasible,
  /// The search stopped early without a solution; the bound still holds.
  limit
};
/// The name of the enumerator.
[[nodiscard]] const char* to_string(IlpStatus status);

/// Settings of one search.
struct IlpOptions {
  /// Wall-clock limit and interrupt; the memory limit is ignored.
  base::Budget budget;
  /// Only solutions that cost less are wanted.
  double cutoff = kUnbounded;
  /// Limit of the nodes of one search tree; 0 = no limit.
  std::int64_t max_nodes = 0;
  /// Solve the LP relaxation only: the bound counts, the values may be
  /// fractional, and the status `optimal` refers to the relaxation.
  bool relax = false;
  /// Limit of the rounds of adding rows; 0 = none are added.
  std::uint32_t max_rounds = 1000;
};

/// The outcome of a search.
struct IlpResult {
  IlpStatus status = IlpStatus::limit;
  /// The cost of `values`.
  double objective = kUnbounded;
  /// No solution costs less (with a tolerance of 1e-6).
  double bound = -kUnbounded;
  /// One for each variable; empty without a solution.
  std::vector<double> values;
};

/// Returns rows that a candidate violates; none = it satisfies all. Every row
/// returned must hold for every solution that is wanted, else solutions are
/// lost. Candidates of the relaxation, which may be fractional, come first.
using RowSource =
    std::function<std::vector<LinearRow>(const std::vector<double>& values)>;

/// Minimises by LP relaxation with lazily added rows, then by branch and cut,
/// repeated with further rows until a solution violates none. Prints nothing.
///
/// Cost: exponential at worst; one thread; deterministic unless the budget ends
/// the search.
[[nodiscard]] IlpResult solve(const IntegerProgramme& programme,
                              const IlpOptions& options,
                              const RowSource& lazy_rows = {});

}  // namespace catenary::logic
