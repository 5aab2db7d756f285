// SPDX-License-Identifier: Apache-2.0
/// \file
/// Judging expectations: single values, intervals and sets here; formulas
/// through an interface, since they may need a solver. And judges of whole
/// runs, who know more than a suite says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "logic/value/value.h"
#include "suite/results.h"
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

/// What a judge of a whole run says of one more step.
struct StepVerdict {
  enum class Kind : std::uint8_t {
    allowed,
    forbidden,      ///< see `violation`
    nothing_asked,  ///< from here on everything is allowed: see `why`
    unresolved      ///< see `why`
  };
  Kind kind = Kind::allowed;
  std::string why;
  suite::Violation violation;  ///< but for its step, which the runner knows
};

/// Judges runs by what is observed, whatever the suite expects. State machine:
/// restart(), then step() again and again, until it says other than `allowed`.
class StepOracle {
 public:
  virtual ~StepOracle() = default;
  /// A run begins.
  virtual void restart() = 0;
  /// One value for each input and output of the suite's signature; an output
  /// that the SUT does not provide is absent.
  virtual StepVerdict step(
      std::span<const logic::Value> inputs,
      std::span<const std::optional<logic::Value>> outputs) = 0;
};

}  // namespace catenary::exec
