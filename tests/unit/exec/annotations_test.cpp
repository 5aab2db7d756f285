// SPDX-License-Identifier: Apache-2.0
/// \file
/// The annotations of catenary/c.h: nothing at all to other compilers, calls
/// where __CATENARY__ is defined, which runtime/hooks.c answers.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "suite/json.h"

namespace catenary::exec {
namespace {

namespace fs = std::filesystem;

const char* const kProgram = R"c(
#include <stdlib.h>
#include "catenary/c.h"
static int evaluated;
static int count(int x) { ++evaluated; return x; }
int main(int argc, char** argv) {
  int speed = argc > 1 ? atoi(argv[1]) : 0;
  CATENARY_INPUT(speed);
  CATENARY_ASSUME(count(speed) < 100);
  for (int i = 0; i < 2; ++i) {
    CATENARY_GOAL("fast", count(speed) & 4);
    if (speed > 1) CATENARY_GOAL("never", 0);
    else CATENARY_GOAL("slow", 1);
  }
  return evaluated;
}
)c";

class Annotations : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("annotations_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "p.c") << kProgram;
    std::ofstream(folder_ / "p.cpp") << kProgram;
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Compiles with all warnings being errors; the exit status.
  int compile(const std::string& command) {
    return std::system((command +
                        " -Wall -Wextra -Wpedantic -Werror "
                        "-I" CATENARY_SOURCE_DIR "/include -o " +
                        (folder_ / "p").string())
                           .c_str());
  }
  int run(const std::string& arguments) {
    const std::string command = "CATENARY_HITS=" + (folder_ / "hits").string() +
                                " " + (folder_ / "p").string() + " " +
                                arguments;
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string source(const char* name) { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(Annotations, EvaluateNothingElsewhere) {
  ASSERT_EQ(compile("cc -std=c99 " + source("p.c")), 0);
  EXPECT_EQ(run("200"), 0);
  ASSERT_EQ(compile("c++ -std=c++11 " + source("p.cpp")), 0);
  EXPECT_EQ(run("200"), 0);
}

TEST_F(Annotations, TheRuntimeWritesDownGoalsOnce) {
  ASSERT_EQ(compile("cc -std=c11 -D__CATENARY__ " + source("p.c") +
                    " " CATENARY_SOURCE_DIR "/runtime/hooks.c"),
            0);
  EXPECT_EQ(run("6"), 3);
  EXPECT_EQ(suite::read_text((folder_ / "hits").string()), "fast\n");
  EXPECT_EQ(run("1"), 3);
  EXPECT_EQ(suite::read_text((folder_ / "hits").string()), "fast\nslow\n");
  EXPECT_EQ(run("100"), 125);
}

TEST_F(Annotations, AreCallsInCxxToo) {
  ASSERT_EQ(compile("c++ -std=c++11 -D__CATENARY__ -c " + source("p.cpp")), 0);
}

}  // namespace
}  // namespace catenary::exec
