// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a suite on a system under test and determines the verdicts.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "exec/adapter.h"
#include "exec/oracle.h"
#include "suite/listener.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::exec {

/// Settings of one run. Times are wall-clock.
struct RunOptions {
  /// For the results.
  std::string suite_path;
  /// For the results.
  std::string suite_sha256;
  /// For the results, e.g. "native:libx.so"; all of them if there are several.
  std::string sut;
  /// For one step; 0 = no limit.
  std::chrono::milliseconds step_time{2000};
  /// For one test; 0 = no limit.
  std::chrono::milliseconds test_time{0};
  /// Continue with the steps of a test after a violated expectation, to find
  /// all violations; otherwise the test ends there. Other tests always run.
  bool keep_going = false;
  /// Number of runs of each test; at least 1.
  std::uint32_t repeat = 1;
  /// Tests at a time on each system, each in a process with an adapter of its
  /// own; 1 with one system = none but this one.
  std::uint32_t jobs = 1;
  /// Called once for each of several systems that gets no more tests, or fewer
  /// at a time, because it cannot be reached; may be null.
  std::function<void(const std::string& sut, const std::string& why)>
      unreachable{};
  /// Keep the outputs of every step.
  bool record_observed = true;
  /// Ids of tests, or beginnings of ids; empty = all.
  std::vector<std::string> tests;
  /// Decides about every step as well; null = none. Must outlive the run.
  StepOracle* oracle = nullptr;
  /// Keep the results of tests in the journal of the command.
  bool keep_results = false;
  /// Whether the expectations of the suite are checked.
  bool expectations = true;
};

/// One of the systems that run the tests of a suite.
struct Bench {
  /// As the user named it.
  std::string sut;
  /// Not null; must outlive the run.
  Adapter* adapter = nullptr;
};

/// Runs every test of `suite`, each from a reset; a SUT that died is started
/// again for the next test. Requires: the suite is finished
/// (suite::canonicalise()).
///
/// A test passes only if at least one expectation was checked and all that
/// could be checked hold. An expectation of a derived signal that the SUT lacks
/// is skipped; of any other signal it makes the test inconclusive unless it
/// fails. A violated expectation "GOAL.holds" is about that goal, any other
/// about the goals of its step; the reason names them. RunOptions::oracle is
/// asked until it returns something other than `allowed`: a test of which it
/// did not judge every step does not pass.
///
/// Throws InputError if an element of RunOptions::tests names no test.
[[nodiscard]] suite::RunResults run_suite(const suite::Suite& suite,
                                          Adapter& adapter,
                                          const RunOptions& options,
                                          suite::RunListener& listener,
                                          const base::Budget& budget);

/// The same on several systems at a time: run_selected() in exec/repeat.h says
/// how tests are divided. Results of tests name their system. Requires: one
/// bench or more, of different names.
[[nodiscard]] suite::RunResults run_suite(const suite::Suite& suite,
                                          const std::vector<Bench>& benches,
                                          const RunOptions& options,
                                          suite::RunListener& listener,
                                          const base::Budget& budget);

}  // namespace catenary::exec
