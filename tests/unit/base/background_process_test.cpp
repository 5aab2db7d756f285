// SPDX-License-Identifier: Apache-2.0
#include "base/background_process.h"

#include <gtest/gtest.h>

#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::base {
namespace {

TEST(BackgroundProcess, SaysWhetherItSucceeded) {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  BackgroundProcess good({"/bin/sh", "-c", "echo here; pwd"}, "/", log);
  EXPECT_TRUE(good.wait({}));
  EXPECT_EQ(read_file(log), "here\n/\n");
  EXPECT_TRUE(good.wait({}));
  BackgroundProcess bad({"/bin/sh", "-c", "exit 3"}, "", log);
  EXPECT_FALSE(bad.wait({}));
  BackgroundProcess missing({"/no/such/program"}, "", log);
  EXPECT_FALSE(missing.wait({}));
}

TEST(BackgroundProcess, EndsWithItsBudgetOrItsOwner) {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  const std::string late = directory.file("late");
  const std::vector<std::string> slow = {
      "/bin/sh", "-c", "sleep 1; echo x > " + late};
  Budget budget;
  budget.interrupt();
  {
    BackgroundProcess stopped(slow, "", log);
    EXPECT_FALSE(stopped.wait(budget));
    const BackgroundProcess forgotten(slow, "", log);
  }
  BackgroundProcess after({"/bin/sh", "-c", "sleep 1.2"}, "", log);
  EXPECT_TRUE(after.wait({}));
  EXPECT_FALSE(std::filesystem::exists(late));
}

}  // namespace
}  // namespace catenary::base
