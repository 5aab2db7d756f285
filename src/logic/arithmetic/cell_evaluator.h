// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms as functions of one unknown number u: exact sets of the values for
/// which a condition holds, the other variables given.
///
/// Method: decomposition into cells, as for a piecewise linear function of one
/// variable. On a point everything is constant; on an open interval every
/// number is represented as slope * u + offset. A comparison whose sides cross
/// within the interval demands a split there, and the parts are evaluated anew.
/// No solver takes part; a condition that is not piecewise linear is reported
/// as unknown.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logic/arithmetic/number_set.h"
#include "logic/term/term.h"

namespace catenary::logic {

/// The value of a term on a cell: a Boolean, a number slope * u + offset, or
/// unknown.
struct CellValue {
  enum class Kind : std::uint8_t { boolean, number, unknown };
  Kind kind = Kind::unknown;
  /// The value of a Boolean.
  bool truth = false;
  /// For a number: it is an integer for every u of the cell.
  bool integral = false;
  /// For a number: slope * u + offset.
  mpq_class slope, offset;
  /// For unknown: the reason; static storage.
  const char* why = "";

  /// Constructors for each kind.
  static CellValue boolean(bool truth);
  static CellValue number(const mpq_class& offset, bool integral);
  /// The number u itself.
  static CellValue unknown_unit(bool integral);
  static CellValue unknown(const char* why);
  /// A constant; unknown for sorts other than Bool, Int, Real.
  static CellValue of(const Value& value);
  [[nodiscard]] bool is_unknown() const { return kind == Kind::unknown; }
  /// Whether it does not depend on u: a Boolean, or a number of slope 0.
  [[nodiscard]] bool is_constant() const;
  /// As a value of that sort. Requires: is_constant(), and an integer for Int
  /// (checked).
  [[nodiscard]] Value value(const Sort& sort) const;
};

/// Values of variables; others are unknown.
using CellEnvironment = std::map<Term, CellValue>;

/// Evaluates terms over one cell: a point, or an interval that is open at both
/// ends.
class CellEvaluator {
 public:
  explicit CellEvaluator(NumberInterval cell) : cell_(std::move(cell)) {}

  /// The value of a Boolean, Int or Real term on the cell. As soon as split()
  /// has a value, results are meaningless and the cell must be split. Cost:
  /// linear in the size of the term as a graph.
  [[nodiscard]] CellValue evaluate(Term term,
                                   const CellEnvironment& environment);
  /// The same for one operator on operands that have values on the cell.
  [[nodiscard]] CellValue apply(Op op, const std::vector<CellValue>& v);

  /// Where the cell has to be split before its conditions are constant on the
  /// parts; nothing if they are constant on it.
  [[nodiscard]] const std::optional<mpq_class>& split() const { return split_; }

 private:
  /// The sign of slope * u + offset on the cell: -1, 0 or 1. Demands a split at
  /// a root within the cell, and returns 0.
  int sign(const mpq_class& slope, const mpq_class& offset);
  CellValue compare(Op op, const CellValue& a, const CellValue& b);
  /// The integer part, with splits where it changes.
  CellValue floor(const CellValue& a);
  CellValue is_integer(const CellValue& a);
  /// Division by a constant; other divisions are not linear.
  CellValue divide(Op op, const CellValue& a, const CellValue& b);
  CellValue arithmetic(Op op, const std::vector<CellValue>& v);
  CellValue connective(Op op, const std::vector<CellValue>& v);

  NumberInterval cell_;
  /// The first split that was demanded.
  std::optional<mpq_class> split_;
};

/// The values for which a condition holds, and those for which that is unknown.
struct CellSolution {
  /// Every number in it satisfies the condition.
  NumberSet yes;
  /// Numbers that were not decided; disjoint from `yes`.
  NumberSet unknown;
  /// The reason, if `unknown` is not empty.
  std::string why;
};

/// Solves a condition over `domain`. `condition` evaluates it on any cell.
/// Exact on what is not in `unknown`. Cost: at most `max_cells` evaluations;
/// cells that are left are unknown.
[[nodiscard]] CellSolution solve_in_cells(
    const NumberSet& domain,
    const std::function<CellValue(CellEvaluator&)>& condition,
    std::uint32_t max_cells = 4096);

}  // namespace catenary::logic
