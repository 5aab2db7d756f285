// SPDX-License-Identifier: Apache-2.0
/// \file
/// Monitors: whether the outputs seen so far are allowed by an interface for
/// the inputs given, for some values of its hidden variables.
///
/// Two forms with the same verdicts: the subset construction, which follows the
/// possible hidden values step by step (class Monitor); and the formula of a
/// whole test with the hidden variables eliminated (allowed_outputs();
/// Aichernig, Hörmaier, Lorber, Nickovic, Tiran, "Require, test, and trace IT",
/// STTT 2017, doi:10.1007/s10009-016-0444-z, algorithm 1).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/consistency/structure.h"
#include "engine/contract/testing/hidden_belief.h"
#include "logic/term/term.h"

namespace catenary::engine::contract {

/// The verdict about all steps so far.
enum class Allowed : std::uint8_t {
  /// Some hidden values explain all outputs.
  yes,
  /// No hidden values explain the outputs: a failure, at this step.
  no,
  /// The inputs may have broken a promise: nothing is asked of the system any
  /// more.
  anything,
  /// The solver gave up.
  undecided,
};
/// The verdict for people.
[[nodiscard]] const char* to_string(Allowed allowed);

/// The subset construction, exact for all sorts. Hidden variables that no rule
/// connects are followed separately (hidden_belief.h); rules without hidden
/// variables are evaluated.
///
/// State machine: step(), again and again. Once it has answered other than yes,
/// it gives the same answer until restart().
class Monitor {
 public:
  /// `semantics` must outlive the monitor. The budget is copied.
  explicit Monitor(const Semantics& semantics, const base::Budget& budget = {});

  /// Returns to the state before the first step, for another run.
  void restart();

  /// Takes one more step into account. Requires: a value for every variable;
  /// those of hidden variables are ignored, and may be defaults.
  ///
  /// Cost: linear in the size of the formulas without hidden variables; for the
  /// others see HiddenBelief.
  [[nodiscard]] Allowed step(const Snapshot& observed);

  /// Steps since the restart, up to the first answer other than yes, which
  /// counts.
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  /// Formulas without hidden variables, of one kind of step.
  struct Plain {
    std::vector<logic::Term> promises, rules;
  };
  /// The verdict of one step, after steps that were allowed.
  [[nodiscard]] Allowed judge(const Snapshot& observed);

  const Semantics* semantics_;
  Structure structure_;
  /// [1]: of the first step, [0]: of later ones.
  std::array<Plain, 2> plain_;
  /// One for each group of hidden variables.
  std::vector<std::unique_ptr<HiddenBelief>> beliefs_;
  /// The step before; empty before the first one.
  Snapshot before_;
  std::size_t steps_ = 0;
  /// The last answer.
  Allowed state_ = Allowed::yes;
};

/// The formula form: for each step of a test, which outputs up to it are
/// allowed, as a quantifier-free formula over Semantics::at() of the outputs;
/// true where a promise may have been broken. Each implies that of the step
/// before. Inputs are constants, or variables Semantics::at(input, step) where
/// the value is missing.
///
/// Returns fewer formulas than there are steps if the solver gave up at one.
[[nodiscard]] std::vector<logic::Term> allowed_outputs(
    const Semantics& semantics,
    std::span<const std::vector<std::optional<logic::Value>>> inputs,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
