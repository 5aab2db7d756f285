// SPDX-License-Identifier: Apache-2.0
/// \file
/// What tests of an interface are to reach: purposes that were written, and
/// goals of coverage criteria.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

struct TestGoal {
  std::string id;    ///< unique, e.g. "full", "c1.when"
  std::string text;  ///< for people
  std::string kind;  ///< "purpose" or the criterion
  std::vector<std::uint32_t> requirements;
  std::int32_t view = -1;               ///< where to begin; -1 = everywhere
  std::optional<std::uint32_t> within;  ///< steps at most
  Target target;
  base::SourceLocation where;
};

/// Purposes of the file, in their order.
[[nodiscard]] std::vector<TestGoal> purposes_of(
    const model::Interface& interface);

/// Goals of a criterion for a view, or for all (-1):
/// contracts    "CONTRACT.when": its assumption holds at a step it speaks of;
/// assumptions  "CONTRACT.N.true", ".false": the N-th atom of an assumption has
///              this value, and with the other one the assumption would too;
/// boundaries   "VARIABLE.low", ".high": a number is at an end of its range;
/// pairs        "REQUIREMENT+REQUIREMENT": assumptions of both hold at once.
/// Requires: not mutants.
[[nodiscard]] std::vector<TestGoal> goals_of(const model::Interface& interface,
                                             model::ContractCriterion criterion,
                                             std::int32_t view);

/// The per-contract form of goals: for each goal and each contract that was
/// written with an assumption, "GOAL@CONTRACT": the goal is met by a step at
/// which that assumption holds. Contracts without one ask for something at all
/// steps, and so make the disjunction over all contracts say nothing.
[[nodiscard]] std::vector<TestGoal> for_each_contract(
    const model::Interface& interface, const std::vector<TestGoal>& goals);

}  // namespace catenary::engine::contract
