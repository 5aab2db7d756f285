// SPDX-License-Identifier: Apache-2.0
#include "cli/signals.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/process.h"

namespace catenary::cli {
namespace {

/// Runs `body` in a child of its own: signals must not reach the test.
base::ForkedResult in_child(
    const std::function<void(base::ForkedOutput&)>& body) {
  base::ForkedTask task;
  task.body = body;
  task.limits.time = std::chrono::seconds(20);
  return base::run_forked(task);
}

void wait_for(const base::Budget& budget) {
  while (!budget.interrupted()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(Signals, TheFirstInterruptsTheBudget) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const auto r = in_child([signal](base::ForkedOutput& out) {
      base::Budget budget;
      {
        const SignalWatch watch(budget, [] {});
        ::kill(::getpid(), signal);
        wait_for(budget);
      }
      out.write("survived");
    });
    EXPECT_EQ(r.bytes, "survived");
  }
}

TEST(Signals, TheSecondEndsTheProgram) {
  const auto r = in_child([](base::ForkedOutput& out) {
    base::Budget budget;
    const SignalWatch watch(budget, [&out] { out.write("first"); });
    ::kill(::getpid(), SIGINT);
    wait_for(budget);
    for (;;) {
      ::kill(::getpid(), SIGINT);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  EXPECT_EQ(r.bytes, "first");
  EXPECT_EQ(r.process.exit_code, 130);
}

TEST(Signals, WaitAfterTheHandOver) {
  const auto r = in_child([](base::ForkedOutput& out) {
    base::Budget budget;
    SignalWatch watch(budget, [&out] { out.write("read"); });
    watch.hand_over();
    ::kill(::getpid(), SIGINT);
    sigset_t pending;
    ::sigpending(&pending);
    if (sigismember(&pending, SIGINT) == 1) out.write("pending");
    // Removed, so that the end of the watch does not deliver it.
    int signal = 0;
    ::sigwait(&pending, &signal);
  });
  EXPECT_EQ(r.bytes, "pending");
}

TEST(Signals, BrokenPipesAreErrorsNotDeath) {
  const auto r = in_child([](base::ForkedOutput& out) {
    const SignalWatch watch({}, [] {});
    int ends[2];
    if (::pipe(ends) != 0) return;
    ::close(ends[0]);
    if (::write(ends[1], "x", 1) < 0) out.write("error");
  });
  EXPECT_EQ(r.bytes, "error");
}

}  // namespace
}  // namespace catenary::cli
