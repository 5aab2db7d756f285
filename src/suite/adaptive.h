// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adaptive tests of systems that work in steps: a tree of steps whose branches
/// ask what the system answered. A strategy of the reachability game between
/// tester and system, written down (Thomas, STACS 1995,
/// doi:10.1007/3-540-59042-0_57).
///
/// "X@N" in the formulas of a step counts the steps of the run that leads to
/// it, not those of Test::steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::suite {

/// A tree of steps; test-case automata are no such.
[[nodiscard]] bool is_adaptive(const Test& test);
/// A test-case automaton: Test::tree.
[[nodiscard]] bool is_automaton(const Test& test);

/// All ways from the first step to one without branches, in order of the
/// branches; of other tests the one that they have. Counted in Test::steps.
/// Cost: the lengths of all ways.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> paths_of(
    const Test& test);

/// The steps of a run, in order: of other tests all that they have. Requires:
/// why_no_way() has nothing to say.
[[nodiscard]] std::vector<const Step*> steps_of(const Test& test,
                                                const TestResult& result);

/// Why a result's path is none of the test; empty where it is one. Results of
/// tests that are not adaptive have none.
[[nodiscard]] std::string why_no_way(const Test& test,
                                     const TestResult& result);

/// Why its steps are no tree; empty where they are one.
[[nodiscard]] std::string why_no_tree(const std::vector<Step>& steps);

}  // namespace catenary::suite
