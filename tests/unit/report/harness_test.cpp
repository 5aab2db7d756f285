// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exported harnesses: built with CMake, run by CTest, and their verdicts
/// compared with what each deviation deserves.
#include "report/export/harness.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "suite/json.h"
#include "unit/suite/example.h"

namespace catenary::report {
namespace {

namespace fs = std::filesystem;

class Harness : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("harness_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const suite::Suite& suite) {
    HarnessOptions options;
    options.sources = {CATENARY_SOURCE_DIR "/tests/unit/exec/sut.c"};
    for (const HarnessFile& file : write_harness(suite, options)) {
      fs::create_directories((folder_ / file.path).parent_path());
      std::ofstream(folder_ / file.path) << file.content;
    }
  }

  /// Builds with the C compiler alone, all warnings being errors.
  void build(const suite::Suite& suite) {
    write(suite);
    const std::string command =
        "cc -std=c11 -Wall -Wextra -Werror -D_DEFAULT_SOURCE -I" +
        folder_.string() + " -o " + (folder_ / "harness").string() + " " +
        (folder_ / "harness.c").string() +
        " -Wno-stringop-truncation -Wno-unused-parameter -Wno-infinite-"
        "recursion -Wno-format-truncation "
        "-Wno-null-dereference " CATENARY_SOURCE_DIR "/tests/unit/exec/sut.c";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }

  struct Run {
    int exit = -1;
    std::string out;
    int steps = 0;  ///< that the SUT took
  };
  /// The verdict lines, without what the SUT prints.
  Run run(const std::string& arguments) {
    Run result;
    const std::string command =
        (folder_ / "harness").string() + " " + arguments + " 2>&1";
    FILE* pipe = ::popen(command.c_str(), "r");
    char line[1024];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
      const std::string text = line;
      if (text.substr(0, 5) != "step ") {
        result.out += text;
      } else if (text.find("on stdout") != std::string::npos) {
        ++result.steps;
      }
    }
    const int status = ::pclose(pipe);
    result.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
  }

  fs::path folder_;
};

TEST_F(Harness, AFaithfulSystemPasses) {
  const suite::Suite suite = suite::example::cruise();
  build(suite);
  const std::string id = suite.tests[0].id;
  const Run all = run("");
  EXPECT_EQ(all.exit, 0);
  EXPECT_EQ(all.out,
            "pass          " + id.substr(0, 12) + "  3 steps, 6 checks\n");
  EXPECT_EQ(run("--list").out, id + "\n");
  EXPECT_EQ(run(id.substr(0, 6)).exit, 0);
  EXPECT_EQ(run("nonsense").exit, 2);
  EXPECT_EQ(run("--what").exit, 2);
}

TEST_F(Harness, DeviationsFailAndNameTheGoal) {
  const suite::Suite suite = suite::example::cruise();
  build(suite);
  const std::string id = suite.tests[0].id.substr(0, 12);
  Run result = run("--arguments wrong@3");
  EXPECT_EQ(result.exit, 1);
  EXPECT_EQ(result.out,
            "FAIL          " + id +
                "  step 3: s.speed is 7, expected 1 (goals p2)\n");
  result = run("--arguments end@2");
  EXPECT_EQ(result.exit, 1);
  EXPECT_NE(result.out.find("ended at step 2 of 3"), std::string::npos);
  EXPECT_EQ(run("--arguments refuse@2").exit, 1);
  EXPECT_EQ(run("--arguments silent@2").exit, 77);
  EXPECT_EQ(run("--arguments refuse-open").exit, 1);
  EXPECT_EQ(run("--arguments range@1").exit, 1);
}

TEST_F(Harness, TheFirstFailureIsToldAndTheTestGoesOnToItsEnd) {
  const suite::Suite suite = suite::example::cruise();
  build(suite);
  const std::string id = suite.tests[0].id.substr(0, 12);
  const std::string first =
      "FAIL          " + id + "  step 1: s.speed is 7, expected 1 (goals p1)\n";
  const Run result = run("--arguments wrong@1");
  EXPECT_EQ(result.exit, 1);
  EXPECT_EQ(result.out, first);
  // The system runs all its steps all the same: it counts them.
  EXPECT_EQ(result.steps, 3);
  // What happens after the failure tells nothing more.
  const Run ended = run("--arguments wrong-then-end@1");
  EXPECT_EQ(ended.exit, 1);
  EXPECT_EQ(ended.out, first);
  EXPECT_EQ(ended.steps, 2);
}

TEST_F(Harness, AllFormsOfExpectationsAreChecked) {
  using logic::Value;
  struct Case {
    suite::Expectation expectation;
    int exit;
  };
  const auto between = [](std::optional<int> lo,
                          std::optional<int> hi,
                          bool lo_open,
                          bool hi_open) {
    suite::Interval i;
    if (lo) i.lo = Value::integer(*lo);
    if (hi) i.hi = Value::integer(*hi);
    i.lo_open = lo_open;
    i.hi_open = hi_open;
    return i;
  };
  // s.speed is 1 after the first step.
  const Case cases[] = {
      {between(1, 2, false, false), 0},
      {between(1, 2, true, false), 1},
      {between(0, 1, false, true), 1},
      {between({}, 1, false, false), 0},
      {between(2, {}, false, false), 1},
      {suite::OneOf{{Value::integer(0), Value::integer(1)}}, 0},
      {suite::OneOf{{Value::integer(0), Value::integer(2)}}, 1},
      {suite::example::formula({}, "false"), 77},
  };
  for (const Case& c : cases) {
    suite::Suite suite = suite::example::cruise();
    suite::Test& test = suite.tests[0];
    test.steps.resize(1);
    test.steps[0].expect = {{1, c.expectation}};
    suite::canonicalise(suite);
    build(suite);
    EXPECT_EQ(run("").exit, c.exit) << suite::to_string(c.expectation);
  }
}

TEST_F(Harness, CtestRunsEachTest) {
  if (std::system("command -v cmake >/dev/null") != 0) GTEST_SKIP();
  suite::Suite suite = suite::example::cruise();
  suite::Test second = suite.tests[0];
  second.steps.resize(2);
  second.goals = {"p1"};
  suite.tests.push_back(second);
  suite::canonicalise(suite);
  write(suite);
  const std::string at = folder_.string();
  const std::string command = "(cmake -S " + at + " -B " + at +
                              "/build -DCMAKE_C_FLAGS=-w && cmake "
                              "--build " +
                              at + "/build && cd " + at +
                              "/build && ctest) > " + at + "/log 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_NE(suite::read_text(at + "/log")
                .find("100% tests passed, 0 tests "
                      "failed out of 2"),
            std::string::npos)
      << suite::read_text(at + "/log");
}

TEST_F(Harness, TypesWithoutAFormInCAreRefused) {
  EXPECT_THROW((void)write_harness(suite::example::zoo()), base::InputError);
}

TEST_F(Harness, TheHeaderIsTheOneThatIsInstalled) {
  EXPECT_EQ(
      adapter_header(),
      suite::read_text(CATENARY_SOURCE_DIR "/include/catenary/adapter.h"));
}

}  // namespace
}  // namespace catenary::report
