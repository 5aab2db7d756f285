// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of a harness that are the same for every suite; static storage.
#pragma once

namespace catenary::report {

/// C declarations of the tables that the generated part fills.
[[nodiscard]] const char* harness_declarations();
/// C functions that execute the tables: `run_test(test, sut)` gives PASS, FAIL
/// or INCONCLUSIVE, and tells why by say(), which somebody has to define.
[[nodiscard]] const char* harness_program();
/// say() and main() of a program that prints a line for each test.
[[nodiscard]] const char* harness_main();

}  // namespace catenary::report
