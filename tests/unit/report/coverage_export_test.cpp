// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "report/export/coverage/cobertura.h"
#include "report/export/coverage/coverage.h"
#include "report/export/coverage/lcov.h"

namespace catenary::report {
namespace {

suite::SuiteGoal goal(const std::string& id,
                      std::uint32_t line,
                      suite::GoalStatus status) {
  suite::SuiteGoal out;
  out.id = id;
  out.where = {"m.sm", line, 3};
  out.status = status;
  out.reason = "because";
  return out;
}

suite::Test test(const std::vector<std::string>& goals) {
  suite::Test out;
  out.goals = goals;
  return out;
}

TEST(CoverageOfGoals, CountsTheTestsOfEachGoal) {
  suite::Suite s;
  s.goals = {goal("a", 4, suite::GoalStatus::covered),
             goal("b", 4, suite::GoalStatus::undecided),
             goal("c", 2, suite::GoalStatus::covered)};
  s.tests = {test({"a", "c"}), test({"a"})};
  const Coverage found = coverage_of_goals(s, "s.json");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, "m.sm");
  const std::map<std::uint32_t, std::uint64_t> lines{{2, 1}, {4, 2}};
  EXPECT_EQ(found[0].lines, lines);
  const std::vector<CoveredBranch> branches{
      {2, 0, 0, 1}, {4, 0, 0, 2}, {4, 0, 1, 0}};
  EXPECT_EQ(found[0].branches, branches);
}

TEST(CoverageOfGoals, LeavesOutWhatNoTestShouldCover) {
  suite::Suite s;
  s.goals = {goal("dead", 1, suite::GoalStatus::unreachable),
             goal("out", 2, suite::GoalStatus::excluded),
             goal("bad", 3, suite::GoalStatus::covered),
             goal("nowhere", 0, suite::GoalStatus::covered)};
  s.goals[2].violation = true;
  EXPECT_THROW((void)coverage_of_goals(s, "s.json"), base::InputError);
}

TEST(CoverageOfGoals, DoesNotBelieveAClaimWithoutATest) {
  suite::Suite s;
  s.goals = {goal("a", 4, suite::GoalStatus::covered)};
  EXPECT_EQ(coverage_of_goals(s, "s.json")[0].lines.at(4), 0U);
}

TEST(CoverageRate, NeverRoundsUpToAll) {
  EXPECT_EQ((CoverageRate{3, 3}).text(), "1");
  EXPECT_EQ((CoverageRate{0, 0}).text(), "1");
  EXPECT_EQ((CoverageRate{3, 2}).text(), "0.6666");
  EXPECT_EQ((CoverageRate{1'000'000, 999'999}).text(), "0.9999");
}

CoveredFile covered() {
  CoveredFile out;
  out.path = "a.c";
  out.lines = {{1, 0}, {2, 7}};
  out.branches = {{2, 0, 0, std::nullopt}, {2, 0, 1, 3}};
  out.functions = {{"f", 1, 0}, {"g,h", 2, 7}};
  return out;
}

TEST(Lcov, WritesWhatItReads) {
  const std::string text = write_lcov({covered()});
  EXPECT_EQ(text,
            "SF:a.c\nFN:1,f\nFN:2,g,h\nFNDA:0,f\nFNDA:7,g,h\nFNF:2\nFNH:1\n"
            "BRDA:2,0,0,-\nBRDA:2,0,1,3\nBRF:2\nBRH:1\n"
            "DA:1,0\nDA:2,7\nLF:2\nLH:1\nend_of_record\n");
  EXPECT_EQ(read_lcov(text), Coverage{covered()});
}

TEST(Lcov, RefusesWhatIsNoNumber) {
  EXPECT_THROW((void)read_lcov("SF:a.c\nDA:1,many\n"), base::ToolError);
  EXPECT_THROW((void)read_lcov("SF:a.c\nBRDA:1,-2,0,1\n"), base::ToolError);
  EXPECT_TRUE(read_lcov("SF:a.c\nend_of_record\n").empty());
  // A record that is not finished is not there.
  EXPECT_TRUE(read_lcov("SF:a.c\nDA:1,1\n").empty());
}

TEST(Cobertura, EscapesNames) {
  CoveredFile file = covered();
  file.path = "a&b/\"c\".c";
  const std::string text = write_cobertura({file});
  EXPECT_NE(text.find("<package name=\"a&amp;b\""), std::string::npos);
  EXPECT_NE(text.find("filename=\"a&amp;b/&quot;c&quot;.c\""),
            std::string::npos);
}

}  // namespace
}  // namespace catenary::report
