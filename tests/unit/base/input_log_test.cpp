// SPDX-License-Identifier: Apache-2.0
#include "base/inputs/input_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/temporary_directory.h"
#include "base/text/json.h"
#include "base/text_file.h"

namespace catenary::base {
namespace {

const std::string kHere = std::filesystem::current_path().string();

TEST(InputLogTest, NotesNothingUnlessSomebodyAsks) {
  note_input_file("a");
  note_obstacle("why");
  EXPECT_FALSE(are_inputs_noted());
  const InputLog log;
  EXPECT_TRUE(are_inputs_noted());
  EXPECT_TRUE(log.inputs().files.empty());
  EXPECT_EQ(log.inputs().obstacle, "");
}

TEST(InputLogTest, NotesFilesThatAreReadOrMissing) {
  const InputLog log;
  EXPECT_THROW((void)read_file("a/../missing"), InputError);
  EXPECT_THROW((void)read_text("missing-too", 10), InputError);
  EXPECT_FALSE(read_file("/proc/self/cmdline").empty());
  // "a" may be a link: what is above it, only the file system knows.
  EXPECT_EQ(log.inputs().files,
            (std::map<std::string, bool>{{kHere + "/a/../missing", false},
                                         {kHere + "/missing-too", false},
                                         {"/proc/self/cmdline", true}}));
}

TEST(InputLogTest, LeavesOutTemporaryFilesOfThisProcess) {
  const TemporaryDirectory folder;
  const InputLog log;
  EXPECT_EQ(read_file(folder.write("made", "text")), "text");
  EXPECT_TRUE(log.inputs().files.empty());
}

TEST(InputLogTest, NotesFoldersWithTheEndingThatWasAskedFor) {
  const InputLog log;
  note_input_folder("", ".c");
  EXPECT_EQ(
      log.inputs().folders,
      (std::set<std::pair<std::string, std::string>>{{kHere + "/.", ".c"}}));
}

TEST(InputLogTest, KeepsTheFirstObstacle) {
  const InputLog log;
  note_obstacle("first");
  note_obstacle("second");
  EXPECT_EQ(log.inputs().obstacle, "first");
}

}  // namespace
}  // namespace catenary::base
