// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutation testing: the sample, what results of tests mean for a mutant, and
/// mutants of requirements against the tests that were made to kill them.
#include "exec/mutation/mutation.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/contract/testing/expectations.h"
#include "exec/mutation/contract_mutants.h"
#include "exec/mutation/mutant_goals.h"
#include "unit/engine/contract/interfaces.h"

namespace catenary::exec::mutation {
namespace {

using suite::MutantResult;
using suite::MutantStatus;
using suite::Verdict;
using suite::VerdictCode;

TEST(Mutation, ChoosesAllOrASortedSampleBySeed) {
  EXPECT_EQ(choose_mutants(3, 3, 1), (std::vector<std::size_t>{0, 1, 2}));
  const auto some = choose_mutants(100, 10, 7);
  EXPECT_EQ(some.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(some));
  EXPECT_EQ(some, choose_mutants(100, 10, 7));
  EXPECT_NE(some, choose_mutants(100, 10, 8));
}

suite::RunResults results(
    const std::vector<std::pair<Verdict, VerdictCode>>& verdicts) {
  suite::RunResults out;
  for (const auto& [verdict, code] : verdicts) {
    suite::TestResult r;
    r.id = std::to_string(out.tests.size());
    r.verdict = verdict;
    r.code = code;
    out.tests.push_back(r);
  }
  return out;
}

TEST(Mutation, FirstFailureKillsAndErrorsBreak) {
  const auto pass = std::pair(Verdict::pass, VerdictCode::ok);
  const auto crash = std::pair(Verdict::error, VerdictCode::sut_crashed);
  const auto fail = std::pair(Verdict::fail, VerdictCode::expectation_violated);
  MutantResult out;
  EXPECT_EQ(apply_results(results({pass}), true, out), nullptr);
  EXPECT_EQ(out.status, MutantStatus::undecided);
  EXPECT_EQ(apply_results(results({pass, crash}), false, out), nullptr);
  EXPECT_EQ(out.status, MutantStatus::broken);
  EXPECT_EQ(out.test, "1");
  EXPECT_NE(apply_results(results({crash, fail}), false, out), nullptr);
  EXPECT_EQ(out.status, MutantStatus::killed);
  EXPECT_EQ(out.test, "1");
  EXPECT_NE(apply_results(results({crash, fail}), true, out), nullptr);
  EXPECT_EQ(out.test, "0");
}

TEST(ContractMutants, AreKilledByTheTestsMadeForThem) {
  namespace testing = engine::contract::testing;
  const model::Interface interface =
      testing::Builder("copy")
          .integer(model::Role::input, "a", 0, 3)
          .integer(model::Role::output, "x", 0, 3)
          .requirement("R1")
          .contract("C1", testing::At::init, "", "(= x' 0)")
          .requirement("R2")
          .contract("C2", testing::At::step, "(> a' 1)", "(= x' a')")
          .contract("C3", testing::At::step, "(<= a' 1)", "(>= x' x)")
          .build();
  suite::Suite suite;
  suite.tool = "test";
  suite.model = {"copy", "req", "copy.req", std::string(64, 'a')};
  suite.signature = engine::contract::signature_of(interface);
  suite::canonicalise(suite);
  const base::Budget budget;
  const auto mutants = model::interface_mutants(interface);
  ASSERT_FALSE(mutants.empty());
  ContractMutants without_tests(interface, suite, {}, budget);
  for (const model::InterfaceMutant& m : mutants) {
    const MutantStatus status = without_tests.judge(m).status;
    EXPECT_TRUE(status == MutantStatus::survived ||
                status == MutantStatus::conforming)
        << m.mutation.text;
  }

  cover_mutants(interface, -1, {}, suite, [](auto...) {}, budget);
  suite::canonicalise(suite);
  std::map<std::string, suite::GoalStatus> goals;
  for (const suite::SuiteGoal& g : suite.goals) goals[g.id] = g.status;
  ContractMutants with_tests(interface, suite, {}, budget);
  std::size_t killed = 0;
  for (const model::InterfaceMutant& m : mutants) {
    const MutantStatus status = with_tests.judge(m).status;
    killed += status == MutantStatus::killed ? 1 : 0;
    EXPECT_EQ(goals.at("mutant." + m.mutation.id),
              status == MutantStatus::killed ? suite::GoalStatus::covered
                                             : suite::GoalStatus::unreachable)
        << m.mutation.text;
    if (status != MutantStatus::killed) {
      EXPECT_EQ(status, MutantStatus::conforming) << m.mutation.text;
    }
  }
  EXPECT_GT(killed, 0U);
}

}  // namespace
}  // namespace catenary::exec::mutation
