// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which test cases `generate` makes of a timed model: the paths that the user
/// names, and those that cover what the user asks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "base/budget.h"
#include "engine/symbolic/search/select.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// A path that is to become a test case.
struct PlannedPath {
  engine::symbolic::Path path;
  /// The option that asks for this very path, e.g. "--path tr1,tr2": what
  /// stands against it is a fault of the input. Empty for selected paths.
  std::string named;
  /// In TimedPlan::goals, in order of first hit.
  std::vector<std::size_t> goals;
};

struct TimedPlan {
  /// A goal that some path hits is undecided until the test is replayed; its
  /// depth is then the length of the shortest path.
  std::vector<suite::SuiteGoal> goals;
  std::vector<PlannedPath> paths;
  /// By goal, the steps of a shortest run that covers it, as the search found
  /// it; test cases may have to take longer ones.
  std::map<std::string, std::int64_t> shortest;
  std::vector<std::string> warnings;
  suite::Bound bound;  ///< of the suite; unknown by default
  base::StopReason stop = base::StopReason::none;  ///< what cut it off
  std::uint64_t contexts = 0;                      ///< that were looked at
  bool exhaustive = false;  ///< and no other one is reachable
  std::string proof;        ///< by what a goal is called unreachable
};

/// Plans by the options path, through, cover and method. Throws InputError
/// where they name what is not there, or nothing the model can do.
[[nodiscard]] TimedPlan plan_tests(engine::symbolic::Execution& execution,
                                   const GenerateOptions& options,
                                   const engine::symbolic::TestCaseOptions& of,
                                   Context& context);

/// SuiteGoal::kind of the targets of a criterion.
[[nodiscard]] const char* kind_of_goal(
    engine::symbolic::PathCriterion criterion);

/// The goal of a target, with what the selection knows of it.
[[nodiscard]] suite::SuiteGoal goal_of(const engine::symbolic::Target& target,
                                       const std::string& kind);

}  // namespace catenary::app
