// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of a timed automaton that have a given trace: membership of a trace,
/// with a witness.
///
/// Method: depth-first search over execution contexts (execution.h), with the
/// delays and values of the trace in place. What remains of the path condition
/// is about hidden values and the times of internal steps, and is solved.
#pragma once

#include <memory>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "model/timed/timed_automaton.h"
#include "model/timed/timed_run.h"

namespace catenary::engine::symbolic {

/// Answers queries about one automaton. Memory grows with the queries and is
/// given back from time to time.
class TraceRuns {
 public:
  /// The automaton must outlive it; the others are copied.
  TraceRuns(const model::TimedAutomaton& automaton,
            const TestCaseOptions& options,
            const base::Budget& budget);
  ~TraceRuns();

  /// Looks for a run with the trace of the query.
  /// `yes`: the answer has such a run. `no`: proved, since every path with the
  /// channels of the trace was refuted. `undecided`: the budget, a query, or
  /// more than kMostInternal internal steps in a row left paths open; the
  /// answer says which.
  /// Cost: at most a query for each step of each feasible path.
  [[nodiscard]] model::TimedRunAnswer find(const model::TimedRunQuery& query);

  /// Internal steps in a row that a run may have.
  static constexpr std::uint32_t kMostInternal = 16;
  /// Steps of one search.
  static constexpr std::uint64_t kMostSteps = 200'000;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace catenary::engine::symbolic
