// SPDX-License-Identifier: Apache-2.0
/// \file
/// Children from fork to reaping: how they end, and what ends with them.
#include "base/worker.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/error.h"

namespace catenary::base {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

/// Sleeps until it is killed.
void sleep_for_ever() {
  for (;;) ::pause();
}

/// Whether every process that holds the write end is gone within some seconds.
bool is_closed(const Pipe& pipe) {
  struct pollfd end{pipe.read_end(), POLLIN, 0};
  return ::poll(&end, 1, 5000) == 1;
}

Worker worker(const std::function<void()>& body) {
  return Worker("cannot start a test", Worker::Group::own, body);
}

TEST(Worker, TellsHowItEnded) {
  Worker good = worker([] {});
  EXPECT_TRUE(good.wait(seconds(20)));
  EXPECT_TRUE(good.has_ended());
  EXPECT_EQ(good.kill().status, 0);
  EXPECT_EQ(good.end().signal, 0);
  EXPECT_EQ(good.end().to_string(), "left with status 0");

  Worker left = worker([] { ::_exit(7); });
  EXPECT_TRUE(left.wait(seconds(20)));
  EXPECT_EQ(left.kill().status, 7);

  Worker crashed = worker([] { ::raise(SIGSEGV); });
  EXPECT_TRUE(crashed.wait(seconds(20)));
  EXPECT_EQ(crashed.kill().signal, SIGSEGV);
  EXPECT_EQ(crashed.end().to_string(),
            "killed by signal 11 (Segmentation fault)");
  EXPECT_EQ(crashed.kill().signal, SIGSEGV) << "the second time";
}

TEST(Worker, KillsAChildThatIgnoresSignals) {
  Worker stubborn = worker([] {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
      ::signal(signal, SIG_IGN);
    }
    sleep_for_ever();
  });
  EXPECT_FALSE(stubborn.wait(milliseconds(20)));
  EXPECT_FALSE(stubborn.has_ended());
  EXPECT_EQ(stubborn.kill().signal, SIGKILL);
  EXPECT_TRUE(stubborn.has_ended());
}

// Memory that is lent is the parent's own; the child's signal handlers, mask,
// directory and limits are not.
TEST(Worker, AChildWithLentMemoryChangesNothingElse) {
  const auto block = [](int how) {
    sigset_t usr;
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR2);
    ::pthread_sigmask(how, &usr, nullptr);
  };
  block(SIG_BLOCK);
  ::signal(SIGINT, SIG_IGN);
  const std::string before = std::filesystem::current_path();
  const Program program({"sh", "-c", "test \"$PWD\" = / && exit 3"}, {}, "/");
  Worker child(
      "cannot start a test",
      Worker::Group::own,
      [&] {
        enter_program({.open_files = 20});
        static_cast<void>(program.become());
        ::_exit(127);
      },
      Worker::Memory::lent);
  EXPECT_TRUE(child.wait(std::chrono::seconds(10)));
  EXPECT_EQ(child.kill().status, 3);
  sigset_t now;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
  EXPECT_TRUE(sigismember(&now, SIGUSR2));
  EXPECT_EQ(::signal(SIGINT, SIG_DFL), SIG_IGN);
  EXPECT_EQ(std::filesystem::current_path(), before);
  struct rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  EXPECT_NE(files.rlim_cur, 20U);
  block(SIG_UNBLOCK);
}

TEST(Worker, AChildWithLentMemoryMayFailToBecomeAProgram) {
  const Program program({"/no/such/program"});
  Worker child(
      "cannot start a test",
      Worker::Group::own,
      [&] { ::_exit(program.become() == ENOENT ? 5 : 6); },
      Worker::Memory::lent);
  EXPECT_TRUE(child.wait(std::chrono::seconds(10)));
  EXPECT_EQ(child.kill().status, 5);
}

TEST(Worker, NoticesTheEndAtOnce) {
  const auto start = Clock::now();
  Worker brief = worker([] { ::usleep(1000); });
  EXPECT_TRUE(brief.wait(seconds(30)));
  EXPECT_LT(Clock::now() - start, seconds(10));
}

TEST(Worker, TakesItsGroupWithIt) {
  Pipe held;
  {
    // The descendant outlives its parent, and ignores what a terminal sends.
    Worker parent = worker([&] {
      if (::fork() == 0) {
        ::signal(SIGHUP, SIG_IGN);
        sleep_for_ever();
      }
    });
    held.close_write();
    EXPECT_TRUE(parent.wait(seconds(20)));
  }
  EXPECT_TRUE(is_closed(held));
}

