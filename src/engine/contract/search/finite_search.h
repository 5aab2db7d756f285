// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shortest executions of a finite interface that reach a target, by breadth
/// first search over decision diagrams, and what the inputs of one are worth.
///
/// After Burch, Clarke, McMillan, Dill, Hwang, "Symbolic model checking: 10^20
/// states and beyond", LICS 1990 (doi:10.1109/LICS.1990.113767).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/search/target_search.h"

namespace catenary::engine::contract {

/// The whole interface as one part: all its variables, promises, contracts.
[[nodiscard]] Part everything(const Structure& structure);

/// Throws logic::bdd::Unsupported and logic::bdd::LimitReached.
class FiniteSearch final : public TargetSearch {
 public:
  /// `targets` are all that will be asked for. The interface must outlive it.
  FiniteSearch(const model::Interface& interface,
               Triggering triggering,
               std::span<const Target> targets,
               const base::Budget& budget);

  /// Layers are kept from one call to the next. Cost: one image a step.
  [[nodiscard]] Reached shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run) override;
  [[nodiscard]] std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) override;
  [[nodiscard]] InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) override;
  [[nodiscard]] bool guaranteed(const Target& target,
                                const InputSequence& inputs) override;
  /// Whether there are executions with these inputs, as far as they go, and
  /// none of them breaks a promise, whatever does not matter is.
  [[nodiscard]] bool goes_along(const InputSequence& inputs);
  /// Whether every execution has an answer to all inputs within their ranges,
  /// and none of these breaks a promise. Cost: one image a step, once.
  [[nodiscard]] bool receptive();
  /// Whether some execution has no answer to inputs that keep the promises, so
  /// that a system may have to keep away from it. Cost: as above.
  [[nodiscard]] bool has_dead_ends();
  /// By a strategy of the reachability game of those who see all that the
  /// system does, followed without looking: inputs that suit every execution
  /// so far.
  [[nodiscard]] InputSequence sure(
      const Target& target, std::optional<std::uint32_t> max_steps) override;
  /// By the sets of executions that what was seen leaves possible. Of
  /// strategies with more than 256 steps nothing is said.
  [[nodiscard]] Strategy force(const Target& target,
                               std::optional<std::uint32_t> max_steps) override;

 private:
  friend class StrategyTree;

  /// Sets from which the target can be forced, won[n] in at most n more steps
  /// by one who sees all, until `begin`, the inputs of a first step, is not
  /// empty or nothing is added. Forced::open is not among the answers.
  [[nodiscard]] Forced attract(const Target& target,
                               std::optional<std::uint32_t> max_steps,
                               std::vector<Bdd>& won,
                               Bdd& begin);
  /// `won` and what is one step from it.
  [[nodiscard]] Bdd wider(const Target& target, const Bdd& won);
  /// Whether an execution reaches `stuck`, a set over previous values and
  /// inputs: within their ranges.
  [[nodiscard]] bool meets(const Bdd& stuck_first, const Bdd& stuck_later);
  /// Inputs within their ranges.
  [[nodiscard]] Bdd in_range();
  /// Inputs that break no promise after any of a set (null: at first).
  [[nodiscard]] Bdd promised(const Bdd* from);
  /// Whether every execution meets the target, along a strategy that was
  /// found.
  [[nodiscard]] bool keeps(const Target& target, const Strategy& strategy);
  /// Values of inputs within their ranges that are right after all of `open`
  /// (null: at the first step), of which `forcing` tells.
  [[nodiscard]] Bdd common(const Bdd* open, const Bdd& forcing);
  /// Previous values and inputs after which there is an answer, and every one
  /// meets the target or is in `won`.
  [[nodiscard]] Bdd forces(const Target& target, bool first, const Bdd& won);
  /// The input that a set over inputs has, by variable.
  [[nodiscard]] std::vector<std::optional<logic::Value>> pick_inputs(
      const Bdd& set);
  /// Theta, promises and triggering.
  [[nodiscard]] Conjuncts relation(bool first) const;
  [[nodiscard]] Bdd of(const Target& target, bool first);
  [[nodiscard]] Bdd cube(const InputSequence& inputs, std::size_t step);
  /// Inputs of a step that break a promise after a set of executions (null:
  /// at the first step).
  [[nodiscard]] Bdd breaking(const Bdd* from,
                             const InputSequence& inputs,
                             std::size_t step);
  /// Where a step of the relation leads from a set, or from nothing.
  [[nodiscard]] Bdd image(const Bdd* from,
                          Conjuncts relation,
                          const Conjuncts& extra,
                          bool kept_only);
  [[nodiscard]] Conjuncts triggered(Triggering triggering, bool first);
  /// Picks an execution back from a last step that meets the target. `within`:
  /// what else holds of each step; empty for nothing.
  [[nodiscard]] std::vector<Snapshot> walk_back(const Target& target,
                                                std::span<const Bdd> layers,
                                                std::size_t last,
                                                std::span<const Bdd> within);
  /// An execution whose steps are within these sets of current values and whose
  /// last one meets the target; empty where there is none.
  [[nodiscard]] std::vector<Snapshot> through(const Target& target,
                                              std::span<const Bdd> within);
  /// The same, whatever its steps ask for, without saying which.
  [[nodiscard]] bool leads(const Target& target, std::span<const Bdd> within);

  const model::Interface& interface_;
  Structure structure_;
  Finite finite_;
  Conjuncts theta_[2];  ///< of later and of first steps; with promises
  Conjuncts triggering_[2];
  Indices kept_;  ///< current bits that matter later
  std::optional<bool> receptive_, has_dead_ends_;
  std::vector<Bdd> layers_;  ///< new after each step, over kept_
  Bdd known_;                ///< all of them
};

}  // namespace catenary::engine::contract
