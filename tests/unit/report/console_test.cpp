// SPDX-License-Identifier: Apache-2.0
#include "report/console/console.h"

#include <gtest/gtest.h>

#include <sstream>

namespace catenary::report {
namespace {

using suite::GoalStatus;

suite::SuiteGoal goal(const std::string& id,
                      bool violation,
                      GoalStatus status) {
  suite::SuiteGoal g;
  g.id = id;
  g.violation = violation;
  g.status = status;
  g.reason = "because";
  return g;
}

std::string generated(const suite::Suite& suite) {
  std::ostringstream out;
  print_generate(out, suite, {}, {});
  return out.str();
}

TEST(ConsoleSummary, WhatMustNotBeReachedIsCountedApart) {
  suite::Suite s;
  s.goals = {goal("p", false, GoalStatus::covered),
             goal("dead", false, GoalStatus::unreachable),
             goal("p.violated", true, GoalStatus::covered),
             goal("q.violated", true, GoalStatus::unreachable)};
  EXPECT_NE(generated(s).find("\n1 of 2 goals covered, 1 unreachable, "
                              "1 of 2 properties hold, 1 violated, 0 tests"),
            std::string::npos)
      << generated(s);
}

TEST(ConsoleSummary, FindingsAreShown) {
  suite::Suite s;
  s.findings.push_back({"property-violated",
                        base::Severity::error,
                        "it breaks",
                        {"m.toml", 3, 1},
                        {"R-1"},
                        ""});
  const std::string text = generated(s);
  EXPECT_NE(text.find("m.toml:3:1: error: it breaks [property-violated]"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("requirements: R-1"), std::string::npos) << text;
  EXPECT_EQ(generated(suite::Suite()).find("no findings"), std::string::npos);
}

TEST(ConsoleSummary, ManyGoalsOfATestAreAbbreviated) {
  suite::Suite s;
  suite::Test t;
  for (int k = 0; k < 9; ++k) t.goals.push_back("g" + std::to_string(k));
  s.tests = {t};
  EXPECT_NE(generated(s).find("g7, g8\n"), std::string::npos) << generated(s);
  s.tests.front().goals.push_back("g9");
  EXPECT_NE(generated(s).find("g6, g7 and 2 more\n"), std::string::npos)
      << generated(s);
}

TEST(ConsoleSummary, OnlyChainsAreMinimal) {
  suite::GenerateSummary proved;
  proved.bound = {3, 3, "search"};
  suite::Suite s;
  suite::Test t;
  t.kind = suite::TestKind::chain;
  s.tests = {t};
  std::ostringstream alone;
  print_generate(alone, s, proved, {});
  EXPECT_NE(alone.str().find(", minimal (proved by search)"),
            std::string::npos);
  t.kind = suite::TestKind::linear;
  s.tests.push_back(t);
  std::ostringstream mixed;
  print_generate(mixed, s, proved, {});
  EXPECT_NE(mixed.str().find(", chains minimal (proved by search)"),
            std::string::npos);
}

TEST(ConsoleSummary, WithoutALowerBoundNothingIsClaimed) {
  suite::GenerateSummary open;
  open.bound = {0, 3, "nothing"};
  std::ostringstream out;
  print_generate(out, suite::Suite(), open, {});
  EXPECT_NE(out.str().find(", not proved minimal\n"), std::string::npos);
}

TEST(Console, CommandOfThePageIsForAShell) {
  EXPECT_EQ(report_command("door.json", ""),
            "catenary report door.json --html door.html");
  EXPECT_EQ(report_command("a/door.json", "b/it's.json"),
            "catenary report a/door.json 'b/it'\\''s.json' "
            "--html 'b/it'\\''s.html'");
}

}  // namespace
}  // namespace catenary::report
