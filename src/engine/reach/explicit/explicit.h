// SPDX-License-Identifier: Apache-2.0
/// \file
/// Explicit reachability: the step function itself is run natively from every
/// reachable state with every letter of the alphabet, breadth first. Distances
/// are exact, and a search that ends by itself proves that what was not hit is
/// unreachable.
///
/// Explicit-state exploration over hashed packed states goes back to
/// Holzmann, "The model checker SPIN", IEEE TSE 23(5), 1997.
#pragma once

#include "engine/reach/engine.h"
#include "engine/reach/random/novelty_search.h"

namespace catenary::engine::reach {

/// Explores in a forked child process, so that whatever the explored code does
/// is a finding and never the end of the tool. Time, interrupts and hanging
/// steps are watched from outside; what was found until then is kept.
///
/// Requires: explore() is called while the process has no other threads.
/// Cost: about 40 ns a transition plus the step itself; state bytes + 20 for
/// each state, 12 for each edge.
class ExplicitEngine : public Engine {
 public:
  [[nodiscard]] Result explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) final;

 protected:
  /// With NoveltyOptions, states are not explored breadth first but as
  /// NoveltySearch does.
  [[nodiscard]] virtual const NoveltyOptions* by_novelty() const {
    return nullptr;
  }
};

/// Runs to deep goals of systems with too many states to explore: the same
/// child process, another order. No run that it finds is known to be shortest
/// (GoalReport::shortest), it has no graph and no ranges, takes one thread,
/// and knows nothing of what it did not hit, but where it met every state.
class NoveltyEngine final : public ExplicitEngine {
 public:
  NoveltyEngine() = default;
  explicit NoveltyEngine(NoveltyOptions options) : options_(options) {}

 private:
  [[nodiscard]] const NoveltyOptions* by_novelty() const override {
    return &options_;
  }
  NoveltyOptions options_;
};

}  // namespace catenary::engine::reach
