// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the child process of find_symbolic_chains() does: it builds chains from
/// legs, and refutes shorter chains by one unrolling for whole chains.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/budget.h"
#include "engine/chain/symbolic/symbolic.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::chain {

/// A suite under construction.
struct RunSuite {
  /// Its chains, as runs of the system.
  std::vector<model::Trace> chains;
  /// Goals that it does not cover, because no final state was found after them.
  std::vector<std::uint32_t> uncoverable_to_final;

  /// Steps of all chains.
  [[nodiscard]] std::uint64_t steps() const;
  /// Whether it leaves fewer goals out or, if equally many, is cheaper. Without
  /// a reset cost, the number of chains comes before the number of steps.
  [[nodiscard]] bool better_than(
      const RunSuite& other,
      const std::optional<std::uint64_t>& reset_cost) const;
};

/// Search for a suite from concrete states, and for bounds.
class ChainSolver {
 public:
  /// Receives results as they are found.
  struct Listener {
    /// A suite that is better than those before.
    std::function<void(const RunSuite&)> suite;
    /// No single chain of at most this many steps covers everything.
    std::function<void(std::uint64_t)> refuted;
    /// This many goals need a chain each; these chains have this many steps in
    /// all at least.
    std::function<void(std::uint64_t, std::uint64_t)> exclusive;
  };

  /// Everything given must outlive the solver, except `known` and `budget`.
  /// `known` is a suite that covers every goal not in its uncoverable_to_final.
  ChainSolver(const model::StepSystem& system,
              const reach::Result& reached,
              const std::vector<std::uint32_t>& goals,
              const SymbolicChainOptions& options,
              RunSuite known,
              const base::Budget& budget,
              const Listener& listener);

  /// Searches until the time is over or nothing is left to prove.
  void run();

 private:
  /// A set of goals, by their indices in the system.
  using Goals = std::set<std::uint32_t>;
  /// A run and the state after it.
  struct Prefix {
    /// The run.
    model::Trace trace;
    /// False: the point before the initialisation; then `trace` is empty.
    bool begun = false;
    /// The last step did not run on.
    bool over = false;
    /// A value for each of Relation::slots().
    std::vector<logic::Value> state;
    /// Requested goals that the run hits.
    Goals hit;
    /// A chain may end with the run.
    bool final = false;
  };
  /// What a leg is for: an open goal after which the run goes on, an open goal
  /// in a last step, or a final state.
  enum class To : std::uint8_t { goal, goal_at_end, final_state };

  /// Encodes the system.
  void encode();
  /// Executes a run natively. Nothing if it does not get to its end.
  [[nodiscard]] std::optional<Prefix> observe(const model::Trace& trace);
  /// The shortest continuation of a run to its purpose.
  [[nodiscard]] std::optional<Prefix> leg(const Prefix& from,
                                          const Goals& open,
                                          To to);
  /// The run, continued to a final state.
  [[nodiscard]] std::optional<Prefix> finished(const Prefix& prefix);
  /// A chain that covers as many of the open goals as the nearest-goal strategy
  /// finds.
  [[nodiscard]] Prefix longest_chain(Goals open);
  /// Builds a suite from chains and offers it.
  void make_suite();
  /// Keeps a suite if it is better than the best one.
  void offer(RunSuite suite);
  /// The number of goals that were shown to need a chain each; 0 if none was.
  [[nodiscard]] std::size_t separate();
  /// Refutes single chains of rising length, or finds one.
  void refute();
  /// A shortest chain of at most `most` steps that covers the goals. Calls
  /// `refuted` (may be empty) for each length that has none. Nothing if the
  /// solver does not answer.
  [[nodiscard]] std::optional<Prefix> whole_chain(
      const Goals& goals,
      std::uint64_t most,
      const std::function<void(std::uint64_t)>& refuted);
  /// Whether a chain of exactly `length` steps covers the goals. Updates
  /// `covered`, literals for "covered up to this step".
  [[nodiscard]] logic::smt::Answer try_length(
      std::uint64_t length,
      const Goals& goals,
      reach::Unrolling& unrolling,
      logic::smt::SatSolver& solver,
      std::vector<logic::smt::Literal>& covered);

  const model::StepSystem& system_;
  const reach::Result& reached_;
  /// The requested goals.
  const Goals goals_;
  const SymbolicChainOptions& options_;
  /// Budget of the part of the search that runs now.
  base::Budget budget_;
  const Listener& listener_;
  reach::MakeSolver make_solver_;
  std::unique_ptr<model::Stepper> stepper_;
  /// All terms of the solver.
  logic::TermManager terms_;
  model::Encoding encoding_;
  std::unique_ptr<reach::Relation> relation_;
  /// Bound on the length of one leg, in steps.
  std::size_t longest_leg_ = 0;
  /// The best suite so far.
  RunSuite best_;
};

}  // namespace catenary::engine::chain
