// SPDX-License-Identifier: Apache-2.0
/// \file
/// Coverage criteria of step programs; docs/coverage.md defines them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace catenary::program {

/// What coverage goals are made of. Each criterion makes its own goals; they do
/// not imply each other here: `mcdc` does not add the goals of `decision`.
enum class Criterion : std::uint8_t {
  /// Each statement of the user's functions that the step can reach.
  statement,
  /// Each outcome of each condition, and each case of a switch.
  branch,
  /// Each outcome of a whole decision, an expression of && and ||.
  decision,
  /// Each outcome of each condition; no cases of switches.
  condition,
  /// Masking MC/DC: conditions that are not evaluated may differ.
  mcdc,
  /// Unique-cause MC/DC: exactly one condition differs. See
  /// unique_cause_goals.cpp for the decisions that it supports.
  mcdc_unique,
  /// Operands of comparisons that are equal or next to each other.
  boundary,
  /// The values of variables of an enumeration type.
  state,
  /// Pairs of such values, before and after a step.
  transition,
  /// Undefined behaviour that a run can meet.
  undefined
};
/// Empty: no goals are made from the code, only those that the user writes.
using Criteria = std::set<Criterion>;

/// By its name on the command line and in descriptions, e.g. "branch". Empty
/// for an unknown name. The names differ from the enumerators in "mcdc-unique"
/// and "ub".
[[nodiscard]] std::optional<Criterion> parse_criterion(const std::string& name);
/// All names in the order of the enumerators, for messages: "statement, branch,
/// …".
[[nodiscard]] std::string criterion_names();

/// Whether Clang's coverage regions are needed, so that the sources must be
/// compiled with -fcoverage-mapping.
[[nodiscard]] bool needs_coverage(const Criteria& criteria);
/// Whether decisions and their test vectors are needed as well
/// (-fcoverage-mcdc). Implies needs_coverage().
[[nodiscard]] bool needs_test_vectors(const Criteria& criteria);

}  // namespace catenary::program
