// SPDX-License-Identifier: Apache-2.0
/// \file
/// Explicit-state search: the compiled step function is executed from every
/// reachable state with every letter of the alphabet, breadth first. Distances
/// are exact. If the search ends by itself, every goal that was not hit is
/// unreachable.
///
/// Method: explicit-state model checking over hashed packed states, as in
/// Holzmann, "The model checker SPIN", IEEE TSE 23(5), 1997. States are
/// compared byte by byte, never by hash alone. There is no partial order
/// reduction, since a step system has one process.
#pragma once

#include <memory>

#include "engine/reach/engine.h"
#include "engine/reach/random/novelty_search.h"

namespace catenary::engine::reach {

/// Explores in a forked child process: whatever the explored code does becomes
/// a finding and never ends the tool. The parent watches time, interrupts and
/// steps that hang, and keeps what was found until then.
///
/// Requires: explore() is called while the process has no other threads.
/// Cost: about 40 ns for each transition plus the step itself. Memory: the
/// bytes of a state plus 20 for each state, and 12 for each edge. States of 128
/// bytes or more are compressed.
class ExplicitEngine : public Engine {
 public:
  /// See Engine::explore(). Result::engine is "explicit". The letters are the
  /// product of the domains of all inputs; if there are more than
  /// Options::max_letters, nothing is explored and the result has
  /// Stop::letters.
  [[nodiscard]] Result explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) final;
  /// The search rests between its slices, and loses nothing. Novelty search,
  /// and one of too many letters, begin anew in each. The graph and the ranges
  /// are in the result of a search that has ended, and of
  /// RunningSearch::conclude().
  [[nodiscard]] std::unique_ptr<RunningSearch> begin(
      const model::StepSystem& system,
      const Options& options,
      const base::Budget& budget,
      const ProgressCallback& progress) final;

 protected:
  /// If not null, states are explored in the order of NoveltySearch with these
  /// settings, and not breadth first.
  [[nodiscard]] virtual const NoveltyOptions* by_novelty() const {
    return nullptr;
  }
};

/// Runs to deep goals of systems with too many states for breadth-first search.
/// It works in the same child process, but in another order.
///
/// Its runs are not known to be shortest (GoalReport::shortest is false), and
/// it uses one thread and fills neither graph nor ranges. A goal that it did
/// not hit stays undecided, unless the search expanded every reachable state.
class NoveltyEngine final : public ExplicitEngine {
 public:
  /// With the default settings, which never lose patience.
  NoveltyEngine() = default;
  explicit NoveltyEngine(NoveltyOptions options) : options_(options) {}

 private:
  [[nodiscard]] const NoveltyOptions* by_novelty() const override {
    return &options_;
  }
  /// The settings of the search.
  NoveltyOptions options_;
};

}  // namespace catenary::engine::reach
