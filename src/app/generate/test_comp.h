// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests in the exchange format of Test-Comp, the competition on software
/// testing (Beyer, "Advances in Automatic Software Testing: Test-Comp 2022",
/// FASE 2022, doi:10.1007/978-3-030-99429-7_18): the values that the calls of
/// __VERIFIER_nondet_T() give, one after the other.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "model/step/step_system.h"

namespace catenary::app {

struct TestCompTest {
  std::string file;
  struct Input {
    std::string value;
    base::SourceLocation where;
  };
  std::vector<Input> inputs;
};

/// Whether `path` is a folder, or a file of this format by its name (.xml).
[[nodiscard]] bool is_test_comp(const std::string& path);

/// Reads a test, or all that a folder holds, by name; files of it that hold
/// something else, such as metadata.xml, are left out. Throws InputError where
/// there is no test, or a file is not of the format.
[[nodiscard]] std::vector<TestCompTest> read_test_comp(const std::string& path);

/// The runs in which the calls of the code get the values of a test, one after
/// the other: found by running it, since the order of calls may depend on the
/// values. Numbers are converted to the type of the call as C does. A run ends
/// before the first step that needs more values than there are left, or in
/// which an assumption fails. Nothing in the code may come between
/// initialisation and calls: throws InputError where `system` has inputs that
/// are not called for, or a value is out of the range of its input.
///
/// Runs in a child process; throws base::StoppedError where the budget ends it.
///
/// Requires: `system` records calls (Stepper::called()). Cost: every step is
/// executed once more often than it calls for inputs.
[[nodiscard]] std::vector<model::Trace> deal_calls(
    const std::vector<TestCompTest>& tests,
    const model::StepSystem& system,
    const base::Budget& budget);

/// Throws InputError for an input that is a variable and not a call, for which
/// the format has no values; the message ends with what is expected `instead`.
void require_calls(const model::StepSystem& system, const std::string& instead);

}  // namespace catenary::app
