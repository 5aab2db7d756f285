// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as stand-alone C11 programs: tables of steps and a main() that calls
/// the functions of catenary/adapter.h, for builds without Catenary.
#pragma once

#include <string>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// Files and options that the generated CMakeLists.txt refers to.
struct HarnessOptions {
  /// Sources that define the adapter and the system under test, as the
  /// generated CMakeLists.txt names them; relative to it or absolute.
  std::vector<std::string> sources = {"adapter.c"};
  std::vector<std::string> include_directories;
  std::vector<std::string> compile_options;
  std::vector<std::string> libraries;
  /// The name of the CMake project.
  std::string project = "catenary_harness";
};

/// One file of an exported harness.
struct HarnessFile {
  /// Relative to the folder of the harness.
  std::string path;
  std::string content;
};

/// harness.c, CMakeLists.txt with one CTest test for each test of the suite,
/// and catenary/adapter.h. The program runs all tests, or those whose ids begin
/// with its arguments, prints a line for each, and exits with 0 (all passed), 1
/// (a failure), 77 (no failure, some inconclusive: CTest shows them as skipped)
/// or 2 (usage). Values are compared bit by bit. Trees, messages and formulas
/// are not checked; a test with nothing to check is inconclusive.
///
/// Throws InputError if a signal's type has no C form ("int", "real", "bv…").
/// Deterministic.
[[nodiscard]] std::vector<HarnessFile> write_harness(
    const suite::Suite& suite, const HarnessOptions& options = {});

/// Whether a harness has the test: it is no tree and has no messages.
[[nodiscard]] bool is_in_harness(const suite::Test& test);

/// harness.c without say() and main(), for other programs that run the tests
/// (harness_program.h). Messages name requirements as well. Throws InputError
/// like write_harness().
[[nodiscard]] std::string harness_tables(const suite::Suite& suite);

/// The text of include/catenary/adapter.h with which this build was made.
[[nodiscard]] const char* adapter_header();

}  // namespace catenary::report
