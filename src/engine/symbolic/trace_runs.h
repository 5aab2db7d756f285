// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of a timed automaton that have a given trace.
///
/// Method: depth-first search over execution contexts (execution.h) with the
/// delays and values of the trace in place; what is left of the path condition
/// is about hidden values and the times of internal steps, and is solved.
#pragma once

#include <memory>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "model/timed/timed_automaton.h"
#include "model/timed/timed_run.h"

namespace catenary::engine::symbolic {

class TraceRuns {
 public:
  /// The automaton must outlive it.
  TraceRuns(const model::TimedAutomaton& automaton,
            const TestCaseOptions& options,
            const base::Budget& budget);
  ~TraceRuns();

  /// `yes` comes with such a run; `no` is proved: every path with the channels
  /// of the trace was refuted. `undecided` where the budget, a query, or
  /// more than kMostInternal internal steps in a row left paths open.
  /// Cost: at most a query for each step of each feasible path.
  [[nodiscard]] model::TimedRunAnswer find(const model::TimedRunQuery& query);

  static constexpr std::uint32_t kMostInternal = 16;
  static constexpr std::uint64_t kMostSteps = 200'000;  ///< of one search

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace catenary::engine::symbolic
