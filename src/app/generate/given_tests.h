// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests that others made: read, assessed by running them, completed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/generate/suite_builder.h"
#include "app/options.h"
#include "base/budget.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// What the given tests do.
struct GivenTests {
  std::vector<PlannedTest> tests;   ///< replayed
  std::vector<std::uint32_t> hits;  ///< goals of the system, ascending
  std::size_t steps = 0;
};

/// Reads a suite of the system (.json), a table of one that `convert` wrote, or
/// a table of inputs (both .csv): names of inputs in the first line, then a
/// step a line; an empty line begins another test. In such a table a value may
/// be the name of an enumerator; initial choices, whose names have "init:"
/// before them, are taken from the first line of a test. Or tests of Test-Comp
/// (.xml, or a folder of them): values of calls, one after the other; for these
/// `with_calls` gives the same system made to record calls.
///
/// Every test is replayed. Throws InputError for what does not fit the system,
/// also for steps that its assumptions forbid.
[[nodiscard]] GivenTests read_given_tests(
    const std::string& path,
    const model::StepSystem& system,
    const GenerateOptions& options,
    const std::function<model::StepSystem()>& with_calls,
    const base::Budget& budget);

/// Adds to `reached` what the given tests have shown and the search has not:
/// goals that they hit are covered, defects that they run into are findings.
/// False where they hit a goal that was called unreachable, or sooner than was
/// called possible: then none of the search's proofs holds, and they are taken
/// back. `what` says in reasons what a test is.
[[nodiscard]] bool add_given(const GivenTests& given,
                             const model::StepSystem& system,
                             engine::reach::Result& reached,
                             const std::string& what = "a given test");

/// "2 given tests, 50 steps, cover 7 of 9 goals", by what the suite says of its
/// goals.
[[nodiscard]] std::string assess(const GivenTests& given,
                                 const model::StepSystem& system,
                                 const suite::Suite& suite);

}  // namespace catenary::app
