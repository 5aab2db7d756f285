// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites of state machines as stand-alone C++17 programs: the capsule with a
/// substitute for its run-time system, and a function for each test.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/export/harness.h"
#include "suite/suite.h"

namespace catenary::report {

/// The parts of the export that are not in the suite.
struct MachineHarnessOptions {
  /// The step program of the capsule, in C++.
  std::string capsule;
  /// The C++ lvalue of each input and output of the suite, by name.
  std::map<std::string, std::string> lvalues;
  /// The text of catenary/c.h.
  std::string annotations;
  std::vector<std::string> include_directories;
  /// The tests are GoogleTest tests, with its main(); messages name goals and
  /// requirements.
  bool gtest = false;
};

/// capsule.cpp, tests.cpp, CMakeLists.txt with one CTest test for each test,
/// and catenary/c.h. The program runs all tests, or those whose ids begin with
/// its arguments, each in a process of its own, prints lines of TAP, and exits
/// with 0 (all passed), 1 (a failure) or 2 (usage).
///
/// Throws InputError if an input does not belong to the capsule: the code asks
/// for it.
[[nodiscard]] std::vector<HarnessFile> write_machine_harness(
    const suite::Suite& suite, const MachineHarnessOptions& options);

}  // namespace catenary::report
