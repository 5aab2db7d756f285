// SPDX-License-Identifier: Apache-2.0
/// \file
/// Challenges to claims about an interface: runs of random conforming systems,
/// whose answers are chosen among those that the contracts allow by evaluating
/// the contracts, without a diagram or solver. All answers are tried where
/// they are few, else some at random.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "challenge/walk/walk_budget.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"

namespace catenary::challenge {

struct ContractClaim {
  enum class Kind : std::uint8_t {
    never,       ///< no step of a run is `target`
    answered,    ///< after every run each promised input has an answer
    redundant,   ///< `contract` holds where all others do
    guaranteed,  ///< every run with `inputs` meets `target` at some step
  };
  Kind kind = Kind::never;
  std::string text;  ///< for people, e.g. "unreachable: full"
  engine::contract::Target target = {};
  std::uint32_t contract = 0;
  engine::contract::InputSequence inputs = {};
  /// The claim is about the steps before this one; steps count from 0.
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();
};

/// Contradictions, at most one for each claim, in the order in which they were
/// found. Deterministic for a given `seed`, unless the clock ends the runs.
[[nodiscard]] std::vector<WalkContradiction> walk_interface(
    const model::Interface& interface,
    std::span<const ContractClaim> claims,
    std::uint64_t seed,
    WalkBudget& budget);

/// The assumption of a contract, at the steps it speaks of.
[[nodiscard]] engine::contract::Target assumption_of(
    const model::Interface& interface, const model::Contract& contract);

}  // namespace catenary::challenge
