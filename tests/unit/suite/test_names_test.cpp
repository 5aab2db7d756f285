// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "suite/read.h"
#include "suite/suite.h"
#include "suite/write.h"

namespace catenary::suite {
namespace {

/// Goals of that id and kind; a kind "violation" is one.
Suite suite_with(const std::vector<std::pair<std::string, std::string>>& goals,
                 const std::vector<std::vector<std::string>>& tests) {
  Suite out;
  for (const auto& [id, kind] : goals) {
    SuiteGoal goal;
    goal.id = id;
    goal.kind = kind;
    goal.status = GoalStatus::covered;
    goal.reason = "hit";
    goal.violation = kind == "violation";
    out.goals.push_back(goal);
  }
  for (const auto& covers : tests) {
    Test test;
    test.goals = covers;
    out.tests.push_back(test);
  }
  return out;
}

std::vector<std::string> names(Suite suite) {
  name_tests(suite);
  std::vector<std::string> out;
  for (const Test& test : suite.tests) out.push_back(test.name);
  return out;
}

using Names = std::vector<std::string>;

TEST(TestNames, SayWhatATestIsTheFirstToCover) {
  const Suite suite =
      suite_with({{"a.c:7:3:true", "branch"},
                  {"a.c:9:3:true", "branch"},
                  {"brake", "property"},
                  {"state M::on off", "state"},
                  {"never", "violation"}},
                 {{"a.c:7:3:true"},
                  {"a.c:7:3:true", "a.c:9:3:true", "brake"},
                  {"brake", "state M::on off"},
                  {"a.c:9:3:true", "state M::on off", "never"}});
  EXPECT_EQ(
      names(suite),
      (Names{"a.c_7_3_true", "brake-and-1-more", "state_M_on_off", "never"}));
}

TEST(TestNames, OfTestsForNothingNewAreTheirNotes) {
  Suite suite = suite_with({{"g", "label"}}, {{"g"}, {"g"}, {"g"}, {}});
  suite.tests[2].note = "ends in no final state: none is known";
  suite.tests[3].note = "crashes: x.c:3:4, \xc3\xa4";
  EXPECT_EQ(names(suite),
            (Names{"g",
                   "again-g",
                   "ends_in_no_final_state_none_is_known",
                   "crashes_x.c_3_4"}));
}

TEST(TestNames, AreDifferentAndShort) {
  const std::string wide(300, 'x');
  const Suite suite =
      suite_with({{"x y", "label"},
                  {"x:y", "label"},
                  {"x-2", "label"},
                  {wide, "label"},
                  {wide + "2", "label"}},
                 {{"x-2"}, {"x y"}, {"x:y"}, {wide}, {wide + "2"}});
  const std::string cut(60, 'x');
  EXPECT_EQ(names(suite), (Names{"x-2", "x_y", "x_y-2", cut, cut + "-2"}));
}

TEST(TestNames, AreNoPartOfTheContent) {
  Suite suite = suite_with({{"g", "label"}}, {{"g"}});
  canonicalise(suite);
  const std::string id = suite.tests[0].id;
  name_tests(suite);
  canonicalise(suite);
  EXPECT_EQ(suite.tests[0].id, id);
  EXPECT_EQ(suite.tests[0].name, "g");
  const Suite back = read_suite(write_suite(suite), "s.json");
  EXPECT_EQ(back.tests[0].name, "g");
  EXPECT_EQ(back.tests[0].id, id);
}

TEST(TestNames, MeanTheTestAsItsIdDoes) {
  suite::Test test;
  test.id = "6a6451fa6f70";
  test.name = "brake-and-1-more";
  EXPECT_TRUE(is_called(test, "6a64"));
  EXPECT_TRUE(is_called(test, "brake-and-1-more"));
  EXPECT_FALSE(is_called(test, "brake"));
}

TEST(TestNames, AreNotGivenTwice) {
  Suite suite = suite_with({{"g", "label"}, {"h", "label"}}, {{"g"}, {"h"}});
  canonicalise(suite);
  suite.tests[0].name = suite.tests[1].name = "same";
  try {
    (void)read_suite(write_suite(suite), "s.json");
    FAIL() << "was read";
  } catch (const base::InputError& e) {
    EXPECT_NE(std::string(e.what()).find("a second test of the name 'same'"),
              std::string::npos)
        << e.what();
  }
}

TEST(TestNames, ThatOtherToolsMightTakeForCommandsAreRefused) {
  Suite suite = suite_with({{"g", "label"}}, {{"g"}});
  canonicalise(suite);
  suite.tests[0].name = "a) file(REMOVE x";
  try {
    (void)read_suite(write_suite(suite), "s.json");
    FAIL() << "was read";
  } catch (const base::InputError& e) {
    EXPECT_NE(std::string(e.what()).find("the name 'a) file(REMOVE x' has"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace catenary::suite
