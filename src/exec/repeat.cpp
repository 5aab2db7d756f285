// SPDX-License-Identifier: Apache-2.0
/// \file
/// The loop over the tests of a run.
#include "exec/repeat.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "exec/parallel.h"
#include "exec/recorded_tests.h"

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

/// Where a test stands.
struct Place {
  std::size_t index = 0;     ///< in the suite
  std::uint64_t number = 0;  ///< among those that run
};

/// All repetitions of a test: the worst result, marked as flaky if they
/// disagree.
TestResult run_repeatedly(const TestLoop& loop,
                          const suite::Test& test,
                          const Place& place,
                          std::uint32_t repeat) {
  const auto run = [&](std::uint64_t i) {
    loop.begin(place.number * repeat + i);
    return loop.run(test, place.index);
  };
  TestResult worst = run(0);
  for (std::uint32_t i = 1; i < repeat; ++i) {
    if (worst.code == suite::VerdictCode::interrupted) break;
    TestResult again = run(i);
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

/// The tests that are selected, as indices in the suite. Whole ids, which may
/// be many, are looked up.
std::vector<Place> places_of(const suite::Suite& suite,
                             const std::vector<std::string>& names) {
  const std::unordered_set<std::string_view> exact(names.begin(), names.end());
  const bool all_ids = std::ranges::all_of(
      names, [](const std::string& name) { return name.size() == 64; });
  std::vector<Place> out;
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const suite::Test& test = suite.tests[i];
    const bool selected =
        names.empty() || exact.contains(test.id) ||
        (!all_ids && std::ranges::any_of(names, [&](const std::string& name) {
          return suite::is_called(test, name);
        }));
    if (selected) out.push_back({i, out.size()});
  }
  return out;
}

/// A text that means no test is a typing mistake.
void check_selection(const suite::Suite& suite, const RunOptions& options) {
  std::unordered_set<std::string_view> ids;
  for (const suite::Test& test : suite.tests) ids.insert(test.id);
  for (const std::string& id : options.tests) {
    if (ids.contains(id)) continue;
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

/// One test, with all its repetitions, and the time they take.
TestResult run_timed(const TestLoop& loop,
                     const suite::Suite& suite,
                     const Place& place,
                     std::uint32_t repeat) {
  const auto start = std::chrono::steady_clock::now();
  TestResult result =
      run_repeatedly(loop, suite.tests[place.index], place, repeat);
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return result;
}

void run_in_turn(const suite::Suite& suite,
                 const RunOptions& options,
                 const TestLoop& loop,
                 const std::vector<Place>& places,
                 suite::RunListener& listener,
                 const base::Budget& budget,
                 suite::RunResults& results) {
  for (const Place& place : places) {
    if (budget.poll() != base::StopReason::none) {
      results.complete = false;
      break;
    }
    const suite::Test& test = suite.tests[place.index];
    listener.test_begins(test, place.index);
    auto kept = kept_result(options, test, place.number);
    TestResult result =
        kept ? std::move(*kept) : run_timed(loop, suite, place, options.repeat);
    if (!kept) keep_result(options, test, place.number, result, results);
    if (result.code == suite::VerdictCode::interrupted) {
      // An interrupted test is still reported.
      results.complete = false;
    }
    listener.test_ends(test, result);
    results.tests.push_back(std::move(result));
    if (!results.complete) break;
  }
}

/// The work of run_at_once(): process i runs tests on the system i modulo their
/// number. `of_piece` is the place of each piece.
ParallelWork work_of(const suite::Suite& suite,
                     const RunOptions& options,
                     const std::vector<TestLoop>& loops,
                     const std::vector<Place>& of_piece,
                     const suite::RunResults& frame) {
  const bool several = loops.size() > 1;
  const auto loop_of = [&](std::size_t process) -> const TestLoop& {
    return loops[process % loops.size()];
  };
  ParallelWork work;
  work.pieces = of_piece.size();
  if (several) {
    work.obstacle = [loop_of](std::size_t process) {
      return loop_of(process).reach();
    };
    // A system is named once, whatever the number of its processes.
    work.ended = [&options, loop_of, told = std::set<std::string>()](
                     std::size_t process, const std::string& why) mutable {
      const std::string& sut = loop_of(process).sut;
      if (told.insert(sut).second && options.unreachable) {
        options.unreachable(sut, why);
      }
    };
  }
  work.run = [&, several, loop_of](std::size_t process, std::size_t k) {
    const TestLoop& loop = loop_of(process);
    suite::RunResults one;
    one.outputs = frame.outputs;
    one.channels = frame.channels;
    one.tests.push_back(run_timed(loop, suite, of_piece[k], options.repeat));
    if (several) one.tests.back().sut = loop.sut;
    return suite::write_results(one);
  };
  work.close = [loop_of](std::size_t process) { loop_of(process).close(); };
  return work;
}

/// Results come back as documents of one test each.
void run_at_once(const suite::Suite& suite,
                 const RunOptions& options,
                 const std::vector<TestLoop>& loops,
                 const std::vector<Place>& places,
                 suite::RunListener& listener,
                 const base::Budget& budget,
                 suite::RunResults& results) {
  // Of each place, in their order; those that were not kept are run.
  std::vector<std::optional<TestResult>> kept;
  std::vector<Place> open;
  for (const Place& place : places) {
    const suite::Test& test = suite.tests[place.index];
    kept.push_back(kept_result(options, test, place.number));
    if (!kept.back()) open.push_back(place);
  }
  std::size_t next = 0;
  const auto put = [&](TestResult result) {
    const Place& place = places[next++];
    const suite::Test& test = suite.tests[place.index];
    if (result.code == suite::VerdictCode::interrupted) {
      results.complete = false;
    }
    listener.test_begins(test, place.index);
    listener.test_ends(test, result);
    results.tests.push_back(std::move(result));
  };
  const auto put_kept = [&] {
    while (next < kept.size() && kept[next]) put(*std::move(kept[next]));
  };
  put_kept();
  const bool all = run_in_processes(
      work_of(suite, options, loops, open, results),
      loops.size() * std::min<std::size_t>(options.jobs, open.size()),
      budget,
      [&](std::size_t k, const std::string& text) {
        suite::RunResults one = suite::read_results(text, "results");
        keep_result(options,
                    suite.tests[open[k].index],
                    open[k].number,
                    one.tests.at(0),
                    results);
        put(std::move(one.tests.at(0)));
        put_kept();
      });
  results.complete = results.complete && all;
}

/// "process, rlimits", or where systems differ "process, rlimits; none".
std::string sandbox_of(const std::vector<TestLoop>& loops) {
  std::vector<std::string> all;
  for (const TestLoop& loop : loops) {
    if (std::ranges::find(all, loop.sandbox) == all.end()) {
      all.push_back(loop.sandbox);
    }
  }
  std::string out;
  for (const std::string& one : all) out += (out.empty() ? "" : "; ") + one;
  return out;
}

}  // namespace

suite::RunResults run_selected(const suite::Suite& suite,
                               const RunOptions& options,
                               const std::vector<TestLoop>& loops,
                               suite::RunListener& listener,
                               const base::Budget& budget) {
  CATENARY_CHECK(options.repeat >= 1, "a test runs at least once");
  CATENARY_CHECK(!loops.empty(), "tests run on some system");
  check_selection(suite, options);
  suite::RunResults results;
  results.tool = suite.tool;
  results.suite_path = options.suite_path;
  results.suite_sha256 = options.suite_sha256;
  results.model = suite.model;
  results.sut = options.sut;
  results.sandbox = sandbox_of(loops);
  results.repeat = options.repeat;
  results.outputs = suite.signature.outputs;
  results.channels = suite.signature.channels;

  listener.run_begins(suite, options.sut);
  const std::vector<Place> places = places_of(suite, options.tests);
  if (loops.size() > 1 || (options.jobs > 1 && places.size() > 1)) {
    run_at_once(suite, options, loops, places, listener, budget, results);
  } else {
    run_in_turn(
        suite, options, loops.front(), places, listener, budget, results);
  }
  for (const TestLoop& loop : loops) loop.close();
  listener.run_ends(suite, results);
  return results;
}

}  // namespace catenary::exec
