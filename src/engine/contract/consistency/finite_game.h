// SPDX-License-Identifier: Apache-2.0
/// \file
/// The implementation of Game by binary decision diagrams. Internal to this
/// folder: others call make_finite_game().
///
/// Sets of states are over the current bits that a later step reads
/// (Finite::state_now()).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/game.h"

namespace catenary::engine::contract {

/// How a system answers: for each current bit of an answer, in this order, a
/// function of previous bits, of current bits of inputs, and of the bits before
/// it in the order.
using AnswerFunctions = std::vector<std::pair<std::uint32_t, Bdd>>;

/// A game over one part of a finite interface. Limits and unsupported sorts
/// become Undecided.
class FiniteGame final : public Game {
 public:
  /// Structure and budget must outlive this. `widened`: see Finite.
  /// Throws bdd::Unsupported, bdd::LimitReached.
  FiniteGame(const Structure& structure,
             const Part& part,
             const base::Budget& budget,
             bool widened);

  /// The same, but limits and unsupported sorts become Undecided.
  [[nodiscard]] static std::unique_ptr<FiniteGame> make(
      const Structure& structure,
      const Part& part,
      const base::Budget& budget,
      bool widened);

  Fate strategy(const Indices& contracts,
                std::optional<std::uint32_t> last) override;

  Fate dead_end(const Indices& contracts,
                std::optional<std::uint32_t> last) override;

  std::vector<TraceStep> play(const Indices& contracts,
                              std::uint32_t k) override;

  /// Follows the inputs through all answers: the set of states is empty exactly
  /// if no sequence of answers exists.
  bool defeats(const Indices& contracts,
               const std::vector<TraceStep>& run) override;

  std::vector<DeadEnd> dead_ends(const Indices& contracts,
                                 std::uint32_t k,
                                 std::uint32_t most) override;

  /// Answers of the first step or of later ones that meet the rules wherever
  /// some answer does. `good`: they lead into this set of states; see
  /// winning(). Cost: builds the product of all rules.
  [[nodiscard]] AnswerFunctions answers(const Indices& contracts,
                                        const Bdd& good,
                                        bool first);

  /// The states from which the system has an answer for ever: the greatest
  /// fixpoint.
  [[nodiscard]] Bdd winning(const Indices& contracts);

  /// The diagrams of the part.
  [[nodiscard]] Finite& diagrams() { return finite_; }

  void set_ranges(const Indices& variables) override { ranges_ = variables; }

  /// One satisfiability question at the point that the run ends in.
  bool stuck(const Indices& contracts,
             const std::vector<TraceStep>& run) override;

 private:
  /// Who chooses a variable, and whether it is observed.
  [[nodiscard]] model::Role role(std::uint32_t v) const;

  /// Theta for some contracts, with the ranges that are in force. Unlike
  /// Finite::rules() it leaves out other ranges.
  [[nodiscard]] Conjuncts rules(const Indices& contracts, bool first);

  /// All bits, previous and current.
  [[nodiscard]] Indices everything() const;

  /// Current bits that no later step reads.
  [[nodiscard]] Indices not_kept() const;

  /// Previous values and inputs without an answer in `goal`, a set over current
  /// values.
  [[nodiscard]] Bdd unanswered(const Conjuncts& rules, const Bdd& goal);

  /// States from which some promised input has no answer in `goal`: the
  /// complement of CPre(goal). Computed over previous values and renamed, so
  /// that all sets of states are over current bits.
  [[nodiscard]] Bdd losing(const Conjuncts& rules,
                           const Conjuncts& promises,
                           const Bdd& goal);

  /// The fixpoint for *strategy*.
  Fate play_out(const Indices& contracts, std::optional<std::uint32_t> last);

  /// The iterates again: out[n] has the states from which the system can answer
  /// n more steps, for n = 0 … k.
  std::vector<Bdd> holding_out(const Indices& contracts, std::uint32_t k);

  /// Plays against the iterates: with k - t steps to go the environment picks
  /// an input that no answer in good[k - t] meets, and the system an answer in
  /// good[k - t - 1], which exists as the play was not lost one step earlier.
  /// So the play lasts exactly k + 1 steps.
  std::vector<TraceStep> losing_play(const Indices& contracts, std::uint32_t k);

  /// The entries of inputs, or of all other variables.
  [[nodiscard]] Valuation only(const Valuation& of, bool inputs) const;

  /// Breadth-first search for a dead end: layers_[t] has the states that are
  /// first reached by step t. Ends at `last`, at a dead end, or when no state
  /// is new. A dead end found at step k is reached from layers_.back().
  Fate explore(const Indices& contracts, std::optional<std::uint32_t> last);

  /// Removes codes without a value, which no execution has. Otherwise they
  /// would keep a dead end, or a fixpoint, apart from what is real.
  [[nodiscard]] Bdd within_ranges(const Bdd& states);

  /// Enumerates dead ends at step k that no core found so far explains, and for
  /// each of them all cores. A core blocks every dead end at which it alone
  /// allows no answer, so that each round finds a new core.
  std::vector<DeadEnd> find_dead_ends(const Indices& contracts,
                                      std::uint32_t k,
                                      std::uint32_t most);

  /// Whether some contracts allow no answer at a point. `point` fixes all
  /// previous values and inputs, so each conjunct can be restricted to it on
  /// its own: for a single point the existential quantifier distributes over
  /// conjunction.
  [[nodiscard]] bool stuck_at(const Bdd& point,
                              const Indices& contracts,
                              bool first);

  /// Bits that an answer does not choose.
  [[nodiscard]] Indices others() const;

  /// The previous values and inputs of the last step of a run.
  [[nodiscard]] Bdd last_point(const std::vector<TraceStep>& run);

  /// A run whose last step is in `ends`, a set over previous values and inputs.
  /// First backwards through the layers, for one state in each from which the
  /// next is reached; then forwards, to complete every step to a full
  /// valuation.
  std::vector<TraceStep> run_into(const Bdd& ends,
                                  const Indices& contracts,
                                  std::uint32_t k);

  /// One element of a set, as a cube over all state bits; bits that the set
  /// leaves open are false.
  [[nodiscard]] Bdd one_state(const Bdd& set);

  /// See the constructor.
  const Structure& structure_;
  const base::Budget& budget_;
  /// The diagrams of the part.
  Finite finite_;
  /// Variables whose ranges are in force; at first all but inputs.
  Indices ranges_;
  /// See explore(). Of the last call.
  std::vector<Bdd> layers_;
};

}  // namespace catenary::engine::contract
