// SPDX-License-Identifier: Apache-2.0
/// \file
/// When a system under test is started, and what is told of it.
#include <gtest/gtest.h>

#include <string>

#include "exec/adapter.h"

namespace catenary::exec {
namespace {

TEST(SutStart, StartsAgainAfterAnEnd) {
  SutStart sut;
  int opened = 0;
  const auto open = [&] {
    ++opened;
    return SutReply{};
  };
  EXPECT_EQ(sut.start(open).outcome, SutOutcome::ok);
  EXPECT_EQ(sut.start(open).outcome, SutOutcome::ok);
  EXPECT_EQ(opened, 1);
  sut.ended(SutOutcome::refused);
  (void)sut.start(open);
  EXPECT_EQ(opened, 1);
  sut.ended(SutOutcome::crashed);
  EXPECT_EQ(sut.reach(open), "");
  EXPECT_EQ(opened, 2);
}

TEST(SutStart, AFailedAttemptIsToldOnceMore) {
  SutStart sut;
  int opened = 0;
  const auto refuse = [&] {
    return SutReply{SutOutcome::refused, "no " + std::to_string(++opened), {}};
  };
  EXPECT_EQ(sut.reach(refuse), "no 1");
  EXPECT_EQ(sut.start(refuse).reason, "no 1");
  EXPECT_EQ(sut.start(refuse).reason, "no 2");
}

TEST(SutStart, OneThatDoesNotGreetIsAskedOnce) {
  SutStart sut;
  int opened = 0;
  const auto hang = [&] {
    ++opened;
    return SutReply{SutOutcome::hung, "mute", {}};
  };
  EXPECT_EQ(sut.reach(hang), "mute");
  EXPECT_EQ(sut.start(hang).reason, "mute");
  EXPECT_EQ(sut.start(hang).outcome, SutOutcome::hung);
  EXPECT_EQ(opened, 1);
}

}  // namespace
}  // namespace catenary::exec