TEST(Worker, LeadsAGroupOnlyIfAsked) {
  const pid_t group = ::getpgrp();
  Worker ours("cannot start a test", Worker::Group::ours, [group] {
    ::_exit(::getpgrp() == group ? 3 : 4);
  });
  EXPECT_TRUE(ours.wait(seconds(20)));
  EXPECT_EQ(ours.kill().status, 3);
  Worker own = worker([] { ::_exit(::getpgrp() == ::getpid() ? 3 : 4); });
  EXPECT_TRUE(own.wait(seconds(20)));
  EXPECT_EQ(own.kill().status, 3);
}

TEST(Worker, DiesWithItsParent) {
  Pipe held;
  Worker parent = worker([] {
    Worker child("cannot start a test", Worker::Group::own, &sleep_for_ever);
    ::raise(SIGKILL);
  });
  held.close_write();
  EXPECT_TRUE(parent.wait(seconds(20)));
  EXPECT_TRUE(is_closed(held));
}

TEST(Worker, AnExceptionDoesNotReachTheParentsCode) {
  Worker throws = worker([] {
    ::close(STDERR_FILENO);
    throw std::runtime_error("nobody catches this");
  });
  EXPECT_TRUE(throws.wait(seconds(20)));
  EXPECT_EQ(throws.kill().signal, SIGABRT);
}

TEST(Worker, OneThatSomebodyElseReapsIsNoSuccess) {
  // In a child, since the setting is that of the process.
  Worker outer = worker([] {
    ::signal(SIGCHLD, SIG_IGN);
    Worker inner = worker([] {});
    const bool ended = inner.wait(seconds(20));
    ::_exit(ended && inner.kill().status == kUnknownStatus ? 3 : 4);
  });
  EXPECT_TRUE(outer.wait(seconds(30)));
  EXPECT_EQ(outer.kill().status, 3);
}

TEST(Worker, ManyShortOnesLeaveNothingBehind) {
  for (int i = 0; i < 300; ++i) {
    Worker brief = worker([] {});
    ASSERT_TRUE(brief.wait(seconds(20)));
    ASSERT_EQ(brief.kill().status, 0);
  }
  // Neither zombies nor descriptors.
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  const Pipe next;
  EXPECT_LT(next.write_end(), 100);
}

TEST(Program, RunsWithItsEnvironmentAndDirectory) {
  const Program program(
      {"sh", "-c", "test \"$PROBE\" = set && test \"$PWD\" = /"},
      {{"PROBE", "set"}},
      "/");
  Worker runs = worker([&] { ::_exit(program.become()); });
  EXPECT_TRUE(runs.wait(seconds(20)));
  EXPECT_EQ(runs.kill().status, 0);
}

TEST(Program, TellsWhyItCannotBeExecuted) {
  const Program missing({"no-such-program-anywhere"});
  Worker fails = worker([&] { ::_exit(missing.become()); });
  EXPECT_TRUE(fails.wait(seconds(20)));
  EXPECT_EQ(fails.kill().status, ENOENT);
  const Program nowhere({"true"}, {}, "/no/such/directory");
  Worker lost = worker([&] { ::_exit(nowhere.become()); });
  EXPECT_TRUE(lost.wait(seconds(20)));
  EXPECT_EQ(lost.kill().status, ENOENT);
}

TEST(Program, StartsWithTheUsualSignals) {
  // As in the tool, which blocks some signals and ignores others.
  const Program program({"sh", "-c", "kill -TERM $$; kill -PIPE $$; exit 5"});
  Worker tool = worker([&] {
    ::signal(SIGPIPE, SIG_IGN);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    Worker inner = worker([&] {
      enter_program({});
      ::_exit(program.become());
    });
    static_cast<void>(inner.wait(seconds(20)));
    ::_exit(inner.kill().signal);
  });
  EXPECT_TRUE(tool.wait(seconds(30)));
  EXPECT_EQ(tool.kill().status, SIGTERM);
}

TEST(DescribeSignal, NamesIt) {
  EXPECT_EQ(describe_signal(SIGSEGV), "SIGSEGV (Segmentation fault)");
  EXPECT_EQ(describe_signal(999), "signal 999");
}

}  // namespace
}  // namespace catenary::base
