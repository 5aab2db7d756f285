// SPDX-License-Identifier: Apache-2.0
/// \file
/// What hidden variables may be, after some observations: for variables that
/// the same rules mention, apart from all others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/consistency/structure.h"
#include "logic/term/term.h"

namespace catenary::engine::contract {

/// Hidden variables and everything that is said of them.
struct HiddenGroup {
  Indices hidden;
  std::vector<std::size_t> rules;  ///< of Semantics::rules()
  Indices promises;                ///< of the interface
};

/// Groups that share no hidden variable. What is said of none is in no group:
/// observations decide it. Promises that read nothing hidden, too.
[[nodiscard]] std::vector<HiddenGroup> hidden_groups(
    const Semantics& semantics, const Structure& structure);

/// An observed step, after the previous one (null at the first step). Values of
/// hidden variables are ignored; those of inputs and of earlier outputs are in
/// range.
struct SeenStep {
  const Snapshot* before = nullptr;
  const Snapshot* now = nullptr;
  [[nodiscard]] bool first() const { return before == nullptr; }
};

/// The values of a group that are still possible: not empty as long as step()
/// says so. The subset construction; a step costs what diagrams or formulas of
/// the rules cost once the observations are put in.
class HiddenBelief {
 public:
  HiddenBelief() = default;
  HiddenBelief(const HiddenBelief&) = delete;
  HiddenBelief& operator=(const HiddenBelief&) = delete;
  virtual ~HiddenBelief() = default;

  virtual void restart() = 0;
  /// Whether the inputs break a promise after some possible hidden values;
  /// nothing: undecided.
  [[nodiscard]] virtual std::optional<bool> breaks_promise(
      const SeenStep& step) = 0;
  /// Takes a step; whether any hidden values explain it. Requires: its outputs
  /// are in range, too.
  [[nodiscard]] virtual std::optional<bool> step(const SeenStep& step) = 0;
  /// Possible current values, over `now` variables; no term where there is
  /// none within the budget.
  [[nodiscard]] virtual logic::Term possible() = 0;
};

/// With sets as formulas, of any sort: the solver decides. `possible`: over
/// current values of hidden variables, those after the step before; not used
/// at the first step. All arguments but the group must outlive it.
[[nodiscard]] std::unique_ptr<HiddenBelief> make_formula_belief(
    const Semantics& semantics,
    const HiddenGroup& group,
    const base::Budget& budget,
    logic::Term possible);

/// With sets as decision diagrams, and as formulas once those get too large.
/// Of sorts without diagrams: make_formula_belief.
[[nodiscard]] std::unique_ptr<HiddenBelief> make_belief(
    const Semantics& semantics,
    const Structure& structure,
    const HiddenGroup& group,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
