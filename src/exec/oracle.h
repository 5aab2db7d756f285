// SPDX-License-Identifier: Apache-2.0
/// \file
/// Judging expectations: single values, intervals and sets here; formulas
/// through an interface, since they may need a solver.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logic/value/value.h"
#include "suite/suite.h"

namespace catenary::exec {

enum class Judgement : std::uint8_t {
  holds,
  violated,
  unresolved  ///< could not be decided
};

/// A name of a formula and its value.
using Binding = std::pair<std::string, logic::Value>;

/// Judges formulas of expectations (suite::Formula).
class FormulaOracle {
 public:
  virtual ~FormulaOracle() = default;
  /// `bindings` hold the inputs and the observed outputs of the step, those
  /// of the step before with the suffix "@pre", and those of step N of the
  /// test with the suffix "@N", for all before this one (from 1). On
  /// `unresolved` fills `why`.
  virtual Judgement judge(const std::string& smtlib,
                          const std::vector<Binding>& bindings,
                          std::string& why) = 0;
};

/// Whether an observed value is allowed. Values are compared exactly (floats
/// bit by bit, with one NaN); no NaN lies in an interval. Formulas go to
/// `oracle`, which may be null: then they are unresolved.
[[nodiscard]] Judgement judge(const suite::Expectation& expectation,
                              const logic::Value& observed,
                              const std::vector<Binding>& bindings,
                              FormulaOracle* oracle,
                              std::string& why);

}  // namespace catenary::exec
