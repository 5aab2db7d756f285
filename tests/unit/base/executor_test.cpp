// SPDX-License-Identifier: Apache-2.0
#include "base/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

namespace catenary::base {
namespace {

std::unique_ptr<Executor> make(int threads) {
  if (threads == 0) return std::make_unique<InlineExecutor>();
  return std::make_unique<ThreadPool>(static_cast<unsigned>(threads));
}

/// 0 = the inline executor, else threads of a pool.
class ExecutorTest : public ::testing::TestWithParam<int> {
 protected:
  std::unique_ptr<Executor> executor_ = make(GetParam());
};

TEST_P(ExecutorTest, SubmitGivesResultsAndExceptions) {
  auto value = executor_->submit([] { return std::string("done"); });
  auto failing =
      executor_->submit([]() -> int { throw std::runtime_error("failed"); });
  EXPECT_EQ(value.get(), "done");
  EXPECT_THROW(failing.get(), std::runtime_error);
}

TEST_P(ExecutorTest, CallsEveryIndexOnce) {
  std::vector<std::atomic<int>> calls(1000);
  EXPECT_EQ(executor_->parallel_for(1000, [&](std::size_t i) { ++calls[i]; }),
            StopReason::none);
  for (const auto& n : calls) ASSERT_EQ(n.load(), 1);
}

TEST_P(ExecutorTest, MapsInOrder) {
  const auto squares =
      executor_->parallel_map(100, [](std::size_t i) { return i * i; });
  for (std::size_t i = 0; i < 100; ++i) ASSERT_EQ(squares[i], i * i);
}

TEST_P(ExecutorTest, ThrowsTheExceptionOfTheSmallestIndex) {
  for (int round = 0; round < 50; ++round) {
    try {
      executor_->parallel_for(64, [](std::size_t i) {
        if (i % 8 == 5) throw std::runtime_error(std::to_string(i));
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& e) {
      ASSERT_STREQ(e.what(), "5");
    }
  }
}

TEST_P(ExecutorTest, StopsWithTheBudget) {
  Budget budget;
  std::atomic<int> calls{0};
  const auto reason = executor_->parallel_for(
      100000,
      [&](std::size_t i) {
        ++calls;
        if (i == 10) Budget(budget).interrupt();
      },
      budget);
  EXPECT_EQ(reason, StopReason::interrupt);
  EXPECT_GE(calls.load(), 11);
  EXPECT_LT(calls.load(), 100000);

  const auto results =
      executor_->parallel_map(5, [](std::size_t i) { return i; }, budget);
  for (const auto& r : results) EXPECT_FALSE(r.has_value());
}

TEST_P(ExecutorTest, Nests) {
  std::atomic<int> calls{0};
  executor_->parallel_for(8, [&](std::size_t) {
    executor_->parallel_for(8, [&](std::size_t) { ++calls; });
  });
  EXPECT_EQ(calls.load(), 64);
}

TEST_P(ExecutorTest, DoesNothingForNoTasks) {
  EXPECT_EQ(executor_->parallel_for(0, [](std::size_t) { FAIL(); }),
            StopReason::none);
}

INSTANTIATE_TEST_SUITE_P(Threads, ExecutorTest, ::testing::Values(0, 1, 2, 7));

TEST(ThreadPool, FinishesWhatWasPosted) {
  std::atomic<int> done{0};
  {
    ThreadPool pool(2);
    for (int i = 0; i < 100; ++i) pool.post([&] { ++done; });
  }
  EXPECT_EQ(done.load(), 100);
}

TEST(ThreadPool, TakesTheMachinesProcessorsForZero) {
  EXPECT_GE(ThreadPool(0).workers(), 1U);
}

}  // namespace
}  // namespace catenary::base
