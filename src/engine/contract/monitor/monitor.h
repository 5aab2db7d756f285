// SPDX-License-Identifier: Apache-2.0
/// \file
/// Monitors: whether the outputs seen so far are allowed by an interface, for
/// the inputs given, whatever its hidden variables are.
///
/// Two forms with the same verdicts: the subset construction, which keeps the
/// hidden states still possible, step by step; and the formula of the test, in
/// which hidden variables are eliminated (Aichernig et al., STTT 2017,
/// algorithm 1).
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

enum class Allowed : std::uint8_t {
  yes,
  no,         ///< no hidden values explain the outputs: a failure
  anything,   ///< the inputs may break a promise: nothing is asked any more
  undecided,  ///< the solver gave up
};
[[nodiscard]] const char* to_string(Allowed allowed);

/// The subset construction, exact for all sorts: hidden variables that no rule
/// ties together are followed apart; what mentions none is evaluated. State
/// machine: step(), again and again; once it said other than yes it says so for
/// ever, until restart().
class Monitor {
 public:
  /// `semantics` must outlive the monitor.
  explicit Monitor(const Semantics& semantics, const base::Budget& budget = {});

  void restart();

  /// Judges one more step. Values of hidden variables are ignored.
  /// Cost: linear in the size of the formulas where nothing is hidden; else
  /// HiddenBelief.
  [[nodiscard]] Allowed step(const Snapshot& observed);

  /// Steps judged since the restart.
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  /// What observations decide, at the first step or later.
  struct Plain {
    std::vector<logic::Term> promises, rules;
  };
  [[nodiscard]] Allowed judge(const Snapshot& observed);

  const Semantics* semantics_;
  Structure structure_;
  std::array<Plain, 2> plain_;  ///< [1]: of the first step
  std::vector<std::unique_ptr<HiddenBelief>> beliefs_;
  Snapshot before_;
  std::size_t steps_ = 0;
  Allowed state_ = Allowed::yes;
};

/// The formula form: for each step of a test, which outputs up to it are
/// allowed, over Semantics::at(output, step), without quantifiers; true where a
/// promise may have been broken. It implies that of the step before. Inputs are
/// constants, or left as variables Semantics::at(input, step) where the value
/// is missing.
/// Returns fewer than there are steps where the solver gave up.
[[nodiscard]] std::vector<logic::Term> allowed_outputs(
    const Semantics& semantics,
    std::span<const std::vector<std::optional<logic::Value>>> inputs,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
