// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a child says and how it ends, in whatever order both are noticed.
#include "exec/adapter/child.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "base/wire.h"
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

}  // namespace
}  // namespace catenary::exec
