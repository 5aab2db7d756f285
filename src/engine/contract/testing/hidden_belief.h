// SPDX-License-Identifier: Apache-2.0
/// \file
/// The possible values of hidden variables after some observations, for groups
/// of hidden variables that no rule connects.
///
/// Method: subset construction, for one sequence of observations: the set of
/// values is computed step by step, after substituting what was observed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/consistency/structure.h"
#include "logic/term/term.h"

namespace catenary::engine::contract {

/// Hidden variables, and all rules and promises that mention one of them.
struct HiddenGroup {
  /// The hidden variables.
  Indices hidden;
  /// Indices of Semantics::rules(), ascending.
  std::vector<std::size_t> rules;
  /// Indices of promises of the interface.
  Indices promises;
};

/// The groups of an interface, in the order of their first hidden variable; no
/// two share one. Rules and promises without hidden variables are in no group,
/// since observations alone decide them.
[[nodiscard]] std::vector<HiddenGroup> hidden_groups(
    const Semantics& semantics, const Structure& structure);

/// An observed step with the one before it. Values of hidden variables are
/// ignored. Requires: values of inputs, and all values of the step before, are
/// in range. The snapshots must outlive the calls that use it.
struct SeenStep {
  /// The step before; null at the first step.
  const Snapshot* before = nullptr;
  /// The step itself; never null.
  const Snapshot* now = nullptr;
  /// Whether this is the first step.
  [[nodiscard]] bool first() const { return before == nullptr; }
};

/// The values of a group that are still possible. Used as a state machine: for
/// each step, breaks_promise(), then step(). Once breaks_promise() answers
/// other than false, or step() other than true, only restart() may follow.
class HiddenBelief {
 public:
  HiddenBelief() = default;
  HiddenBelief(const HiddenBelief&) = delete;
  HiddenBelief& operator=(const HiddenBelief&) = delete;
  virtual ~HiddenBelief() = default;

  /// Returns to the state before the first step: all values are possible again.
  virtual void restart() = 0;
  /// Whether the inputs break a promise for some possible hidden values; no
  /// value: undecided. Does not change the belief.
  [[nodiscard]] virtual std::optional<bool> breaks_promise(
      const SeenStep& step) = 0;
  /// Takes a step: whether some hidden values explain it; no value: undecided.
  /// Requires: its outputs are in range, too.
  ///
  /// Cost: one product of the group's rules, restricted to the observations.
  [[nodiscard]] virtual std::optional<bool> step(const SeenStep& step) = 0;
  /// The possible current values, as a condition over `now` variables; a null
  /// term if none can be given within the budget.
  [[nodiscard]] virtual logic::Term possible() = 0;
};

/// A belief as a formula, for any sorts; a solver decides. `possible`: the
/// values that are possible at first, over current hidden variables; true
/// before the first step. All arguments but the group must outlive the result.
[[nodiscard]] std::unique_ptr<HiddenBelief> make_formula_belief(
    const Semantics& semantics,
    const HiddenGroup& group,
    const base::Budget& budget,
    logic::Term possible);

/// A belief as a decision diagram, which turns into a formula once the diagrams
/// get too large. make_formula_belief() for sorts without diagrams. All
/// arguments but the group must outlive the result.
[[nodiscard]] std::unique_ptr<HiddenBelief> make_belief(
    const Semantics& semantics,
    const Structure& structure,
    const HiddenGroup& group,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
