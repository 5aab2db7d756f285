// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shortest executions of a finite interface that reach a target, by
/// breadth-first search over decision diagrams; and what the inputs of an
/// execution guarantee.
///
/// Method: symbolic reachability (Burch, Clarke, McMillan, Dill, Hwang,
/// "Symbolic model checking: 10^20 states and beyond", LICS 1990,
/// doi:10.1109/LICS.1990.113767), with partitioned relations
/// (consistency/finite.h). Strategies by the attractor of a reachability game;
/// see finite_strategy.cpp and strategy_tree.h.
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

/// The whole interface as one part: all its variables, promises, contracts and
/// definitions.
[[nodiscard]] Part everything(const Structure& structure);

/// Searches over one interface; reachable layers and answers about the whole
/// interface are kept between calls. Functions throw logic::bdd::Unsupported
/// and logic::bdd::LimitReached. Results are deterministic.
///
/// Sets of states are over kept_, the current bits that matter later, unless a
/// comment says otherwise; a null pointer to a set stands for the time before
/// the first step.
class FiniteSearch final : public TargetSearch {
 public:
  /// `targets` are all that will be asked for: what they read at the previous
  /// step is kept in states. The interface must outlive this.
  FiniteSearch(const model::Interface& interface,
               Triggering triggering,
               std::span<const Target> targets,
               const base::Budget& budget);

  /// Cost: one image a step for the first call, fewer for later ones;
  /// exponential in the bits at worst.
  [[nodiscard]] Reached shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run) override;
  /// Cost: one image forwards and one preimage for each step.
  [[nodiscard]] std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) override;
  /// Leaves out one input after the other, in the order of the variables, from
  /// the last step backwards. Cost: one quantification for each input of the
  /// run.
  [[nodiscard]] InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) override;
  /// Follows the executions that avoid the target. Cost: one image a step.
  [[nodiscard]] bool guaranteed(const Target& target,
                                const InputSequence& inputs) override;
  /// Whether there are executions with these inputs, up to the last step, and
  /// no execution with them breaks a promise, for all values of inputs left
  /// out.
  [[nodiscard]] bool goes_along(const InputSequence& inputs);
  /// Whether every reachable state has an answer to all inputs within their
  /// ranges, and none of these inputs breaks a promise. Cost: one image a step,
  /// at the first call.
  [[nodiscard]] bool receptive();
  /// Whether some reachable state has no answer to inputs that keep the
  /// promises, so that a system may have to avoid executions. Cost: as above.
  [[nodiscard]] bool has_dead_ends();
  /// Follows a strategy of the tester who sees everything, but with inputs that
  /// suit every execution so far, so that looking is not needed. The result is
  /// checked by guaranteed().
  [[nodiscard]] InputSequence sure(
      const Target& target, std::optional<std::uint32_t> max_steps) override;
  /// By the sets of executions that fit what was seen (strategy_tree.h).
  /// Forced::yes is checked by keeps(); the proofs of `no` and `not_within`
  /// hold only without dead ends, and become `open` otherwise. Strategies of
  /// more than 256 steps are not found.
  [[nodiscard]] Strategy force(const Target& target,
                               std::optional<std::uint32_t> max_steps) override;

 private:
  friend class StrategyTree;

  /// Attractor of the target, for a tester who sees everything: won[n] has the
  /// states from which it can be forced in at most n more steps. Ends when the
  /// first step can be forced (`yes`; `begin` gets its inputs), when nothing is
  /// added (`no`), or at the bound (`not_within`).
  [[nodiscard]] Forced attract(const Target& target,
                               std::optional<std::uint32_t> max_steps,
                               std::vector<Bdd>& won,
                               Bdd& begin);
  /// One more iterate: `won`, and the states from which an input forces the
  /// target at once or leads into `won`.
  [[nodiscard]] Bdd wider(const Target& target, const Bdd& won);
  /// Whether a reachable state has a continuation in one of these sets, of the
  /// first and of later steps, over previous values and inputs.
  [[nodiscard]] bool meets(const Bdd& stuck_first, const Bdd& stuck_later);
  /// All inputs within their ranges.
  [[nodiscard]] Bdd in_range();
  /// Inputs that break no promise, whichever state of the set holds.
  [[nodiscard]] Bdd promised(const Bdd* from);
  /// Whether every execution meets the target along a strategy: an independent
  /// check that follows the branches as a runner does.
  [[nodiscard]] bool keeps(const Target& target, const Strategy& strategy);
  /// Inputs within their ranges that are in `forcing`, a set over previous
  /// values and inputs, for every state of `open`.
  [[nodiscard]] Bdd common(const Bdd* open, const Bdd& forcing);
  /// Previous values and inputs after which there is an answer, and every
  /// answer meets the target or leads into `won`.
  [[nodiscard]] Bdd forces(const Target& target, bool first, const Bdd& won);
  /// One element of a set over inputs, by index of the variable; other
  /// variables have no value.
  [[nodiscard]] std::vector<std::optional<logic::Value>> pick_inputs(
      const Bdd& set);
  /// All values of a step, as previous values.
  [[nodiscard]] Bdd state_before(const Snapshot& values);
  /// The steps of executions: theta, promises and triggering.
  [[nodiscard]] Conjuncts relation(bool first) const;
  /// The condition of a target at a first or later step.
  [[nodiscard]] Bdd of(const Target& target, bool first);
  /// The inputs that are given for a step, as a condition.
  [[nodiscard]] Bdd cube(const InputSequence& inputs, std::size_t step);
  /// Given inputs and previous values, over a set of states, that break a
  /// promise; inputs left out have all values of their ranges.
  [[nodiscard]] Bdd breaking(const Bdd* from,
                             const InputSequence& inputs,
                             std::size_t step);
  /// Current values after one step of `relation` and `extra` from a set; all of
  /// them, or with `kept_only` those over kept_.
  [[nodiscard]] Bdd image(const Bdd* from,
                          Conjuncts relation,
                          const Conjuncts& extra,
                          bool kept_only);
  /// The condition that something is asked at a step; empty if it always holds.
  [[nodiscard]] Conjuncts triggered(Triggering triggering, bool first);
  /// An execution through layers of states whose step `last` meets the target,
  /// picked backwards. `within`: by step, a further condition; empty for none.
  /// Empty if there is none.
  [[nodiscard]] std::vector<Snapshot> walk_back(const Target& target,
                                                std::span<const Bdd> layers,
                                                std::size_t last,
                                                std::span<const Bdd> within);
  /// An execution whose steps are within these sets of current values and whose
  /// last step meets the target; empty if there is none.
  [[nodiscard]] std::vector<Snapshot> through(const Target& target,
                                              std::span<const Bdd> within);
  /// Whether there is such an execution, without regard to triggering.
  [[nodiscard]] bool leads(const Target& target, std::span<const Bdd> within);

  const model::Interface& interface_;
  Structure structure_;
  Finite finite_;
  /// [1]: of first steps, [0]: of later ones. With the promises.
  Conjuncts theta_[2];
  /// The same indices; see triggered().
  Conjuncts triggering_[2];
  /// Current bits that a later step, or a target at a later step, reads.
  Indices kept_;
  /// Caches of the functions of these names.
  std::optional<bool> receptive_, has_dead_ends_;
  /// layers_[s]: the states that are first reached by step s, over kept_.
  /// Shared by all targets, as they do not depend on one.
  std::vector<Bdd> layers_;
  /// The union of layers_.
  Bdd known_;
};

}  // namespace catenary::engine::contract
