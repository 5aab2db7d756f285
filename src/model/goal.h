// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test goals: what must be exercised by a run, and what we know about each.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::model {

/// Where a goal comes from.
enum class GoalKind : std::uint8_t {
  property,     ///< antecedent of a user property, non-vacuously
  violation,    ///< antecedent of a property holds, its consequent does not
  requirement,  ///< what requirements of another file ask is violated
  label,        ///< a label or error call in the code
  annotation,   ///< CATENARY_GOAL in the code
  branch,       ///< one outcome of a branch condition
  statement,    ///< a statement is begun
  decision,     ///< one outcome of a whole decision
  condition,    ///< one outcome of a condition of a decision
  mcdc,         ///< a condition decides its decision, as llvm-cov counts it
  mcdc_unique,  ///< the same, all other conditions having the same values
  vector,       ///< how a decision is evaluated; only a part of a PairGoal
  boundary,     ///< operands of a comparison are equal, or almost
  state,        ///< a state variable has a value
  transition,   ///< a state variable has one value, and another a step later
  undefined,    ///< undefined behaviour
  assertion,    ///< a failing assert()
  other         ///< any other source of goals
};
[[nodiscard]] const char* to_string(GoalKind kind);

/// One goal. A step of the system *hits* a goal; a run covers it when one of
/// its steps hits it.
struct Goal {
  std::string id;                         ///< unique in its system, e.g. "p1"
  std::string text;                       ///< for people; may be empty
  std::vector<std::string> requirements;  ///< ids; may be empty
  base::SourceLocation where;
  GoalKind kind = GoalKind::property;

  /// True where reaching the goal is a defect of the system (a finding), so
  /// that a proof of unreachability is the good outcome.
  [[nodiscard]] bool is_violation() const {
    return kind == GoalKind::violation || kind == GoalKind::requirement ||
           kind == GoalKind::assertion || kind == GoalKind::undefined;
  }
};

/// A goal that two hits cover, of one of its pairs, in whichever steps of
/// whichever runs: those of a system's goals of kind `vector`.
struct PairGoal {
  Goal goal;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  /// Where it cannot be looked for: why; there are no pairs then.
  std::string obstacle;
};

enum class GoalStatus : std::uint8_t {
  covered,           ///< a test hits it, and was replayed
  unreachable,       ///< proved: no run of any length hits it
  not_within_bound,  ///< no run of at most `depth` steps hits it
  undecided,         ///< time, memory, unsupported construct: see the reason
  excluded           ///< by the user, with a justification
};
[[nodiscard]] const char* to_string(GoalStatus status);

/// How far a status can be relied upon, strongest first.
enum class Trust : std::uint8_t { replayed, proved, agreed, claimed };
[[nodiscard]] const char* to_string(Trust trust);

/// What is known about a goal of a system.
struct GoalResult {
  GoalStatus status = GoalStatus::undecided;
  Trust trust = Trust::claimed;
  std::string reason;  ///< never empty, whatever the status
  /// covered: steps of a run that hits it, a shortest one unless the reason
  /// says otherwise; not_within_bound: the bound. -1 where unknown.
  std::int64_t depth = -1;
};

}  // namespace catenary::model
