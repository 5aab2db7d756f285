// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/system/virtual_times.h"

#include <gtest/gtest.h>

namespace catenary::frontend::umlrt {
namespace {

TimerAfter set(std::int64_t time) {
  return {true, time, time};
}
TimerAfter running() {
  return {true, -1, -1};
}
TimerAfter idle() {
  return {};
}

using Times = std::vector<mpz_class>;

TEST(VirtualTimes, TimersExpireWhenTheyAreDue) {
  EXPECT_EQ(least_times({{{}, {set(3), idle()}},
                         {{}, {running(), set(5)}},
                         {0, {idle(), running()}},
                         {1, {idle(), idle()}}}),
            (Times{0, 3, 5}));
}

TEST(VirtualTimes, WhatComesFirstWaitsForWhatMustBeLater) {
  // The timer of 9 is the first to expire, so that of 5 was set late.
  EXPECT_EQ(least_times({{{}, {set(9), idle()}},
                         {{}, {running(), set(5)}},
                         {0, {idle(), running()}},
                         {1, {idle(), idle()}}}),
            (Times{4, 9, 9}));
}

TEST(VirtualTimes, NoTimePassesWhileMessagesWait) {
  // The timer is set in the second step, which is as late as the first.
  EXPECT_EQ(least_times({{{}, {set(7), idle()}},
                         {{}, {running(), idle()}, true},
                         {{}, {running(), set(2)}},
                         {0, {idle(), running()}},
                         {1, {idle(), idle()}}}),
            (Times{5, 5, 7, 7}));
}

TEST(VirtualTimes, ThoseThatRunOnHaveNotExpired) {
  EXPECT_EQ(least_times({{{}, {set(3), set(5)}}, {1, {running(), idle()}}}),
            Times{});
  EXPECT_EQ(least_times({{{}, {set(3), set(5)}},
                         {{}, {idle(), running()}},
                         {1, {idle(), idle()}}}),
            (Times{0, 5}));
}

TEST(VirtualTimes, TimersAreSetAgain) {
  EXPECT_EQ(least_times({{{}, {set(3)}}, {0, {set(3)}}, {0, {set(3)}}}),
            (Times{3, 6}));
  // Cancelled and set in one step.
  EXPECT_EQ(least_times({{{}, {set(3)}}, {{}, {set(4)}}, {0, {idle()}}}),
            (Times{0, 4}));
}

TEST(VirtualTimes, WhatIsCancelledTooLateHasExpired) {
  const TimerAfter queued = {true, -2, -2, true};
  // It arrives at its deadline, and what comes between has no time.
  EXPECT_EQ(
      least_times(
          {{{}, {set(3)}}, {{}, {queued}}, {{}, {running()}}, {0, {idle()}}}),
      (Times{3, 3, 3}));
  EXPECT_EQ(least_times({{{}, {set(3), set(2)}},
                         {{}, {queued, running()}},
                         {0, {idle(), running()}}}),
            Times{});
}

TEST(VirtualTimes, OfWhatIsNotKnownTheOrderCounts) {
  EXPECT_EQ(least_times({{{}, {{true, 0, 7}}}, {0, {idle()}}, {{}, {}}}),
            (Times{0, 0}));
  EXPECT_EQ(least_times({{{}, {set(2)}}, {0, {}}}), (Times{2}));
  EXPECT_EQ(least_times({}), Times{});
}

TEST(VirtualTimes, TimesMayBeBeyond64Bits) {
  const std::int64_t large = std::int64_t{1} << 61;
  std::vector<TimerStep> steps = {{{}, {set(large)}}};
  for (int k = 0; k < 10; ++k) steps.push_back({0, {set(large)}});
  EXPECT_EQ(least_times(steps).back(), mpz_class(large) * 10);
}

}  // namespace
}  // namespace catenary::frontend::umlrt
