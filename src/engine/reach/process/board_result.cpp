// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/process/board_result.h"

#include <algorithm>
#include <string>
#include <utility>

namespace catenary::engine::reach {

using model::GoalStatus;
using model::Trust;
using State = GoalKnowledge::State;

namespace {

/// The status of a goal that is neither covered nor proved unreachable.
model::GoalResult judge_open(const Board& board, const GoalKnowledge& goal) {
  model::GoalResult result;
  // The reasons in the order of their weight: a contradiction makes everything
  // doubtful, a gap leaves lengths valid, an early end too.
  const SearchPosition& at = board.position();
  const std::string known =
      at.started
          ? "no run of at most " + steps_text(at.complete_depth) + " hits it"
          : "";
  const std::string prefix = known.empty() ? "" : known + "; ";
  if (!board.contradiction().empty()) {
    result.reason = board.contradiction();
  } else if (!board.gap().empty()) {
    result.reason = prefix + board.gap();
  } else if (board.stop() == Stop::died || board.stop() == Stop::solver ||
             board.stop() == Stop::memory) {
    result.reason =
        prefix + (board.stop_text().empty()
                      ? std::string("stopped by ") + to_string(board.stop())
                      : board.stop_text());
  } else if (!at.started) {
    result.reason = std::string("stopped by ") + to_string(board.stop()) +
                    " before any run was examined";
  } else {
    // Every run up to the depth was examined, and nothing is in doubt.
    result.status = GoalStatus::not_within_bound;
    result.depth = at.complete_depth;
    result.trust = Trust::proved;
    result.reason = known + "; stopped by " + to_string(board.stop());
  }
  if (result.status == GoalStatus::undecided && !goal.reason.empty()) {
    result.reason += "; " + goal.reason;
  }
  return result;
}

/// The status of any goal.
model::GoalResult judge(const Board& board, const GoalKnowledge& goal) {
  model::GoalResult result;
  switch (goal.state) {
    case State::hit: {
      const bool shortest = goal.shortest && board.contradiction().empty();
      result.status = GoalStatus::covered;
      result.depth = goal.length();
      result.reason = hit_text(goal.length(), shortest);
      return result;
    }
    case State::unreachable:
      if (!board.contradiction().empty()) {
        result.reason = board.contradiction();
        return result;
      }
      result.status = GoalStatus::unreachable;
      result.trust = Trust::proved;
      result.reason = goal.reason;
      return result;
    // A wrong model says nothing of other runs: the goal is undecided.
    case State::broken:
      result.reason = goal.reason;
      return result;
    case State::unanswered:
      result.reason =
          board.contradiction().empty() ? goal.reason : board.contradiction();
      return result;
    case State::open:
      break;
  }
  return judge_open(board, goal);
}

}  // namespace

Result result_of(const Board& board) {
  Result result;
  const SearchPosition& at = board.position();
  const bool believed = board.contradiction().empty();
  result.closed = at.closed && believed;
  result.complete_depth = believed && at.started ? at.complete_depth : 0;
  result.stop = board.stop();
  result.stop_text = board.stop_text();
  result.initial_ended = at.initial_ended;
  result.states = at.states;
  result.transitions = at.native_steps;
  result.encoded = at.encoded;
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    const GoalKnowledge& goal = board.goal(g);
    GoalReport report;
    report.result = judge(board, goal);
    if (report.result.status == GoalStatus::covered) {
      report.trace = goal.trace;
      // A run without steps is shortest by definition.
      report.shortest = goal.length() == 0 || (goal.shortest && believed);
    }
    if (report.result.status == GoalStatus::unreachable) {
      result.proof = "induction with invariants, and exhausted lengths";
    }
    result.goals.push_back(std::move(report));
  }
  result.findings = board.findings();
  // Stable: findings of equal length stay in the order in which they were
  // found.
  std::stable_sort(result.findings.begin(),
                   result.findings.end(),
                   [](const Finding& a, const Finding& b) {
                     return a.trace.steps.size() < b.trace.steps.size();
                   });
  return result;
}

void BoardTeller::tell(const Board& board) {
  if (!progress_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  const std::chrono::duration<double> taken = Clock::now() - begin_;
  Progress p;
  p.states = board.position().states;
  p.transitions = board.position().native_steps;
  p.depth = board.position().depth;
  p.goals = static_cast<std::uint32_t>(board.goal_count());
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    if (board.goal(g).state == State::hit) ++p.goals_hit;
  }
  p.transitions_per_second =
      static_cast<double>(p.transitions) / std::max(taken.count(), 1e-3);
  progress_(p);
}

}  // namespace catenary::engine::reach
