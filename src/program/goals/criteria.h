// SPDX-License-Identifier: Apache-2.0
/// \file
/// Coverage criteria of step programs; docs/coverage.md defines them.
///
/// A criterion is the kind of the goals that it asks for. Each criterion makes
/// its own goals; they do not imply each other here: `mcdc` does not add the
/// goals of `decision`. A new criterion is a kind in model/goal.h with its name
/// in goal.cpp, a row of the table in criteria.cpp, and a source beside it that
/// adds the goals.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/goal.h"

namespace llvm {
class GlobalVariable;
}

namespace catenary::program {

struct Workspace;

/// Empty: no goals are made from the code, only those that the user writes.
using Criteria = std::set<model::GoalKind>;

/// Adds the goals of those `criteria` that the function is for, in the code
/// that the step can reach, and code that sets their bits in `hits`.
using AddGoals = void(Workspace& w,
                      const Criteria& criteria,
                      llvm::GlobalVariable& hits);

/// What Clang adds to the code for the goals of a criterion.
enum class Needs : std::uint8_t {
  nothing,
  /// Coverage regions and their counters (-fcoverage-mapping).
  regions,
  /// Test vectors of decisions as well (-fcoverage-mcdc).
  vectors,
  /// The statements of the syntax tree.
  statements,
  /// Traps of signed overflow.
  overflows
};
[[nodiscard]] bool need(const Criteria& criteria, Needs what);

/// When goals are added.
enum class When : std::uint8_t {
  /// Before calls get their meaning, on the code as Clang made it.
  before_calls,
  /// After that.
  after_calls
};
/// Adds the goals of all `criteria` whose turn it is. Cost: linear in the code,
/// for each criterion.
void add_goals(Workspace& w,
               const Criteria& criteria,
               When when,
               llvm::GlobalVariable& hits);

/// The criterion of that name on the command line and in descriptions, e.g.
/// "branch". Its name is that of the kind of its goals. Nothing for an unknown
/// name.
[[nodiscard]] std::optional<model::GoalKind> parse_criterion(
    const std::string& name);
/// All names, e.g. "statement", "branch".
[[nodiscard]] std::vector<std::string> criterion_names();

}  // namespace catenary::program
