// SPDX-License-Identifier: Apache-2.0
/// \file
/// Invariants of the states of a timed system, for proofs where a search never
/// ends, such as of systems that count for ever.
///
/// Method: abstract interpretation with widening to the constraints that stay
/// (Cousot, Halbwachs, "Automatic discovery of linear restraints among
/// variables of a program", POPL 1978, doi:10.1145/512760.512770), guards as
/// thresholds.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// By state: a set that contains every valuation that is reached there.
class Envelope {
 public:
  /// The space must outlive it.
  explicit Envelope(Space& space);

  /// Finds the sets. False: stopped, or a solver gave up; they say nothing
  /// then. Cost: some hundred queries for each state.
  [[nodiscard]] bool run();

  /// False where the state is not reached at all.
  [[nodiscard]] Region of(std::uint32_t state) const { return sets_[state]; }

 private:
  void include(std::uint32_t state, Region more);
  [[nodiscard]] Region widened(std::uint32_t state, Region more);
  /// Comparisons and Boolean variables that a formula is made of.
  [[nodiscard]] std::vector<logic::Term> parts(Region region);
  [[nodiscard]] std::vector<logic::Term> guard_parts();

  Space& space_;
  std::vector<Region> sets_;
  std::vector<std::uint32_t> updates_;
  std::vector<std::uint32_t> open_;  ///< states to look at
  std::vector<logic::Term> thresholds_;
  bool failed_ = false;
};

}  // namespace catenary::engine::symbolic
