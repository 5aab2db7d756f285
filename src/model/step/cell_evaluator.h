// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms as functions of one unknown number: exact sets of its values for
/// which a condition holds, the other variables given.
///
/// Method: cells. On a point everything is constant; on an open interval every
/// number is kept as slope * u + offset. A comparison whose sides cross within
/// the interval asks for a split there, and the parts are looked at anew. No
/// solver takes part; what is not piecewise linear is said to be unknown.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logic/term/term.h"
#include "model/step/number_set.h"
#include "model/timed/timed_automaton.h"

namespace catenary::model {

/// A Boolean, a number slope * u + offset, or something unknown.
struct CellValue {
  enum class Kind : std::uint8_t { boolean, number, unknown };
  Kind kind = Kind::unknown;
  bool truth = false;       ///< boolean
  bool integral = false;    ///< number: an integer wherever u may be
  mpq_class slope, offset;  ///< number
  const char* why = "";     ///< unknown

  static CellValue boolean(bool truth);
  static CellValue number(const mpq_class& offset, bool integral);
  static CellValue unknown_unit(bool integral);  ///< u itself
  static CellValue unknown(const char* why);
  static CellValue of(const logic::Value& value);
  [[nodiscard]] bool is_unknown() const { return kind == Kind::unknown; }
  /// slope 0, or a Boolean.
  [[nodiscard]] bool is_constant() const;
  /// As a value of that sort. Requires: constant.
  [[nodiscard]] logic::Value value(const logic::Sort& sort) const;
};

/// Values of the variables of a model.
using CellEnvironment = std::map<logic::Term, CellValue>;

/// Evaluates over one cell: a point, or an interval open at both ends.
class CellEvaluator {
 public:
  explicit CellEvaluator(NumberInterval cell) : cell_(std::move(cell)) {}

  /// Requires: a Boolean, Int or Real term. Once split() has a value, results
  /// mean nothing. Cost: linear in the size of the term as a graph.
  [[nodiscard]] CellValue evaluate(logic::Term term,
                                   const CellEnvironment& environment);
  /// Converts as model::convert_to() does: to an integer by the floor.
  [[nodiscard]] CellValue convert(const DataType& type, const CellValue& value);
  /// model::is_of_type() of a value.
  [[nodiscard]] CellValue is_of_type(const DataType& type,
                                     const CellValue& value);

  /// Where the cell has to be split before its conditions are constant.
  [[nodiscard]] const std::optional<mpq_class>& split() const { return split_; }

 private:
  /// -1, 0, 1; 0 as well where a split is asked for.
  int sign(const mpq_class& slope, const mpq_class& offset);
  CellValue compare(logic::Op op, const CellValue& a, const CellValue& b);
  CellValue floor(const CellValue& a);
  CellValue is_integer(const CellValue& a);
  CellValue divide(logic::Op op, const CellValue& a, const CellValue& b);
  CellValue arithmetic(logic::Op op, const std::vector<CellValue>& v);
  CellValue connective(logic::Op op, const std::vector<CellValue>& v);
  CellValue apply(logic::Term term, const std::vector<CellValue>& v);

  NumberInterval cell_;
  std::optional<mpq_class> split_;
};

/// Where a condition holds, and where that is not known.
struct CellSolution {
  NumberSet yes;
  NumberSet unknown;
  std::string why;  ///< where `unknown` is not empty
};

/// The numbers of `domain` for which `condition`, evaluated on any cell, holds.
/// Cost: at most `max_cells` evaluations; what is left then is unknown.
[[nodiscard]] CellSolution solve_in_cells(
    const NumberSet& domain,
    const std::function<CellValue(CellEvaluator&)>& condition,
    std::uint32_t max_cells = 4096);

}  // namespace catenary::model
