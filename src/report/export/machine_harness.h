// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites of state machines as stand-alone C++17 programs: the capsule with its
/// stand-in run time, and a function for each test.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/export/harness.h"
#include "suite/suite.h"

namespace catenary::report {

struct MachineHarnessOptions {
  std::string capsule;  ///< C++ of the step program
  /// What inputs and outputs of the suite are in that C++, by their names.
  std::map<std::string, std::string> lvalues;
  std::string annotations;  ///< text of catenary/c.h
  std::vector<std::string> include_directories;
};

/// capsule.cpp, tests.cpp, CMakeLists.txt with one CTest test for each test,
/// and catenary/c.h. The program runs all tests or those whose ids begin with
/// its arguments, each in a process of its own, prints lines of TAP, and exits
/// with 0 (all passed), 1 (a failure) or 2 (usage).
///
/// InputError where an input is none of the capsule's: the code asks for it.
[[nodiscard]] std::vector<HarnessFile> write_machine_harness(
    const suite::Suite& suite, const MachineHarnessOptions& options);

}  // namespace catenary::report
