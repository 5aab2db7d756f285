// SPDX-License-Identifier: Apache-2.0
/// \file
/// Integer linear programmes, independent of the solver behind them.
///
/// Rows may be added lazily: a family too large to write down (subtour
/// elimination) is given as a function that looks at a candidate and returns
/// the rows it violates.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "base/budget.h"

namespace catenary::logic {

/// No bound, or no cutoff.
inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

struct LinearTerm {
  std::uint32_t variable = 0;
  double coefficient = 0;
};

/// lower <= sum of terms <= upper; each variable at most once.
struct LinearRow {
  double lower = -kUnbounded;
  double upper = kUnbounded;
  std::vector<LinearTerm> terms;
};

enum class VariableKind : std::uint8_t { continuous, integer };

/// Minimise a linear objective over bounded variables and linear rows.
class IntegerProgramme {
 public:
  struct Variable {
    double lower = 0;
    double upper = kUnbounded;
    double cost = 0;
    VariableKind kind = VariableKind::integer;
  };

  /// Returns the index of the new variable, counting from 0.
  std::uint32_t add_variable(const Variable& variable);
  /// Requires: the row mentions only variables that exist (checked).
  void add_row(LinearRow row);

  [[nodiscard]] const std::vector<Variable>& variables() const {
    return variables_;
  }
  [[nodiscard]] const std::vector<LinearRow>& rows() const { return rows_; }

 private:
  std::vector<Variable> variables_;
  std::vector<LinearRow> rows_;
};

enum class IlpStatus : std::uint8_t {
  optimal,     ///< values are a solution and nothing is cheaper
  feasible,    ///< values are a solution; bound may be lower than its cost
  infeasible,  ///< no solution costs less than the cutoff
  limit        ///< stopped early without a solution; bound still holds
};
[[nodiscard]] const char* to_string(IlpStatus status);

struct IlpOptions {
  base::Budget budget;         ///< wall-clock and interrupt
  double cutoff = kUnbounded;  ///< only solutions that cost less are wanted
  std::int64_t max_nodes = 0;  ///< of one search tree; 0 = no limit
  bool relax = false;          ///< drop integrality: bound only, values may be
                               ///< fractional and status optimal means so
  std::uint32_t max_rounds = 1000;  ///< of adding rows, 0 = none
};

struct IlpResult {
  IlpStatus status = IlpStatus::limit;
  double objective = kUnbounded;  ///< cost of values
  double bound = -kUnbounded;     ///< no solution costs less (tolerance 1e-6)
  std::vector<double> values;     ///< empty without a solution
};

/// Rows that a candidate violates; none = it satisfies all. The rows returned
/// must hold for every solution wanted. Candidates are fractional first.
using RowSource =
    std::function<std::vector<LinearRow>(const std::vector<double>& values)>;

/// Solves by LP relaxation with lazily added rows, then branch and cut, again
/// with lazily added rows until a solution violates none. Prints nothing.
///
/// Cost: exponential in the worst case; one thread; deterministic unless the
/// budget strikes.
[[nodiscard]] IlpResult solve(const IntegerProgramme& programme,
                              const IlpOptions& options,
                              const RowSource& lazy_rows = {});

}  // namespace catenary::logic
