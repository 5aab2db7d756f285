// SPDX-License-Identifier: Apache-2.0
#include "app/program_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/temporary_directory.h"

namespace catenary::app {
namespace {

namespace fs = std::filesystem;

TEST(ProgramFiles, FindEachOtherInABuildFolderAndInAnInstallation) {
  EXPECT_EQ(bench_program_places("/b/catenary"),
            (std::vector<fs::path>{"/b/catenary-bench",
                                   "/libexec/catenary/catenary-bench"}));
  EXPECT_EQ(bench_program_places("/usr/bin/catenary").back(),
            "/usr/libexec/catenary/catenary-bench");
  EXPECT_EQ(main_program_places("/b/catenary-bench").front(), "/b/catenary");
  EXPECT_EQ(main_program_places("/usr/libexec/catenary/catenary-bench").back(),
            "/usr/bin/catenary");
}

TEST(ProgramFiles, TakeTheFirstPlaceThatHoldsAFile) {
  const base::TemporaryDirectory directory;
  const fs::path one = directory.path() / "one";
  const fs::path two = directory.path() / "two";
  std::ofstream(two) << "x";
  EXPECT_EQ(find_executable({one, two}), two);
  fs::create_directory(one);  // a folder is not a program
  EXPECT_EQ(find_executable({one, two}), two);
  fs::remove(two);
  try {
    (void)find_executable({one, two});
    FAIL();
  } catch (const base::ToolError& e) {
    EXPECT_EQ(std::string(e.what()),
              "the program one is missing: found neither " + one.string() +
                  " nor " + two.string());
  }
}

TEST(ProgramFiles, KnowTheExecutableOfThisProcess) {
  EXPECT_EQ(own_executable().filename(), "unit_app");
}

}  // namespace
}  // namespace catenary::app
