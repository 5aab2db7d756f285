// SPDX-License-Identifier: Apache-2.0
/// \file
/// Few executions of an interface that meet many goals: chains, after
/// Schrammel, Melham, Kroening, "Generating test case chains for reactive
/// systems", STTT 18(3), 2016 (doi:10.1007/s10009-014-0358-6).
///
/// Differing from the paper: the search goes over the product of the interface
/// and the set of goals met so far, which is an interface again (series.h), so
/// a shortest execution of it is a set of chains with the fewest steps. Above a
/// number of goals, a greedy method goes to the nearest open goal each time.
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
  /// By step and variable of the interface; inputs without a value do not
  /// matter.
  InputSequence inputs;
  /// An execution with these inputs, where default values replace those
  /// missing.
  std::vector<Snapshot> run;
  /// By step: the goals that `run` meets there for the first time in all
  /// chains, as indices into the goals that were given.
  std::vector<std::vector<std::size_t>> goals;
  /// make_chains() proved of the inputs that every conforming system meets the
  /// goals. In the exact method this is proved of all chains together: of
  /// several chains, a system may meet a goal of this one in another one.
  bool guaranteed = false;
};

/// The result of make_chains(). Together the chains meet all goals.
struct Chains {
  std::vector<Chain> chains;
  /// Proved: no fewer executions meet all goals.
  bool fewest = false;
  /// Proved: so many executions do not meet all goals in fewer steps.
  bool shortest = false;
};

/// Settings of make_chains().
struct ChainSettings {
  /// Which steps an execution may have.
  Triggering triggering = Triggering::any;
  /// Limit on the steps of one search, for interfaces that are not finite.
  std::uint32_t deepest = 64;
  /// Up to so many goals the fewest and shortest chains are searched for;
  /// above, the nearest goal is reached again and again. The exact search is
  /// exponential in the number of goals at worst.
  std::size_t most_exact = 14;
};

/// Chains that meet all goals. Requires: at least one goal; each can be reached
/// with this triggering. Throws Undecided, logic::bdd::LimitReached,
/// logic::bdd::Unsupported.
[[nodiscard]] Chains make_chains(const model::Interface& interface,
                                 const std::vector<TestGoal>& goals,
                                 const ChainSettings& settings,
                                 const base::Budget& budget);

}  // namespace catenary::engine::contract
