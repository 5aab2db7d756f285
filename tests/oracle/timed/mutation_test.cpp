// SPDX-License-Identifier: Apache-2.0
// Mutation score of cash machines: the suite of all pairs of transitions must
// find every mutant that is not proved to conform.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "engine/symbolic/conformance.h"
#include "engine/symbolic/execution.h"
#include "engine/symbolic/search/select.h"
#include "engine/symbolic/testing/test_case.h"
#include "exec/adapter/timed_model.h"
#include "exec/boundary.h"
#include "exec/timed/constraint_solver.h"
#include "exec/tree/tree_run.h"
#include "frontend/xlia/xlia.h"
#include "model/mutate/mutate.h"
#include "suite/listener.h"

namespace catenary::oracle {
namespace {

namespace symbolic = engine::symbolic;
using Sut = exec::TimedModelOptions::AnswerTime;

/// A suite for all pairs of transitions.
suite::Suite suite_of(const model::TimedAutomaton& a,
                      const symbolic::TestCaseOptions& options) {
  suite::Suite out;
  out.signature = symbolic::signature_of(a, options.uncontrollable, "s");
  symbolic::Execution execution(a);
  symbolic::SelectOptions select;
  select.test_case = options;
  select.max_steps = 12;
  const symbolic::Selection selection = symbolic::select_paths(
      execution, symbolic::PathCriterion::pairs, select, base::Budget());
  for (const symbolic::Path& path : selection.paths) {
    symbolic::TestCaseResult result =
        symbolic::make_test_case(execution, path, options, base::Budget());
    EXPECT_EQ(result.refusal, symbolic::Refusal::none);
    suite::Test test;
    test.kind = suite::TestKind::tree;
    test.tree = std::move(result.tree);
    out.tests.push_back(std::move(test));
  }
  suite::canonicalise(out);
  return out;
}

struct Way {
  exec::Policy tester;
  Sut sut;
  std::uint64_t seed = 1;
};

/// Early, late, at random; and every comparison of every guard at its limit.
std::vector<Way> ways_of(const suite::Suite& suite) {
  std::vector<Way> out{{exec::Policy::minimal, Sut::earliest},
                       {exec::Policy::latest, Sut::latest},
                       {exec::Policy::random, Sut::random},
                       {exec::Policy::random, Sut::latest}};
  const std::uint64_t cases = exec::most_boundary_cases(suite, true);
  for (const Sut sut : {Sut::earliest, Sut::latest, Sut::random}) {
    for (std::uint64_t seed = 1; seed <= 2 * cases; ++seed) {
      out.push_back({exec::Policy::boundary, sut, seed});
    }
  }
  return out;
}

/// The name of a failing verdict; empty where no test failed.
std::string failure(const suite::Suite& suite,
                    const model::TimedAutomaton& system,
                    const std::vector<Way>& ways,
                    std::string& trouble) {
  const auto solver = exec::timed::make_constraint_solver(
      std::chrono::milliseconds(2000), base::Budget());
  for (const Way& way : ways) {
    exec::TimedModelOptions model;
    model.answers = way.sut;
    model.seed = way.seed;
    model.third_parties = exec::TimedModelOptions::ThirdParties::arranged;
    const auto adapter = exec::make_timed_model(system, model);
    exec::TimedRunOptions options;
    options.policy = way.tester;
    options.seed = way.seed;
    suite::RunListener silent;
    const suite::RunResults results = exec::run_timed_suite(
        suite, *adapter, options, solver.get(), silent, base::Budget());
    for (const suite::TestResult& r : results.tests) {
      if (r.verdict == suite::Verdict::fail) return suite::to_string(r.code);
      if (r.verdict == suite::Verdict::error) trouble = r.reason;
    }
  }
  return {};
}

/// The number of mutants that no test finds and no proof excuses.
int survivors(const model::TimedAutomaton& a,
              const symbolic::TestCaseOptions& options) {
  const suite::Suite suite = suite_of(a, options);
  const std::vector<Way> ways = ways_of(suite);
  std::string trouble;
  EXPECT_EQ(failure(suite, a, ways, trouble), "")
      << "the model fails its own suite";
  EXPECT_EQ(trouble, "");
  std::map<std::string, int> verdicts;
  int killed = 0;
  int conforming = 0;
  int open = 0;
  const auto mutants = model::timed_mutants(a);
  for (const model::TimedMutant& m : mutants) {
    const model::TimedAutomaton changed = model::mutate(a, m);
    const symbolic::Conformance proof =
        symbolic::conforms(changed, a, options, base::Budget());
    const std::string verdict = failure(suite, changed, ways, trouble);
    const bool conforms =
        proof.answer == symbolic::Conformance::Answer::conforms;
    if (!verdict.empty()) {
      ++killed;
      ++verdicts[verdict];
      // Theorem 5.1: what fails does not conform.
      EXPECT_FALSE(conforms) << m.mutation.id << " " << m.mutation.text
                             << " fails with " << verdict;
    } else if (conforms) {
      ++conforming;
    } else {
      ++open;
      std::cout << "  survives, not proved to conform: " << m.mutation.id << " "
                << m.mutation.kind << " " << m.mutation.text << ": "
                << proof.reason << (trouble.empty() ? "" : "; " + trouble)
                << "\n";
    }
  }
  std::cout << a.machine << ": " << suite.tests.size() << " tests, "
            << mutants.size() << " mutants: " << killed << " killed, "
            << conforming << " proved to conform, " << open << " open";
  for (const auto& [verdict, count] : verdicts) {
    std::cout << "; " << verdict << " " << count;
  }
  std::cout << "\n";
  EXPECT_GE(mutants.size(), 100U);
  EXPECT_GT(killed, 3 * open);
  return open;
}

TEST(MutationNightly, BankMachine) {
  const model::TimedAutomaton a = frontend::xlia::load(
      CATENARY_SOURCE_DIR "/examples/atm_bank/atm_bank.xlia");
  EXPECT_EQ(survivors(a, {}), 0);
}

/// The bank is not the tester's; whoever plays it does what the purpose wants.
TEST(MutationNightly, BankMachineWithABank) {
  const model::TimedAutomaton a = frontend::xlia::load(
      CATENARY_SOURCE_DIR "/examples/atm_bank/atm_bank.xlia");
  symbolic::TestCaseOptions options;
  options.uncontrollable.insert(*a.find_channel("Auth"));
  EXPECT_EQ(survivors(a, options), 0);
}

TEST(Mutation, PublishedMachine) {
  const char* data = std::getenv("CATENARY_DATA");
  const std::string path =
      std::string(data == nullptr ? CATENARY_SOURCE_DIR "/../shared/data"
                                  : data) +
      "/xlia/example03_atm.xlia";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
  EXPECT_EQ(survivors(frontend::xlia::load(path), {}), 0);
}

}  // namespace
}  // namespace catenary::oracle
