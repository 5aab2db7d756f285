// SPDX-License-Identifier: Apache-2.0
/// \file
/// Oracles: single values, intervals and sets are decided here; formulas
/// through an interface, since they may need a solver. StepOracle decides about
/// whole runs, by more knowledge than a suite has.
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

/// Whether an expectation holds.
enum class Judgement : std::uint8_t {
  /// The observed value is allowed.
  holds,
  /// It is not.
  violated,
  /// It could not be decided.
  unresolved
};

/// A name of a formula and its value.
using Binding = std::pair<std::string, logic::Value>;

/// Whether an observed value is allowed. Values are compared exactly (floats
/// bit by bit, with one NaN); no NaN lies in an interval. Formulas are
/// evaluated: `bindings` have the inputs and the observed outputs of the step,
/// those of the step before with the suffix "@pre", and those of step N of the
/// test with the suffix "@N", for all earlier steps (from 1). A formula with a
/// name that has no value is unresolved; then `why` is filled.
[[nodiscard]] Judgement judge(const suite::Expectation& expectation,
                              const logic::Value& observed,
                              const std::vector<Binding>& bindings,
                              std::string& why);

/// The verdict of an oracle of whole runs about one more step.
struct StepVerdict {
  enum class Kind : std::uint8_t {
    /// The run so far is one that the oracle allows.
    allowed,
    /// See `violation`.
    forbidden,
    /// From here on everything is allowed: see `why`.
    nothing_asked,
    /// See `why`.
    unresolved
  };
  /// The verdict.
  Kind kind = Kind::allowed;
  /// For people; empty where the run is allowed.
  std::string why;
  /// Without its step, which the runner fills in.
  suite::Violation violation;
};

/// Decides about runs by what is observed, whatever the suite expects. State
/// machine: restart(), then step() until it returns something other than
/// `allowed`.
class StepOracle {
 public:
  virtual ~StepOracle() = default;
  /// A new run begins.
  virtual void restart() = 0;
  /// The next step: one value for each input and output of the suite's
  /// signature; an output that the SUT does not provide is absent.
  virtual StepVerdict step(
      std::span<const logic::Value> inputs,
      std::span<const std::optional<logic::Value>> outputs) = 0;
};

}  // namespace catenary::exec
