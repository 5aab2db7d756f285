// SPDX-License-Identifier: Apache-2.0
/// \file
/// Differences between two interfaces: a run that one allows and the other
/// forbids. For mutation testing of requirements: the run kills the mutant.
///
/// Method: bounded conformance of mutants (Aichernig, Hörmaier, Lorber,
/// Nickovic, Tiran, "Require, test, and trace IT", STTT 2017,
/// doi:10.1007/s10009-016-0444-z, section 5); for finite interfaces without a
/// bound, by breadth-first search over decision diagrams.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"
#include "model/reachability.h"

namespace catenary::engine::contract {

/// The result of a search for a difference.
struct Difference {
  /// reached: `run` shows it. unreachable: the original allows all that the
  /// mutant does. not_within_bound: so it does in as many steps as were asked
  /// for. undecided: a limit was met, or hidden variables leave the original a
  /// choice.
  model::Reachability outcome = model::Reachability::undecided;
  /// For people; empty if reached.
  std::string reason;
  /// reached: a shortest run that the mutant allows and whose last step is the
  /// first that the original forbids, confirmed by a Monitor of the original.
  /// Hidden variables have arbitrary values.
  std::vector<Snapshot> run;
};

/// Looks for differences between an original and a mutant of it. Requires: both
/// have the same variables, terms and promises.
class DifferenceSearch {
 public:
  virtual ~DifferenceSearch() = default;

  /// A shortest difference of at most so many steps. No value: no bound for
  /// finite interfaces; 16 steps for others.
  [[nodiscard]] virtual Difference shortest(
      std::optional<std::uint32_t> max_steps) = 0;
  /// A difference with these inputs, or the first of them. `none`: there is no
  /// such run. Requires: a value for each input.
  [[nodiscard]] virtual Difference along(const InputSequence& inputs) = 0;
};

/// By decision diagrams for finite interfaces, otherwise, or where these meet a
/// limit at once, by a solver. Both interfaces must outlive the search. Never
/// throws Undecided; limits become `undecided`.
[[nodiscard]] std::unique_ptr<DifferenceSearch> make_difference_search(
    const model::Interface& mutant,
    const model::Interface& original,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
