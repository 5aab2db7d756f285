// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches in a child process: how each way to fail is told.
#include "engine/reach/process/board_process.h"

#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <string>

#include "base/error.h"
#include "unit/engine/reach/counter.h"

namespace catenary::engine::reach {
namespace {

using test::counter;

/// Why a search stopped that finds goal 0, and then does `failure`.
struct Ended {
  Stop stop;
  std::string text;
  bool keeps_hit;
};
Ended end_of(const std::function<void()>& failure,
             const base::Budget& budget = {}) {
  const model::StepSystem system = test::make_system(counter(20), {2});
  Board board(system, {});
  BoardTask task;
  task.search = [&failure](Board& here) {
    GoalKnowledge hit;
    hit.state = GoalKnowledge::State::hit;
    here.set_goal(0, std::move(hit));
    failure();
    here.set_stop(Stop::goals, "");
  };
  search_in_child(system, task, budget, board);
  return {board.stop(),
          board.stop_text(),
          board.goal(0).state == GoalKnowledge::State::hit};
}

TEST(BoardProcess, TellsWhatTheSearchSays) {
  const Ended ended = end_of([] {});
  EXPECT_EQ(ended.stop, Stop::goals);
  EXPECT_TRUE(ended.keeps_hit);
}

// A part of a search may have a share of the work, which is spent while the
// budget is not.
TEST(BoardProcess, ASpentShareOfTheWorkIsNoFailureOfATool) {
  const Ended ended = end_of([] { throw base::StoppedError("encoding"); });
  EXPECT_EQ(ended.stop, Stop::work);
  EXPECT_EQ(ended.text, "");
  EXPECT_TRUE(ended.keeps_hit);
}

TEST(BoardProcess, NoToolHasFailedWhereTheBudgetIsSpent) {
  base::Budget budget;
  budget.set_time(std::chrono::milliseconds(20));
  const Ended ended = end_of(
      [&budget] {
        while (budget.poll() == base::StopReason::none) {
        }
        throw base::ToolError("no answer");
      },
      budget);
  EXPECT_EQ(ended.stop, Stop::time);
  EXPECT_TRUE(ended.keeps_hit);
}

TEST(BoardProcess, AFailedToolIsToldWithItsMessage) {
  const Ended ended = end_of([] { throw base::ToolError("no answer"); });
  EXPECT_EQ(ended.stop, Stop::solver);
  EXPECT_EQ(ended.text, "no answer");
  EXPECT_TRUE(ended.keeps_hit);
}

TEST(BoardProcess, LackOfMemoryIsTold) {
  const Ended ended = end_of([] { throw std::bad_alloc(); });
  EXPECT_EQ(ended.stop, Stop::memory);
  EXPECT_TRUE(ended.keeps_hit);
}

TEST(BoardProcess, ErrorsOfTheInputReachTheCaller) {
  EXPECT_THROW(
      end_of([] { throw base::InputError({"a.c", 3, 1}, "no step", "step"); }),
      base::InputError);
}

}  // namespace
}  // namespace catenary::engine::reach
