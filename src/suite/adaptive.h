// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adaptive tests of step systems: a tree of steps whose branches depend on the
/// answers of the system. Such a test is a strategy of the reachability game
/// between tester and system (Thomas, "On the Synthesis of Strategies in
/// Infinite Games", STACS 1995, doi:10.1007/3-540-59042-0_57).
///
/// In the formulas of a step, "X@N" counts the steps of the run that leads to
/// it, not those of Test::steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::suite {

/// Whether a test is a tree of steps; test-case automata are not.
[[nodiscard]] bool is_adaptive(const Test& test);
/// Whether a test is a test-case automaton: Test::tree.
[[nodiscard]] bool is_automaton(const Test& test);

/// All paths from the first step to one without branches, in the order of the
/// branches; for other tests their only path. The numbers count in Test::steps.
/// Cost: the total length of the paths.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> paths_of(
    const Test& test);

/// The steps of a run, in order; for other tests all of their steps. Requires:
/// why_not_its_path() returns an empty string.
[[nodiscard]] std::vector<const Step*> steps_of(const Test& test,
                                                const TestResult& result);

/// Why a result's path is not a path of the test; empty if it is one. Results
/// of tests that are not adaptive must have no path.
[[nodiscard]] std::string why_not_its_path(const Test& test,
                                           const TestResult& result);

/// Why the steps do not form a tree; empty if they do.
[[nodiscard]] std::string why_no_tree(const std::vector<Step>& steps);

}  // namespace catenary::suite
