// SPDX-License-Identifier: Apache-2.0
/// \file
/// What one interface allows and another forbids: bounded conformance of
/// mutants (Aichernig et al., STTT 2017, section 5), without a bound for finite
/// interfaces.
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

namespace catenary::engine::contract {

struct Difference {
  enum class Outcome : std::uint8_t {
    found,       ///< `run` shows it
    none,        ///< proved: the original allows all that the mutant does
    not_within,  ///< proved for runs of at most so many steps as were asked for
    undecided
  };
  Outcome outcome = Outcome::undecided;
  std::string reason;  ///< for people; empty where found
  /// Found: a shortest run that the mutant allows, the last step of which is
  /// the first that the original forbids: a Monitor agreed. Values of hidden
  /// variables mean nothing.
  std::vector<Snapshot> run;
};

/// Looks for differences between an original and a mutant of it, which has the
/// same variables and promises.
class DifferenceSearch {
 public:
  virtual ~DifferenceSearch() = default;

  /// Within so many steps; nothing = without a bound, or one that is told for
  /// interfaces that are not finite.
  [[nodiscard]] virtual Difference shortest(
      std::optional<std::uint32_t> max_steps) = 0;
  /// With these inputs, or the first of them. `none` says only that there is
  /// no such run. Requires: a value for each input.
  [[nodiscard]] virtual Difference along(const InputSequence& inputs) = 0;
};

/// Diagrams for finite interfaces, else a solver. Both interfaces must outlive
/// the search. Never throws Undecided.
[[nodiscard]] std::unique_ptr<DifferenceSearch> make_difference_search(
    const model::Interface& mutant,
    const model::Interface& original,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
