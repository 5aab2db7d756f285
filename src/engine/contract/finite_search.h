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
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/finite.h"
#include "engine/contract/semantics.h"

namespace catenary::engine::contract {

/// Which steps a test may have, so that it does not reach its target only
/// because nothing is asked of the system (Aichernig et al., section 4).
enum class Triggering : std::uint8_t {
  any,      ///< some assumption holds; `true` where a contract has none
  written,  ///< some assumption that was written holds, if there is one
  none      ///< all steps
};

/// What an execution is to reach: a condition on its last step.
struct Target {
  logic::Term first;  ///< if that is the first step: over `now` variables
  logic::Term later;  ///< over `before` and `now`
};

/// Inputs of a test, by step and index of the variable; what is missing does
/// not matter. Entries of other variables are missing.
using InputSequence = std::vector<std::vector<std::optional<logic::Value>>>;

/// The inputs of an execution.
[[nodiscard]] InputSequence inputs_of(const model::Interface& interface,
                                      const std::vector<Snapshot>& run);

enum class Reached : std::uint8_t {
  yes,
  no,         ///< proved: no execution reaches it
  not_within  ///< none of the bound's length does
};

/// Throws logic::bdd::Unsupported and logic::bdd::LimitReached.
class FiniteSearch {
 public:
  /// `targets` are all that will be asked for. The interface must outlive it.
  FiniteSearch(const model::Interface& interface,
               Triggering triggering,
               std::span<const Target> targets,
               const base::Budget& budget);

  /// A shortest execution; `run` is empty unless it is reached. Layers are
  /// kept from one call to the next. Cost: one image for each step.
  [[nodiscard]] Reached shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run);
  /// An execution with these inputs whose last step meets the target; empty
  /// where there is none.
  [[nodiscard]] std::vector<Snapshot> along(const Target& target,
                                            const InputSequence& inputs);
  /// Inputs of the run without what does not matter: for all values within
  /// their ranges of the inputs left out there is an execution that reaches
  /// the target with the last step. Requires: the run does.
  [[nodiscard]] InputSequence generalise(const Target& target,
                                         const std::vector<Snapshot>& run);
  /// Whether every execution with these inputs meets the target at some step,
  /// whatever the system chooses and does not matter.
  [[nodiscard]] bool guaranteed(const Target& target,
                                const InputSequence& inputs);

 private:
  /// Theta, promises and triggering.
  [[nodiscard]] Conjuncts relation(bool first) const;
  [[nodiscard]] Bdd of(const Target& target, bool first);
  [[nodiscard]] Bdd cube(const InputSequence& inputs, std::size_t step);
  /// Where a step of the relation leads from a set, or from nothing.
  [[nodiscard]] Bdd image(const Bdd* from,
                          Conjuncts relation,
                          const Conjuncts& extra,
                          bool kept_only);
  [[nodiscard]] Conjuncts triggered(Triggering triggering, bool first);
  /// Picks an execution back from a last step that meets the target.
  [[nodiscard]] std::vector<Snapshot> walk_back(
      const Target& target,
      std::span<const Bdd> layers,
      std::size_t last,
      const InputSequence* inputs);

  const model::Interface& interface_;
  Structure structure_;
  Finite finite_;
  Conjuncts theta_[2];       ///< of later and of first steps; with promises
  Conjuncts triggering_[2];
  Indices kept_;             ///< current bits that matter later
  std::vector<Bdd> layers_;  ///< new after each step, over kept_
  Bdd known_;                ///< all of them
};

}  // namespace catenary::engine::contract
