// SPDX-License-Identifier: Apache-2.0
// Limits of work and of time, and how shares of them are made.
#include "base/budget.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/worker.h"

namespace catenary::base {
namespace {

using std::chrono::milliseconds;

TEST(WorkClock, AdvancesByWorkAlone) {
  const WorkClock::time_point before = WorkClock::now();
  std::this_thread::sleep_for(milliseconds(2));
  EXPECT_EQ(WorkClock::now(), before);
  WorkClock::charge(3, milliseconds(2));
  EXPECT_EQ(WorkClock::now() - before, milliseconds(6));
}

TEST(WorkClock, IsThatOfOneThread) {
  const WorkClock::time_point before = WorkClock::now();
  std::thread([] { WorkClock::charge(milliseconds(50)); }).join();
  EXPECT_EQ(WorkClock::now(), before);
}

TEST(WorkClock, TakesTheWorkOfChildrenThatEnded) {
  const WorkClock::time_point before = WorkClock::now();
  Worker worker("cannot start", Worker::Group::own, [] {
    WorkClock::charge(milliseconds(7));
  });
  while (!worker.wait(milliseconds(100))) {
  }
  worker.kill();
  EXPECT_EQ(WorkClock::now() - before, milliseconds(7));
}

// What a child did before it crashed depends on the machine, or not; that it
// does not count makes the answer the same in any case.
TEST(WorkClock, LeavesOutChildrenThatWereKilled) {
  const WorkClock::time_point before = WorkClock::now();
  Worker worker("cannot start", Worker::Group::own, [] {
    WorkClock::charge(milliseconds(7));
    std::abort();
  });
  while (!worker.wait(milliseconds(100))) {
  }
  worker.kill();
  EXPECT_EQ(WorkClock::now(), before);
}

TEST(Budget, EndsByWork) {
  Budget budget;
  budget.set_work(milliseconds(10));
  EXPECT_EQ(budget.spend(milliseconds(9)), StopReason::none);
  EXPECT_EQ(budget.work_left(), milliseconds(1));
  EXPECT_EQ(budget.spend(milliseconds(1)), StopReason::work);
  EXPECT_EQ(budget.work_left(), milliseconds(0));
}

TEST(Budget, SharesWhatIsLeftOfTheWork) {
  Budget budget;
  budget.set_work(milliseconds(300));
  EXPECT_EQ(budget.share(milliseconds(1000), 3).work_left(), milliseconds(100));
  EXPECT_EQ(budget.share(milliseconds(20), 3).work_left(), milliseconds(20));
  WorkClock::charge(milliseconds(150));
  EXPECT_EQ(budget.share(milliseconds(1000), 3).work_left(), milliseconds(50));
}

TEST(Budget, WithoutLimitsAShareIsWhatWasAskedFor) {
  const Budget budget;
  EXPECT_FALSE(budget.is_limited());
  EXPECT_EQ(budget.share(milliseconds(20)).work_left(), milliseconds(20));
}

// The deadline that a share gets for steps that are slow is no plan.
TEST(Budget, SharesOfAShareWithoutItsLimitOfWorkAreWhatWasAskedFor) {
  Budget budget;
  budget.set_work(std::chrono::hours(1));
  const Budget member =
      budget.share(std::chrono::hours(1)).without_work_limit();
  const Budget slice = member.share(milliseconds(500));
  EXPECT_EQ(slice.work_left(), milliseconds(500));
  EXPECT_GT(slice.time_left(), std::chrono::seconds(10));
  EXPECT_EQ(slice.spend(milliseconds(500)), StopReason::work);
}

// A deadline is planned with as the work that it is expected to allow; a fast
// machine has time left after that.
TEST(Budget, PlansADeadlineAsWork) {
  Budget budget;
  budget.set_time(std::chrono::hours(8));
  EXPECT_TRUE(budget.is_limited());
  EXPECT_EQ(budget.work_left(), std::chrono::hours(8));
  WorkClock::charge(std::chrono::hours(6));
  EXPECT_EQ(budget.work_left(), std::chrono::hours(2));
  WorkClock::charge(std::chrono::hours(20));
  EXPECT_EQ(budget.work_left(), std::chrono::hours(1));
  EXPECT_EQ(budget.poll(), StopReason::none);
}

// To who gave a time, a share that ends by its work has used up its time.
TEST(Budget, NamesWhatTheUserGave) {
  Budget timed;
  timed.set_time(std::chrono::hours(1));
  const Budget planned = timed.share(milliseconds(5));
  EXPECT_EQ(planned.spend(milliseconds(5)), StopReason::time);
  EXPECT_EQ(planned.share(milliseconds(9)).work_reason(), StopReason::time);
  Budget both = timed;
  both.set_work(milliseconds(10));
  EXPECT_EQ(both.share(milliseconds(5)).spend(milliseconds(5)),
            StopReason::work);
  EXPECT_EQ(Budget().share(milliseconds(5)).spend(milliseconds(5)),
            StopReason::work);
}

// A share ends by its work. Its part of the time is generous.
TEST(Budget, GivesAShareMoreTimeThanWork) {
  Budget budget;
  budget.set_time(std::chrono::hours(10));
  const Budget share = budget.share(std::chrono::hours(10), 3);
  EXPECT_EQ(
      share.work_left(),
      std::chrono::duration_cast<milliseconds>(std::chrono::hours(10)) / 3);
  EXPECT_GT(share.time_left(), std::chrono::hours(5));
  EXPECT_LE(share.time_left(), std::chrono::hours(6));
}

// Starting a process must not use up the time of a slice.
TEST(Budget, AShortShareHasTimeToBegin) {
  Budget budget;
  budget.set_time(std::chrono::hours(1));
  EXPECT_GT(budget.share(milliseconds(20)).time_left(), milliseconds(200));
  EXPECT_LT(budget.share(milliseconds(20)).time_left(), milliseconds(300));
  EXPECT_LE(budget.share(milliseconds(1)).time_left(), milliseconds(100));
}

/// A budget whose slices are these, and the work that was done at the end of
/// each.
struct Sliced {
  explicit Sliced(std::vector<milliseconds> slices) {
    budget.set_slices(std::make_shared<Slices>(
        [this, slices, next = std::size_t{0}](
            WorkClock::duration done) mutable -> Slice {
          rests.push_back(std::chrono::duration_cast<milliseconds>(done));
          if (on_rest) on_rest();
          if (next == slices.size()) return {};
          return {slices[next++], std::chrono::hours(1)};
        }));
  }
  Budget budget;
  std::vector<milliseconds> rests;
  std::function<void()> on_rest;
};

TEST(Slices, AComputationWaitsAtTheEndOfEachAndGoesOn) {
  Sliced sliced({milliseconds(10), milliseconds(5)});
  EXPECT_EQ(sliced.budget.poll(), StopReason::none);
  EXPECT_EQ(sliced.budget.spend(milliseconds(9)), StopReason::none);
  EXPECT_EQ(sliced.rests, std::vector{milliseconds(0)});
  EXPECT_EQ(sliced.budget.spend(milliseconds(1)), StopReason::none);
  EXPECT_EQ(sliced.rests, (std::vector{milliseconds(0), milliseconds(10)}));
  EXPECT_EQ(sliced.budget.spend(milliseconds(7)), StopReason::work);
  EXPECT_EQ(sliced.rests.back(), milliseconds(17));
  EXPECT_EQ(sliced.budget.poll(), StopReason::work);
  EXPECT_EQ(sliced.rests.size(), 3U) << "nobody waits for what will not come";
}

TEST(Slices, SayHowMuchIsLeftOfThem) {
  Sliced sliced({milliseconds(10), milliseconds(5)});
  EXPECT_EQ(sliced.budget.slice_left(), milliseconds(0)) << "none was granted";
  ASSERT_EQ(sliced.budget.poll(), StopReason::none);
  EXPECT_EQ(sliced.budget.slice_left(), milliseconds(10));
  WorkClock::charge(milliseconds(12));
  EXPECT_EQ(sliced.budget.slice_left(), milliseconds(0));
  EXPECT_EQ(Budget().slice_left(), WorkClock::duration::max());
}

// The share of a part of the computation does not shrink while others work.
TEST(Slices, ADeadlineOfAShareStandsStillWhileItsOwnerWaits) {
  Sliced sliced({milliseconds(10), milliseconds(10)});
  ASSERT_EQ(sliced.budget.poll(), StopReason::none);
  const Budget share = sliced.budget.share(milliseconds(100));
  const milliseconds before = share.time_left();
  sliced.on_rest = [] { std::this_thread::sleep_for(milliseconds(300)); };
  EXPECT_EQ(share.spend(milliseconds(10)), StopReason::none);
  EXPECT_GT(share.time_left(), before - milliseconds(250));
  EXPECT_EQ(share.work_left(), milliseconds(90));
}

// What the user gave does: it says when everything stops.
TEST(Slices, TheDeadlineOfTheWholeDoesNot) {
  Sliced sliced({milliseconds(10), milliseconds(10)});
  sliced.budget.set_time(milliseconds(200));
  ASSERT_EQ(sliced.budget.poll(), StopReason::none);
  const Budget share = sliced.budget.share(milliseconds(100));
  sliced.on_rest = [] { std::this_thread::sleep_for(milliseconds(300)); };
  EXPECT_EQ(share.spend(milliseconds(10)), StopReason::time);
  EXPECT_EQ(share.time_left(), milliseconds(0));
  EXPECT_EQ(sliced.budget.poll(), StopReason::time);
}

}  // namespace
}  // namespace catenary::base
