// SPDX-License-Identifier: Apache-2.0
#include "suite/adaptive.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "suite/read.h"
#include "suite/write.h"
#include "unit/suite/adaptive.h"
#include "unit/suite/schema.h"

namespace catenary::suite {
namespace {

using Path = std::vector<std::uint32_t>;

TEST(Adaptive, IsATreeOfStepsAndNoAutomaton) {
  const Suite suite = example::light();
  EXPECT_TRUE(is_adaptive(suite.tests[0]));
  EXPECT_FALSE(is_automaton(suite.tests[0]));
  const Suite chain = example::cruise();
  EXPECT_FALSE(is_adaptive(chain.tests[0]));
  EXPECT_FALSE(is_automaton(chain.tests[0]));
}

TEST(Adaptive, HasAPathToEachEnd) {
  const Suite suite = example::light();
  const suite::Test& test = suite.tests[0];
  EXPECT_EQ(paths_of(test), (std::vector<Path>{{0, 1}, {0, 2}}));
  EXPECT_EQ(length_of(test), 2U);
  const Suite chain = example::cruise();
  EXPECT_EQ(paths_of(chain.tests[0]), (std::vector<Path>{{0, 1, 2}}));
}

TEST(Adaptive, ResultsSayWhichStepsWereRun) {
  const Suite suite = example::light();
  const suite::Test& test = suite.tests[0];
  TestResult result;
  result.path = {0, 2};
  EXPECT_EQ(steps_of(test, result),
            (std::vector<const Step*>{&test.steps[0], &test.steps[2]}));
}

TEST(Adaptive, ResultsGoByTheBranches) {
  const Suite suite = example::light();
  const auto why = [&](const Path& path, std::size_t observed) {
    TestResult result;
    result.path = path;
    result.observed.resize(observed);
    return why_not_its_path(suite.tests[0], result);
  };
  EXPECT_EQ(why({0, 2}, 2), "");
  EXPECT_EQ(why({0, 2}, 1), "");  // it crashed in the last one
  EXPECT_EQ(why({}, 0), "");
  EXPECT_NE(why({0, 2}, 3), "");
  EXPECT_NE(why({}, 2), "");
  EXPECT_NE(why({1}, 1), "");
  EXPECT_NE(why({0, 0}, 2), "");
  EXPECT_NE(why({0, 7}, 2), "");
  const Suite chain = example::cruise();
  TestResult other;
  EXPECT_EQ(why_not_its_path(chain.tests[0], other), "");
  other.path = {0};
  EXPECT_NE(why_not_its_path(chain.tests[0], other), "");
}

TEST(Adaptive, ALongCombIsMeasuredAtOnce) {
  Suite suite = example::light();
  suite::Test& test = suite.tests[0];
  const Step step = test.steps[1];
  test.steps.clear();
  constexpr std::uint32_t kSpine = 100'000;
  for (std::uint32_t n = 0; n < kSpine; ++n) {
    test.steps.push_back(step);
    test.steps.back().next = {{{}, 2 * n + 1}, {{}, 2 * n + 2}};
    test.steps.push_back(step);
  }
  test.steps.push_back(step);
  EXPECT_EQ(why_no_tree(test.steps), "");
  EXPECT_EQ(length_of(test), kSpine + 1);
}

TEST(Adaptive, FitsTheSchema) {
  if (!schema::has_validator()) GTEST_SKIP() << "no jsonschema";
  EXPECT_EQ(schema::validate("suite", write_suite(example::light())), "");
}

TEST(Adaptive, IsReadAsItIsWritten) {
  const Suite suite = example::light();
  const std::string text = write_suite(suite);
  const Suite again = read_suite(text, "light.json");
  EXPECT_EQ(again, suite);
  EXPECT_EQ(write_suite(again), text);
}

TEST(Adaptive, BranchesAreOfTheContent) {
  Suite suite = example::light();
  const std::string id = suite.tests[0].id;
  suite.tests[0].steps[0].next[0].to = 2;
  suite.tests[0].steps[0].next[1].to = 1;
  canonicalise(suite);
  EXPECT_NE(suite.tests[0].id, id);
}

/// What reading says of the example with one text replaced.
std::string complaint(const std::string& from, const std::string& to) {
  Suite suite = example::light();
  suite.tests[0].id.clear();
  std::string text = write_suite(suite);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << text;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  try {
    (void)read_suite(text, "light.json");
  } catch (const base::InputError& e) {
    return e.what();
  }
  return "none";
}

TEST(Adaptive, WhatIsNoTreeIsRefused) {
  EXPECT_EQ(complaint("\"to\": 2", "\"to\": 2"), "none");
  const auto expect = [](const std::string& to, const std::string& why) {
    EXPECT_NE(complaint("\"to\": 2", to).find(why), std::string::npos)
        << complaint("\"to\": 2", to);
  };
  expect("\"to\": 0", "leads back, to step 0");
  expect("\"to\": 3", "step 3, which is not there");
  expect("\"to\": 1", "two branches lead to step 1");
  EXPECT_NE(complaint("\"kind\": \"tree\"", "\"kind\": \"chain\"")
                .find("only a test of kind \"tree\" has branches"),
            std::string::npos);
  EXPECT_NE(complaint("\"when\": {\"side\": 0}", "\"when\": {\"sied\": 0}")
                .find("no output is called \"sied\""),
            std::string::npos);
}

}  // namespace
}  // namespace catenary::suite
