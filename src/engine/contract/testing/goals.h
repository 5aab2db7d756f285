// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of tests of an interface: the purposes that were written, and those of
/// coverage criteria over contracts.
///
/// Criteria as usual in the field: assumption coverage is non-vacuity of each
/// contract; `assumptions` is unique-cause MC/DC of each assumption (Chilenski,
/// Miller, "Applicability of modified condition/decision coverage to software
/// testing", Software Engineering Journal 1994).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Something that a step of a test must meet.
struct TestGoal {
  /// Unique in the interface, e.g. "full", "c1.when".
  std::string id;
  /// For people; may be empty.
  std::string text;
  /// "purpose", or the name of the criterion.
  std::string kind;
  /// Indices of the requirements that the goal is about, ascending; may be
  /// empty.
  std::vector<std::uint32_t> requirements;
  /// The view in which the search begins; -1: no preference.
  std::int32_t view = -1;
  /// Limit on the steps; no value: none of its own.
  std::optional<std::uint32_t> within;
  /// The condition to meet.
  Target target;
  /// Where it was written, or what it is about.
  base::SourceLocation where;
};

/// The purposes of the file, in their order.
[[nodiscard]] std::vector<TestGoal> purposes_of(
    const model::Interface& interface);

/// The goals of a criterion for the contracts of a view, or of all (-1), in the
/// order of the file:
///
/// - contracts: "CONTRACT.when": its assumption holds at a step that it applies
///   to;
/// - assumptions: "CONTRACT.N.true" and ".false": the N-th atom of its
///   assumption, from 1, has this value and decides the assumption;
/// - boundaries: "VARIABLE.low" and ".high": a number is at an end of its
///   range;
/// - pairs: "REQUIREMENT+REQUIREMENT": assumptions of both hold at one step.
///   Quadratic in the requirements.
///
/// Goals may be unreachable; some conditions are the constant false. Requires:
/// not the criterion `mutants` (checked), whose goals are no conditions.
[[nodiscard]] std::vector<TestGoal> goals_of(const model::Interface& interface,
                                             model::ContractCriterion criterion,
                                             std::int32_t view);

/// The per-contract form of goals: for each goal and each contract with a
/// written assumption, the goal "GOAL@CONTRACT", met by a step that meets the
/// goal and at which that assumption holds.
///
/// The disjunction over all contracts (Triggering::any) is always true as soon
/// as one contract has no assumption, and then says nothing.
[[nodiscard]] std::vector<TestGoal> for_each_contract(
    const model::Interface& interface, const std::vector<TestGoal>& goals);

}  // namespace catenary::engine::contract
