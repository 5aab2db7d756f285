// SPDX-License-Identifier: Apache-2.0
/// \file
/// Both engines together: states are exhausted where they are few, and where
/// they are not a solver decides what exploration left open.
#pragma once

#include <chrono>
#include <utility>

#include "engine/reach/engine.h"
#include "engine/reach/symbolic.h"

namespace catenary::engine::reach {

/// Settings of AutoEngine. Times are wall-clock.
struct AutoOptions {
  SymbolicOptions symbolic;
  /// How long states are explored before the solver is asked, where the budget
  /// has no deadline; else at most a third of what is left.
  std::chrono::milliseconds explore_first{20'000};
  /// The same where only some input values are tried, so that exploration
  /// proves nothing.
  std::chrono::milliseconds sample_first{3'000};
  /// States that are explored then.
  std::uint64_t sampled_memory_bytes = std::uint64_t{256} << 20;
};

/// What it answers is what ExplicitEngine answers where that finishes. Else:
/// - the explicit engine gets a share of the time; what it hits are upper
///   bounds, and the lengths that it exhausted are known;
/// - the symbolic engine decides the rest, beside native runs that start where
///   its models lead;
/// - where it gives up and the inputs can be enumerated, the explicit engine
///   has the rest of the budget.
/// Without an encoder it is ExplicitEngine.
///
/// Result::graph is that of the explicit engine, and perhaps not closed.
class AutoEngine final : public Engine {
 public:
  AutoEngine() = default;
  explicit AutoEngine(AutoOptions options) : options_(std::move(options)) {}

  [[nodiscard]] Result explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) override;

 private:
  AutoOptions options_;
};

}  // namespace catenary::engine::reach
