// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of step tests: run_selected() with run_test().
#include "exec/runner.h"

#include <algorithm>
#include <memory>
#include <variant>

#include "exec/repeat.h"
#include "exec/test_run.h"

namespace catenary::exec {
namespace {

bool has_formula(const std::vector<suite::ExpectedOutput>& list) {
  return std::ranges::any_of(list, [](const suite::ExpectedOutput& e) {
    return std::holds_alternative<suite::Formula>(e.expectation);
  });
}

/// Whether a test expects something that is said by a formula.
bool has_formulas(const suite::Suite& suite) {
  const auto in_branch = [](const suite::AdaptiveBranch& b) {
    return has_formula(b.when);
  };
  const auto in_step = [&](const suite::Step& s) {
    return has_formula(s.expect) || std::ranges::any_of(s.next, in_branch);
  };
  return std::ranges::any_of(suite.tests, [&](const suite::Test& t) {
    return std::ranges::any_of(t.steps, in_step);
  });
}

}  // namespace

suite::RunResults run_suite(const suite::Suite& suite,
                            Adapter& adapter,
                            const RunOptions& options,
                            suite::RunListener& listener,
                            const base::Budget& budget) {
  return run_suite(suite, {{options.sut, &adapter}}, options, listener, budget);
}

suite::RunResults run_suite(const suite::Suite& suite,
                            const std::vector<Bench>& benches,
                            const RunOptions& options,
                            suite::RunListener& listener,
                            const base::Budget& budget) {
  const bool keep_values = has_formulas(suite);
  std::vector<TestLoop> loops;
  for (const Bench& bench : benches) {
    Adapter& adapter = *bench.adapter;
    const auto context = std::make_shared<RunContext>(
        RunContext{suite, adapter, options, keep_values, {}, {}});
    loops.push_back({bench.sut,
                     adapter.sandbox(),
                     [context] { return reach_sut(*context); },
                     [context](const suite::Test& test, std::size_t) {
                       return run_test(*context, test);
                     },
                     [&adapter](std::uint64_t n) { adapter.begin_run(n); },
                     [&adapter] { adapter.close(); }});
  }
  return run_selected(suite, options, loops, listener, budget);
}

}  // namespace catenary::exec
