// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tasks that workers have, and those that wait.
#include "app/fleet/sent_tasks.h"

#include <gtest/gtest.h>

namespace catenary::app {
namespace {

TEST(SentTasks, GoIntoTheQueueInOrderUpToALimit) {
  SentTasks tasks;
  tasks.add("c", 1);
  tasks.add("a", 2);
  tasks.add("b", 3);
  EXPECT_EQ(tasks.next(2), 1U);
  EXPECT_EQ(tasks.next(2), 2U);
  EXPECT_EQ(tasks.next(2), std::nullopt);
  EXPECT_EQ(tasks.in_queue(), (std::vector<std::size_t>{2, 1}));
  tasks.remove("c");
  EXPECT_EQ(tasks.next(2), 3U);
  EXPECT_EQ(tasks.find("a"), 2U);
  EXPECT_EQ(tasks.find("c"), std::nullopt);
}

// A result of an earlier process of the coordinator may come before its task is
// sent. Then it is not sent any more.
TEST(SentTasks, ForgetOneThatWaits) {
  SentTasks tasks;
  tasks.add("a", 1);
  tasks.add("b", 2);
  tasks.remove("a");
  EXPECT_EQ(tasks.next(9), 2U);
  EXPECT_EQ(tasks.next(9), std::nullopt);
  EXPECT_FALSE(tasks.empty());
  tasks.remove("b");
  EXPECT_TRUE(tasks.empty());
}

}  // namespace
}  // namespace catenary::app
