// SPDX-License-Identifier: Apache-2.0
#include "exec/tree/tree_run.h"

#include <memory>
#include <utility>

#include "base/error.h"
#include "base/rng.h"
#include "exec/repeat.h"
#include "exec/tree/tree_program.h"
#include "exec/tree/tree_walk.h"
#include "suite/adaptive.h"

namespace catenary::exec {
namespace {

using suite::TestResult;
using suite::Verdict;
using suite::VerdictCode;

/// Runs trees. Keeps the program of the last test, for repetitions.
class TreeRunner {
 public:
  explicit TreeRunner(TreeContext context) : context_(std::move(context)) {}

  /// See TestLoop::reach.
  std::string reach() { return reach_sut(context_); }

  /// Runs a test once. Repetitions come one after the other.
  TestResult run(const suite::Test& test, std::size_t index) {
    TestResult result;
    result.id = test.id;
    if (!suite::is_automaton(test)) {
      result.code = VerdictCode::not_executable;
      result.reason =
          "it is not a test-case tree: it needs a SUT that goes by "
          "steps";
      return result;
    }
    // Repetitions share the copy of the tree.
    if (program_ == nullptr || index != loaded_) {
      try {
        program_ =
            std::make_unique<TreeProgram>(test.tree, context_.suite.signature);
      } catch (const base::InputError& error) {
        program_ = nullptr;
        result.verdict = Verdict::error;
        result.code = VerdictCode::broken_test;
        result.reason = "the test case is broken (not the SUT): " +
                        error.diagnostics().front().message;
        return result;
      }
      loaded_ = index;
    }
    const auto walk = [&] {
      // The same choices each time, whichever other tests are run.
      return walk_tree(context_,
                       test,
                       *program_,
                       base::Rng::of_task(context_.options.seed, index));
    };
    result = walk();
    // Real time only: the walk knows whether its own delays may be to blame.
    if (result.verdict != Verdict::fail || !context_.in_doubt) return result;
    return confirmed(std::move(result), walk());
  }

 private:
  /// A failure that the jitter of the tester may explain: it counts only if a
  /// second run fails as well.
  TestResult confirmed(TestResult first, TestResult second) const {
    const std::string within = "within the measured jitter (" +
                               suite::show_time(context_.jitter) +
                               " time units)";
    if (second.verdict == Verdict::fail) {
      second.reason +=
          "; it is the second run that failed, the first did " + within;
      return second;
    }
    // Not a verdict about the SUT.
    first.verdict = Verdict::inconclusive;
    first.code = VerdictCode::unresolved;
    first.reason = "a failure " + within +
                   ", which a second run did not confirm: " + first.reason;
    // The observations stay in the result; that they violate something is no
    // longer certain.
    first.violations.clear();
    return first;
  }

  /// Shared by all tests.
  TreeContext context_;
  /// The program of the test at `loaded_`; null if that test is broken.
  std::unique_ptr<TreeProgram> program_;
  std::size_t loaded_ = 0;
};

}  // namespace

const char* to_string(Policy policy) {
  switch (policy) {
    case Policy::minimal:
      return "minimal";
    case Policy::latest:
      return "latest";
    case Policy::boundary:
      return "boundary";
    case Policy::random:
      return "random";
  }
  return "minimal";
}

suite::RunResults run_timed_suite(const suite::Suite& suite,
                                  TimedAdapter& adapter,
                                  const TimedRunOptions& options,
                                  ConstraintSolver* solver,
                                  suite::RunListener& listener,
                                  const base::Budget& budget) {
  return run_timed_suite(
      suite, {{options.run.sut, &adapter}}, options, solver, listener, budget);
}

suite::RunResults run_timed_suite(const suite::Suite& suite,
                                  const std::vector<TimedBench>& benches,
                                  const TimedRunOptions& options,
                                  ConstraintSolver* solver,
                                  suite::RunListener& listener,
                                  const base::Budget& budget) {
  std::vector<TestLoop> loops;
  for (const TimedBench& bench : benches) {
    TimedAdapter& adapter = *bench.adapter;
    const auto runner = std::make_shared<TreeRunner>(
        TreeContext{suite, adapter, options, solver, budget});
    loops.push_back({bench.sut,
                     adapter.sandbox(),
                     [runner] { return runner->reach(); },
                     [runner](const suite::Test& test, std::size_t index) {
                       return runner->run(test, index);
                     },
                     [&adapter](std::uint64_t n) { adapter.begin_run(n); },
                     [&adapter] { adapter.close(); }});
  }
  return run_selected(suite, options.run, loops, listener, budget);
}

}  // namespace catenary::exec
