// SPDX-License-Identifier: Apache-2.0
// The description of inputs: what it refuses, since nobody knows what was read.
#include "app/cache/input_digests.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "base/temporary_directory.h"

namespace catenary::app {
namespace {

/// A folder whose files count as inputs.
class InputDigestsTest : public testing::Test {
 protected:
  std::optional<std::string> describe(const base::NotedInputs& inputs) {
    return describe_inputs(inputs, after(), why_);
  }
  /// A time after all that was written so far.
  static std::timespec after() {
    std::timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    now.tv_sec += 1;
    return now;
  }
  std::string file(const char* name, const char* text) {
    return folder_.write(name, text);
  }

  base::TemporaryDirectory folder_;
  std::string why_;
};

TEST_F(InputDigestsTest, HoldAsLongAsNothingChanges) {
  const std::string read = file("read.c", "int x;");
  const std::string missing = (folder_.path() / "missing.h").string();
  base::NotedInputs inputs;
  inputs.files = {{read, true}, {missing, false}};
  inputs.folders = {{folder_.path().string(), ".c"}};
  const auto described = describe(inputs);
  ASSERT_TRUE(described) << why_;
  file("other.h", "");
  EXPECT_TRUE(inputs_hold(*described));
  file("missing.h", "");
  EXPECT_FALSE(inputs_hold(*described));
  std::filesystem::remove(missing);
  EXPECT_TRUE(inputs_hold(*described));
  file("more.c", "");
  EXPECT_FALSE(inputs_hold(*described));
  std::filesystem::remove(folder_.path() / "more.c");
  file("read.c", "int y;");
  EXPECT_FALSE(inputs_hold(*described));
}

TEST_F(InputDigestsTest, RefuseWhatChangedDuringTheComputation) {
  const std::string read = file("read.c", "int x;");
  struct stat about{};
  ASSERT_EQ(::stat(read.c_str(), &about), 0);
  base::NotedInputs inputs;
  inputs.files = {{read, true}};
  EXPECT_FALSE(describe_inputs(inputs, about.st_ctim, why_));
  EXPECT_TRUE(describe(inputs));
  std::filesystem::remove(read);
  EXPECT_FALSE(describe(inputs)) << "it was read, and deleted since";
}

TEST_F(InputDigestsTest, RefuseWhatCannotBeDescribed) {
  base::NotedInputs inputs;
  inputs.files = {{"/dev/null", true}};
  EXPECT_FALSE(describe(inputs));
  inputs.files = {{file("new\nline", ""), true}};
  EXPECT_FALSE(describe(inputs));
  inputs = {};
  inputs.obstacle = "a flag";
  EXPECT_FALSE(describe(inputs));
  EXPECT_EQ(why_, "a flag");
}

}  // namespace
}  // namespace catenary::app
