// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as GoogleTest tests: the tables and the runner of harness.h behind
/// one TEST for each test, for builds that have GoogleTest anyway.
#pragma once

#include <string>
#include <vector>

#include "report/export/harness.h"
#include "suite/suite.h"

namespace catenary::report {

/// tests.cpp, harness.c, CMakeLists.txt and catenary/adapter.h. A test that
/// cannot be judged is skipped with the reason. A failure names step, output,
/// value, expectation, goals and requirements.
///
/// Throws InputError like write_harness(), and if no test is left. Trees and
/// messages are left out.
[[nodiscard]] std::vector<HarnessFile> write_gtest(
    const suite::Suite& suite, const HarnessOptions& options);

/// tests.cpp: a TEST for each test, which calls catenary_run_test(id) and shows
/// catenary_test_message(). Throws InputError if no test is left.
[[nodiscard]] std::string gtest_source(const suite::Suite& suite);

/// The lines of CMake that find GoogleTest, link it to `tests` and register
/// every TEST with CTest.
[[nodiscard]] const char* gtest_cmake();

}  // namespace catenary::report
