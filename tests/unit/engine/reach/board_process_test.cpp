// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches in a child process: how each way to fail is told.
#include "engine/reach/process/board_process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

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
  task.search = [&failure](Board& here, const base::Budget& /*own*/) {
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

/// A search that does a millisecond of work at a time, and says on its board
/// how often, and how many runs it was offered. Then it calls `at_the_end`.
BoardTask counting(std::uint32_t until,
                   const std::function<void()>& at_the_end = {}) {
  BoardTask task;
  task.search = [until, at_the_end](Board& here, const base::Budget& budget) {
    std::uint32_t runs = 0;
    for (std::uint32_t done = 1; done <= until; ++done) {
      SearchPosition at;
      at.depth = done;
      runs += static_cast<std::uint32_t>(here.take_offered().size());
      at.states = runs;
      here.set_position(at);
      const base::StopReason stop = budget.spend(std::chrono::milliseconds(1));
      if (stop != base::StopReason::none) {
        here.set_stop(stop_of(stop), "");
        return;
      }
    }
    if (at_the_end) at_the_end();
    here.set_stop(Stop::none, "");
  };
  return task;
}

class SlicedSearchTest : public testing::Test {
 protected:
  /// What a slice brought: how far the search came, and the work for it.
  struct Slice {
    std::uint32_t depth;
    std::int64_t work;
    bool ended;
    Stop stop;
    std::uint64_t told;
  };
  SlicedSearch begin(const BoardTask& task) {
    return {system_,
            task,
            [](const Board& board) {
              Result result;
              result.states = board.position().states;
              result.complete_depth = board.position().depth;
              result.stop = board.stop();
              return result;
            },
            budget_};
  }
  [[nodiscard]] base::Budget share(int work) const {
    return budget_.share(std::chrono::milliseconds(work));
  }
  Slice slice(SlicedSearch& search,
              int work,
              const std::vector<model::Trace>& news = {}) const {
    const auto before = base::WorkClock::now();
    search.start(share(work), news);
    search.wait();
    const auto done = base::WorkClock::now() - before;
    const Result result = search.result();
    return {result.complete_depth,
            std::chrono::duration_cast<std::chrono::milliseconds>(done).count(),
            search.ended(),
            result.stop,
            result.states};
  }

  model::StepSystem system_ = test::make_system(counter(20), {2});
  base::Budget budget_;
};

TEST_F(SlicedSearchTest, GoesOnWhereItRested) {
  SlicedSearch search = begin(counting(10));
  const Slice first = slice(search, 3);
  EXPECT_EQ(first.depth, 3U);
  EXPECT_EQ(first.work, 3);
  EXPECT_FALSE(first.ended);
  EXPECT_EQ(first.stop, Stop::work);
  const Slice second = slice(search, 4);
  EXPECT_EQ(second.depth, 7U);
  EXPECT_EQ(second.work, 4);
  const Slice last = slice(search, 100);
  EXPECT_EQ(last.depth, 10U);
  EXPECT_EQ(last.work, 3) << "its work counts once";
  EXPECT_TRUE(last.ended);
  EXPECT_EQ(last.stop, Stop::none);
}

TEST_F(SlicedSearchTest, IsToldWhatOthersFound) {
  SlicedSearch search = begin(counting(10));
  model::Trace run;
  run.steps.resize(2, {logic::Value::integer(1LL)});
  EXPECT_EQ(slice(search, 2, {run, run}).told, 2U);
  EXPECT_EQ(slice(search, 2).told, 2U);
  EXPECT_EQ(slice(search, 2, {run}).told, 3U);
}

TEST_F(SlicedSearchTest, MayBeLeftInTheMiddle) {
  SlicedSearch search = begin(counting(10));
  (void)slice(search, 3);
  search.start(share(2), {});
}

TEST_F(SlicedSearchTest, ThatDiesKeepsWhatItFound) {
  SlicedSearch search = begin(counting(5, [] { std::abort(); }));
  EXPECT_EQ(slice(search, 3).depth, 3U);
  const Slice last = slice(search, 10);
  EXPECT_TRUE(last.ended);
  EXPECT_EQ(last.depth, 5U);
  EXPECT_EQ(last.stop, Stop::died);
}

TEST_F(SlicedSearchTest, ErrorsOfTheInputReachTheCaller) {
  SlicedSearch search = begin(counting(
      2, [] { throw base::InputError({"a.c", 3, 1}, "no step", "step"); }));
  EXPECT_THROW(slice(search, 10), base::InputError);
}

// Where work takes much longer than its price, the others have their turn too.
TEST_F(SlicedSearchTest, ASliceHasATimeAsWell) {
  SlicedSearch search = begin(counting(1'000'000'000));
  base::Budget slice = share(1'000'000'000);
  slice.set_time(std::chrono::milliseconds(30));
  search.start(slice, {});
  search.wait();
  EXPECT_FALSE(search.ended());
  EXPECT_EQ(search.result().stop, Stop::work);
}

// What a search writes now and then, by the clock, it has written at a rest.
TEST_F(SlicedSearchTest, WritesItsPositionBeforeItRests) {
  BoardTask task;
  task.search = [](Board& here, const base::Budget& budget) {
    std::uint32_t done = 0;
    here.set_before_rest([&] {
      SearchPosition at;
      at.depth = done;
      here.set_position(at);
    });
    while (budget.spend(std::chrono::milliseconds(1)) ==
           base::StopReason::none) {
      ++done;
    }
  };
  SlicedSearch search = begin(task);
  EXPECT_EQ(slice(search, 10).depth, 9U);
  EXPECT_EQ(slice(search, 10).depth, 19U);
}

}  // namespace
}  // namespace catenary::engine::reach
