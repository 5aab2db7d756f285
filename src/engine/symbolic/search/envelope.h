// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inductive invariants for the states of a timed system. They prove
/// unreachability where a search does not end, for example in systems that
/// count without a bound.
///
/// Method: abstract interpretation with widening to the stable constraints
/// (Cousot, Halbwachs, "Automatic discovery of linear restraints among
/// variables of a program", POPL 1978, doi:10.1145/512760.512770), with the
/// comparisons of guards as thresholds.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// For each state a set that contains every valuation with which runs reach it.
class Envelope {
 public:
  /// `space` must outlive it.
  explicit Envelope(Space& space);

  /// Computes the sets. Returns false if the budget ended it or a solver gave
  /// up: the sets then mean nothing. Cost: some hundred queries for each state.
  [[nodiscard]] bool run();

  /// The set of a state; `false` if the state is not reached at all. Requires:
  /// run() was true.
  [[nodiscard]] Region of(std::uint32_t state) const { return sets_[state]; }

 private:
  /// Makes the set of a state include `more`, by union at first and by widening
  /// later; the state is then open.
  void include(std::uint32_t state, Region more);
  /// The widened set.
  [[nodiscard]] Region widened(std::uint32_t state, Region more);
  /// The comparisons and Boolean variables that a formula consists of.
  [[nodiscard]] std::vector<logic::Term> parts(Region region);
  /// The comparisons in guards, and their negations: thresholds for widening.
  [[nodiscard]] std::vector<logic::Term> guard_parts();

  /// Regions and queries.
  Space& space_;
  /// The set of each state.
  std::vector<Region> sets_;
  /// How often the set of each state was changed.
  std::vector<std::uint32_t> updates_;
  /// States whose successors must be computed.
  std::vector<std::uint32_t> open_;
  /// See guard_parts().
  std::vector<logic::Term> thresholds_;
  /// A query was undecided, or a set has a quantifier.
  bool failed_ = false;
};

}  // namespace catenary::engine::symbolic
