// SPDX-License-Identifier: Apache-2.0
/// \file
/// The methods of `catenary generate`: each takes a system and plans runs;
/// what becomes of them is the same for all.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/generate/suite_builder.h"
#include "app/options.h"
#include "engine/chain/chain.h"
#include "engine/chain/suite_bound.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// What a method works on; all of it outlives the method.
struct GenerateJob {
  const GenerateOptions& options;
  const model::StepSystem& system;
  Context& context;
  std::vector<std::uint32_t> given;  ///< hit by tests that are there already
};

/// The result of a method.
struct Made {
  engine::reach::Result reached;     ///< of the last search, confirmed
  std::vector<PlannedTest> planned;  ///< not replayed yet
  suite::Bound bound;                ///< of the suite; unknown by default
  suite::Certificate optimality;     ///< where its claim is not empty
  /// The goals that every suite has which the bound is about.
  std::vector<std::uint32_t> bounded_goals;
  /// Goals that are hit, but after which no final state is known.
  std::vector<std::uint32_t> no_final_after;
  /// What the suite records of how it was made, besides method and limits.
  std::map<std::string, std::string> options;
  double explore_seconds = 0;  ///< searching or running, all attempts
  /// What was asked of which engine, in all attempts.
  std::vector<engine::reach::Share> shares;
  double make_seconds = 0;  ///< making tests from what was found

  /// For when the tests are others now, or proofs are in doubt.
  void forget_bound() {
    optimality = {};
    bound = {};
  }
};

/// Those that the method of the options plans.
[[nodiscard]] Made make_runs(const GenerateJob& job);

/// The fewest, then shortest runs that cover all goals.
[[nodiscard]] Made make_chains(const GenerateJob& job);

/// A shortest run for each goal, that ends in a final state. Runs that are the
/// same as others, or beginnings of others, are left out; the note of a test
/// says for which goals it is.
[[nodiscard]] Made make_single_runs(const GenerateJob& job);

/// Random runs, and of those the cheapest that cover all goals they hit.
[[nodiscard]] Made make_random_runs(const GenerateJob& job);

/// Native runs, steered by what they would have to do to hit other goals, and
/// of those the cheapest that cover all goals they hit.
[[nodiscard]] Made make_concolic_runs(const GenerateJob& job);

/// The steps through a graph as a run.
[[nodiscard]] model::Trace trace_of(const model::StepSystem& system,
                                    const engine::reach::Graph& graph,
                                    const engine::chain::Chain& chain);

/// Makes `found` the result of the last search, and counts what it took.
void take_reached(engine::reach::Result found, Made& made);

/// Plans runs of their own to violations and defects, and to the goals of
/// Made::no_final_after, which no test that ends in a final state can have.
void plan_witnesses(const model::StepSystem& system, Made& made);

/// Cost of starting another test in steps; nothing where the fewest tests win.
/// Throws base::InputError where the objective needs another cost than there
/// is.
[[nodiscard]] std::optional<std::uint64_t> reset_cost(const GenerateJob& job);

/// The bound of Made as a claim about tests for its goals; no goals where the
/// tests that are planned may not be the cheapest.
[[nodiscard]] engine::chain::SuiteBound least_cost(const GenerateJob& job,
                                                   const Made& made);

/// Plans the cheapest of these runs that cover together all that they cover:
/// steps and resets count; where resets cost nothing, fewer tests are better
/// among those with as few steps. `hits` has for each run the goals it is to
/// count for; `note` says what the runs are. Notes the goals that none of them
/// has, and the bound. Returns whether no choice of them is cheaper.
bool plan_cheapest(const GenerateJob& job,
                   std::vector<model::Trace> runs,
                   std::vector<std::vector<std::uint32_t>> hits,
                   const char* note,
                   Made& made);

/// Goals that tests are to cover: hit by a run, not given, and no violations;
/// of test vectors a choice that is enough.
struct WantedGoals {
  std::vector<std::uint32_t> goals;   ///< ascending
  std::vector<std::uint32_t> needed;  ///< those that any choice has
};
[[nodiscard]] WantedGoals goals_to_cover(const GenerateJob& job,
                                         const engine::reach::Result& reached);

}  // namespace catenary::app
