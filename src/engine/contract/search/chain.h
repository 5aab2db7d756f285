// SPDX-License-Identifier: Apache-2.0
/// \file
/// Few executions of an interface that reach many goals: chains, after
/// Schrammel, Melham, Kroening, "Generating test case chains for reactive
/// systems", STTT 18(3), 2016 (doi:10.1007/s10009-014-0358-6). Here by search
/// over the interface together with the set of goals reached so far, which is
/// an interface again: a hidden flag for each goal, and an input that begins
/// the next execution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/search/target_search.h"
#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// One execution, for one test.
struct Chain {
  InputSequence inputs;  ///< what is missing does not matter
  std::vector<Snapshot> run;
  /// Goals met by each step for the first time in all chains, as they were
  /// given.
  std::vector<std::vector<std::size_t>> goals;
  bool guaranteed = false;  ///< every conforming system meets its goals
};

struct Chains {
  std::vector<Chain> chains;
  bool fewest = false;    ///< proved: no fewer executions meet all goals
  bool shortest = false;  ///< proved: so many do not in fewer steps
};

struct ChainSettings {
  Triggering triggering = Triggering::any;
  std::uint32_t deepest = 64;  ///< steps, of interfaces that are not finite
  /// Up to so many goals the fewest and shortest chains are searched for, of
  /// more the nearest goal is reached again and again.
  std::size_t most_exact = 14;
};

/// Requires: each goal can be reached, with this triggering. Throws Undecided,
/// logic::bdd::LimitReached, logic::bdd::Unsupported.
[[nodiscard]] Chains make_chains(const model::Interface& interface,
                                 const std::vector<TestGoal>& goals,
                                 const ChainSettings& settings,
                                 const base::Budget& budget);

}  // namespace catenary::engine::contract
