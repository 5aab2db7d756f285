// SPDX-License-Identifier: Apache-2.0
/// \file
/// The loop over the tests of a run.
#include "exec/repeat.h"

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "base/error.h"

namespace catenary::exec {
namespace {

using suite::TestResult;
using suite::Verdict;

/// Ranks verdicts: pass < inconclusive < fail < error.
int badness(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return 0;
    case Verdict::inconclusive:
      return 1;
    case Verdict::fail:
      return 2;
    case Verdict::error:
      return 3;
  }
  return 3;
}

/// All repetitions of a test: the worst result, marked as flaky if they
/// disagree.
TestResult run_repeatedly(const RunOne& run,
                          const suite::Test& test,
                          std::size_t index,
                          std::uint32_t repeat) {
  TestResult worst = run(test, index);
  for (std::uint32_t i = 1; i < repeat; ++i) {
    if (worst.code == suite::VerdictCode::interrupted) break;
    TestResult again = run(test, index);
    // Different reasons or steps of equal verdicts are a disagreement, too.
    const bool flaky = worst.flaky || again.verdict != worst.verdict ||
                       again.code != worst.code || again.step != worst.step;
    const double seconds = worst.seconds + again.seconds;
    if (badness(again.verdict) > badness(worst.verdict)) {
      worst = std::move(again);
    }
    worst.flaky = flaky;
    worst.seconds = seconds;
  }
  if (worst.flaky) {
    worst.reason = "flaky: " + std::to_string(repeat) +
                   " runs disagreed; the worst: " + worst.reason;
  }
  return worst;
}

/// Whether one of the texts means the test.
bool is_selected(const suite::Test& test, const std::vector<std::string>& ids) {
  return ids.empty() ||
         std::any_of(ids.begin(), ids.end(), [&](const std::string& id) {
           return suite::is_called(test, id);
         });
}

/// A text that means no test is a typing mistake.
void check_selection(const suite::Suite& suite, const RunOptions& options) {
  for (const std::string& id : options.tests) {
    const bool known = std::any_of(
        suite.tests.begin(), suite.tests.end(), [&](const suite::Test& test) {
          return suite::is_called(test, id);
        });
    if (!known) {
      throw base::InputError(
          {options.suite_path, 0, 0},
          "no test has the name '" + id + "', or an id that begins so",
          "no-such-test");
    }
  }
}

}  // namespace

suite::RunResults run_selected(const suite::Suite& suite,
                               const RunOptions& options,
                               const std::string& sandbox,
                               const RunOne& run,
                               suite::RunListener& listener,
                               const base::Budget& budget) {
  CATENARY_CHECK(options.repeat >= 1, "a test runs at least once");
  check_selection(suite, options);
  suite::RunResults results;
  results.tool = suite.tool;
  results.suite_path = options.suite_path;
  results.suite_sha256 = options.suite_sha256;
  results.model = suite.model;
  results.sut = options.sut;
  results.sandbox = sandbox;
  results.repeat = options.repeat;
  results.outputs = suite.signature.outputs;
  results.channels = suite.signature.channels;

  listener.run_begins(suite, options.sut);
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const suite::Test& test = suite.tests[i];
    if (!is_selected(test, options.tests)) continue;
    if (budget.poll() != base::StopReason::none) {
      results.complete = false;
      break;
    }
    listener.test_begins(test, i);
    const auto start = std::chrono::steady_clock::now();
    TestResult result = run_repeatedly(run, test, i, options.repeat);
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    if (result.code == suite::VerdictCode::interrupted) {
      // An interrupted test is still reported.
      results.complete = false;
    }
    listener.test_ends(test, result);
    results.tests.push_back(std::move(result));
    if (!results.complete) break;
  }
  listener.run_ends(suite, results);
  return results;
}

}  // namespace catenary::exec
