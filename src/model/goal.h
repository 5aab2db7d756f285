// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test goals: what a run must exercise, and what is known about each goal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::model {

/// Where a goal comes from.
enum class GoalKind : std::uint8_t {
  /// The antecedent of a property of the user, covered non-vacuously.
  property,
  /// The antecedent of a property holds and its consequent does not.
  violation,
  /// A requirement in another file is violated.
  requirement,
  /// A label or a call of an error function in the code.
  label,
  /// CATENARY_GOAL in the code.
  annotation,
  /// One outcome of a branch condition.
  branch,
  /// A statement is begun.
  statement,
  /// A function is entered.
  function,
  /// A call is made.
  call,
  /// One outcome of a whole decision.
  decision,
  /// One outcome of a condition in a decision.
  condition,
  /// A condition decides its decision, as llvm-cov counts MC/DC.
  mcdc,
  /// The same with equal values of all other conditions (unique cause).
  mcdc_unique,
  /// A test vector of a decision; only a part of a PairGoal.
  vector,
  /// The operands of a comparison are equal, or differ as little as possible.
  boundary,
  /// A state variable has a certain value.
  state,
  /// A state variable has one value and, a step later, another.
  transition,
  /// Undefined behaviour of C.
  undefined,
  /// An assert() that fails.
  assertion,
  /// Goals of any other source.
  other
};
/// The name as in suites, e.g. "mcdc-unique", "ub".
[[nodiscard]] const char* to_string(GoalKind kind);

/// One goal. A step of the system *hits* a goal; a run covers it if one of its
/// steps hits it.
struct Goal {
  /// Unique in its system, e.g. "p1".
  std::string id;
  /// For people; may be empty.
  std::string text;
  /// Ids of requirements; may be empty.
  std::vector<std::string> requirements;
  /// Where the goal is written; may be unknown.
  base::SourceLocation where;
  GoalKind kind = GoalKind::property;

  /// True if reaching the goal is a defect of the system (a finding), so that a
  /// proof of unreachability is the good outcome.
  [[nodiscard]] bool is_violation() const {
    return kind == GoalKind::violation || kind == GoalKind::requirement ||
           kind == GoalKind::assertion || kind == GoalKind::undefined;
  }
};

/// A goal that is covered by two hits: those of both goals of one of its pairs,
/// in any steps of any runs. The members of a pair are goals of the system of
/// the kind `vector`.
struct PairGoal {
  Goal goal;
  /// Indices of goals of the system; any one pair suffices.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  /// Why the goal cannot be searched for; there are no pairs then.
  std::string obstacle;
};

/// The status of a goal. Only `covered`, `unreachable` and `excluded` are
/// final.
enum class GoalStatus : std::uint8_t {
  /// A test hits it, and the test was replayed.
  covered,
  /// Proved: no run of any length hits it.
  unreachable,
  /// Proved: no run of at most `depth` steps hits it.
  not_within_bound,
  /// Limits of time or memory, or an unsupported construct: see the reason.
  undecided,
  /// Left out by an option: proved that only runs which the option rules out
  /// hit it. The reason names the option, e.g. `--trigger` of requirements.
  excluded
};
/// The name as in suites, e.g. "not_within_bound".
[[nodiscard]] const char* to_string(GoalStatus status);

/// What a status rests on.
enum class Trust : std::uint8_t {
  /// A run that was executed again on its own, and hit the goal.
  replayed,
  /// A proof by one engine.
  proved,
  /// Two proofs, each by another engine.
  agreed,
  /// Neither a run nor a proof.
  claimed,
  /// A proof whose certificate the program catenary-check-proof accepted.
  certified
};
/// The name of the enumerator.
[[nodiscard]] const char* to_string(Trust trust);

/// The status of one goal of a system, with its reason.
struct GoalResult {
  GoalStatus status = GoalStatus::undecided;
  Trust trust = Trust::claimed;
  /// Never empty, whatever the status is.
  std::string reason;
  /// covered: the number of steps of a run that hits it, a shortest one unless
  /// the reason says otherwise; not_within_bound: the bound. -1 = unknown.
  std::int64_t depth = -1;
};

}  // namespace catenary::model
