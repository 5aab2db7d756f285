// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a suite on a system under test and judges what it does.
#pragma once

#include <chrono>
#include <cstdint>
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
  std::string suite_path;    ///< for the results
  std::string suite_sha256;  ///< for the results
  std::string sut;           ///< for the results, e.g. "native:libx.so"
  std::chrono::milliseconds step_time{2000};  ///< per step; 0 = no limit
  std::chrono::milliseconds test_time{0};     ///< per test; 0 = no limit
  /// After a violated expectation go on with the steps of the test, to find
  /// all violations; else the test ends there. Other tests always run.
  bool keep_going = false;
  std::uint32_t repeat = 1;        ///< runs of each test; >= 1
  bool record_observed = true;     ///< keep the outputs of every step
  std::vector<std::string> tests;  ///< ids, or beginnings of ids; empty = all
  /// Judges every step as well; null = nobody. Must outlive the run.
  StepOracle* oracle = nullptr;
  bool expectations = true;  ///< judge by those of the suite
};

/// Runs every test of `suite`, each from a reset; a SUT that died is started
/// again for the next test. Requires: suite is finished (suite::finish()).
///
/// A test passes only when an expectation was checked and all that could be
/// were met. An expectation of a derived signal that the SUT lacks is skipped;
/// of any other signal it makes the test inconclusive unless it fails. A
/// violated expectation "GOAL.holds" is about that goal, any other about the
/// goals of its step; the reason names them. RunOptions::oracle is asked until
/// it says other than "allowed": a test of which it did not judge every step
/// does not pass.
/// InputError where RunOptions::tests names no test.
[[nodiscard]] suite::RunResults run_suite(const suite::Suite& suite,
                                          Adapter& adapter,
                                          const RunOptions& options,
                                          FormulaOracle* oracle,
                                          suite::RunListener& listener,
                                          const base::Budget& budget);

}  // namespace catenary::exec
