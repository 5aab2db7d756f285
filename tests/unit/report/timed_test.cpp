// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reports of timed models: documents against their schemas, and the lines
/// people read.
#include <gtest/gtest.h>

#include <sstream>

#include "report/console/mutation.h"
#include "report/console/timed_check.h"
#include "report/console/timed_run.h"
#include "unit/suite/schema.h"

namespace catenary::report {
namespace {

suite::SuiteGoal goal(const std::string& id,
                      const std::string& kind,
                      suite::GoalStatus status) {
  suite::SuiteGoal g;
  g.id = id;
  g.kind = kind;
  g.status = status;
  g.reason = "because of " + id;
  g.where = {"m.xlia", 3, 5};
  return g;
}

TimedCheckReport checked() {
  TimedCheckReport out;
  suite::Suite& s = out.suite;
  s.model = {"Machine", "xlia", "m.xlia", std::string(64, 'a')};
  suite::Signal cents;
  cents.type = "int";
  s.signature.channels.push_back(
      {"Coin", suite::Direction::input, true, {cents}});
  s.signature.channels.push_back({"Auth", suite::Direction::input, false, {}});
  s.signature.channels.push_back({"Cup", suite::Direction::output, true, {}});
  s.goals = {goal("Idle", "state", suite::GoalStatus::covered),
             goal("Idle.pay", "transition", suite::GoalStatus::covered),
             goal("Idle.tip", "transition", suite::GoalStatus::unreachable),
             goal("Idle.odd", "transition", suite::GoalStatus::undecided)};
  s.goals[1].depth = 1;
  s.findings.push_back({"nondeterministic",
                        base::Severity::warning,
                        "two ways",
                        {"m.xlia", 9, 1},
                        {},
                        ""});
  out.variables = {{"sum", "int", "variable", true},
                   {"x", "urational", "clock", true},
                   {"price", "uint", "parameter", true},
                   {"owner", "int", "variable", false}};
  out.exhaustive = true;
  out.seconds = 0.5;
  return out;
}

template <typename Print>
std::string printed(const Print& print) {
  std::ostringstream out;
  print(out);
  return out.str();
}

TEST(TimedCheck, FitsItsSchema) {
  if (!schema::has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  EXPECT_EQ(schema::validate("check", timed_check_document(checked()).pretty()),
            "");
  SuiteCheckReport report;
  report.suite = checked().suite;
  report.trees = 3;
  report.faulty = 1;
  report.stop = "time";
  EXPECT_EQ(schema::validate("check", suite_check_document(report).pretty()),
            "");
}

TEST(TimedCheck, TellsWhatIsThereAndWhatIsKnown) {
  const std::string text =
      printed([](std::ostream& out) { print_timed_check(out, checked(), {}); });
  for (const char* line :
       {"Machine (xlia, m.xlia)\n",
        "inputs\n  Coin(int)\n  Auth, uncontrollable\noutputs\n  Cup\n",
        "  sum: int\n",
        "  x: clock, urational\n",
        "  owner: int, not initialised\n",
        "states, 1\n  reached    Idle: because of Idle\n",
        "  never      Idle.tip: because of Idle.tip\n",
        "m.xlia:9:1: warning: two ways [nondeterministic]\n",
        "\n1 of 1 state reached; 1 of 3 transitions reached, 1 never, 1 "
        "undecided, 1 warning; everything reachable was explored\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "in\n" << text;
  }
}

TEST(TimedCheck, CountsTreesApart) {
  SuiteCheckReport report;
  report.suite.model = {"Machine", "xlia", "m.xlia", ""};
  report.trees = 4;
  report.others = 1;
  report.faulty = 1;
  report.undecided = 2;
  const std::string text =
      printed([&](std::ostream& out) { print_suite_check(out, report, {}); });
  EXPECT_NE(text.find("\n1 of 4 trees disjoint and complete, 1 faulty, 2 "
                      "undecided; 1 test of other kinds: nothing to check\n"),
            std::string::npos)
      << text;
}

suite::MutationReport mutated() {
  using suite::MutantStatus;
  suite::MutationReport out;
  out.suite = "s.json";
  out.sut = "model:m.xlia";
  out.possible = 9;
  const auto add = [&](MutantStatus status, const std::string& kind) {
    suite::MutantResult m;
    m.mutation.id = kind + "-" + std::to_string(out.mutants.size());
    m.mutation.kind = kind;
    m.mutation.text = "a change";
    m.status = status;
    if (status == MutantStatus::killed) m.test = std::string(64, 'c');
    out.mutants.push_back(m);
  };
  add(MutantStatus::killed, "guard");
  add(MutantStatus::killed, "output");
  add(MutantStatus::conforming, "guard");
  add(MutantStatus::survived, "guard");
  return out;
}

TEST(Mutation, FitsItsSchema) {
  if (!schema::has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  EXPECT_EQ(schema::validate("mutation", mutation_document(mutated()).pretty()),
            "");
  EXPECT_EQ(schema::validate("mutation", mutation_document({}).pretty()), "");
}

TEST(Mutation, TheScoreLeavesOutWhatConforms) {
  EXPECT_NEAR(mutated().score(), 66.7, 0.05);
  EXPECT_EQ(suite::MutationReport().score(), 100);
  const std::string text =
      printed([](std::ostream& out) { print_mutation(out, mutated(), {}); });
  EXPECT_NE(text.find("guard         3       1           1         1"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("survived  guard-3: a change\n"), std::string::npos);
  EXPECT_NE(text.find("\n2 of 3 mutants killed (66.7 %), 1 more conform; 9 are "
                      "possible\n"),
            std::string::npos)
      << text;
}

TEST(Events, TheLastOnesAreShownWithTheirTimes) {
  std::vector<suite::TimedObservation> events(12);
  events.back() = {suite::TimedObservation::Kind::received,
                   mpq_class(7, 2),
                   "Cup",
                   {logic::Value::integer(3)},
                   0};
  const std::string text =
      printed([&](std::ostream& out) { print_events(out, events); });
  EXPECT_NE(text.find("    4 events before\n"), std::string::npos) << text;
  EXPECT_NE(text.find("    7/2      received Cup(3)\n"), std::string::npos)
      << text;
  EXPECT_EQ(printed([](std::ostream& out) { print_events(out, {}); }), "");
}

}  // namespace
}  // namespace catenary::report
