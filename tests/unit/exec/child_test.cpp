// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a child says and how it ends, in whatever order both are noticed.
#include "exec/adapter/child.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "base/wire.h"
#include "base/worker.h"
#include "exec/adapter/child_setup.h"

namespace catenary::exec {
namespace {

constexpr std::chrono::seconds kLimit{10};

/// A child that sends one message and ends at once.
Child child_that_sends(char mark, const std::string& text) {
  return Child(
      [mark, text](int socket) {
        base::WireWriter message;
        message.put(mark);
        message.put_bytes(text.data(), text.size());
        (void)FrameSocket(socket).write(message);
        ::kill(::getpid(), SIGKILL);
      },
      {});
}

TEST(Child, ItsAnswerCountsThoughItHasEnded) {
  Child child = child_that_sends('a', "nswer");
  // Message and end are there when they are looked for.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::string answer;
  ASSERT_EQ(child.ask("", kLimit, {}, answer), WaitOutcome::answered);
  EXPECT_EQ(answer, "answer");
  EXPECT_EQ(child.ask("", kLimit, {}, answer), WaitOutcome::crashed);
  EXPECT_NE(child.reason().find("SIGKILL"), std::string::npos);
}

TEST(Child, WhatItSaysOfItsFaultIsTold) {
  Child child = child_that_sends(kFaultMark, "stack overflow");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::string answer;
  EXPECT_EQ(child.ask("", kLimit, {}, answer), WaitOutcome::crashed);
  EXPECT_NE(child.reason().find("stack overflow"), std::string::npos);
}

TEST(Child, OnlyWhatItHasStartedIsKilledWithIt) {
  // Its daemon leaves the group, and its parent ends; the number comes back.
  const auto start_daemon = [](int socket) {
    if (::fork() == 0) {
      ::setsid();
      if (::fork() == 0) {
        for (;;) ::pause();
      }
      ::_exit(0);
    }
    // Daemons are ours once their parents have ended.
    int daemon = 0;
    while (::wait(nullptr) < 0) {
    }
    std::ifstream("/proc/self/task/" + std::to_string(::getpid()) +
                  "/children") >>
        daemon;
    base::WireWriter message;
    message.put(static_cast<std::int32_t>(daemon));
    static_cast<void>(FrameSocket(socket).write(message));
    for (;;) ::pause();
  };
  std::int32_t daemon = 0;
  std::unique_ptr<base::Worker> ours;
  {
    Child child(start_daemon, {});
    // Of the program around, begun while the child lives.
    ours = std::make_unique<base::Worker>(
        "no process", base::Worker::Group::own, [] {
          for (;;) ::pause();
        });
    std::string answer;
    ASSERT_EQ(child.ask("", kLimit, {}, answer), WaitOutcome::answered);
    daemon = base::WireReader(answer).get<std::int32_t>();
    ASSERT_GT(daemon, 0);
    ASSERT_EQ(::kill(daemon, 0), 0);
  }
  EXPECT_FALSE(ours->has_ended());
  // Gone, or a zombie where the machine's init is slow; a moment after the
  // signal on a busy machine.
  std::string state;
  for (int tries = 0; tries < 1'000; ++tries) {
    state = "(gone) Z";
    std::ifstream stat("/proc/" + std::to_string(daemon) + "/stat");
    if (stat) std::getline(stat, state);
    if (state.find(") Z") != std::string::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_NE(state.find(") Z"), std::string::npos) << state;
}

}  // namespace
}  // namespace catenary::exec
