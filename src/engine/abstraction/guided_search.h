// SPDX-License-Identifier: Apache-2.0
/// \file
/// Greedy best-first search for one goal. The estimate of a state is its
/// distance to the goal in an abstraction, in which some variables are left
/// out.
///
/// Method: Edelkamp, Schuppan, Bosnacki, Wijs, Fehnker, Aljazzar, "Survey on
/// directed model checking", MoChArt 2008, doi 10.1007/978-3-642-00431-5_5;
/// distances in an abstraction as estimates: Culberson, Schaeffer, "Pattern
/// databases", Computational Intelligence 14(3), 1998, doi
/// 10.1111/0824-7935.00065.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/abstraction/explored_states.h"

namespace catenary::engine::abstraction {

class GuidedSearch {
 public:
  /// Both must outlive the search. Requires: nothing is left out of `whole`;
  /// `without`, where some variables are left out, has all of its states
  /// expanded and does not change.
  GuidedSearch(ExploredStates& whole, const ExploredStates& without);

  enum class Found : std::uint8_t {
    run,    ///< the goal is hit by a run, which is on the board
    proof,  ///< every state from which the goal may be hit was expanded
    nothing
  };
  /// Searches for the goal by expanding at most `most` states of `whole`. Cost:
  /// these expansions, and linear in the states and steps of `without`.
  [[nodiscard]] Found search(std::uint32_t goal,
                             const Exploring& on,
                             std::size_t most);

 private:
  void measure(std::uint32_t goal);
  [[nodiscard]] std::uint32_t distance(std::uint32_t state);

  ExploredStates& whole_;
  const ExploredStates& without_;
  /// The predecessors of state s of `without` are sources_[first_source_[s]] ..
  /// sources_[first_source_[s + 1] - 1].
  std::vector<std::uint32_t> sources_, first_source_;
  std::vector<std::uint32_t> distance_;  ///< by state of `without`, in steps
  std::vector<std::uint32_t> image_;     ///< by state of `whole`, in `without`
  bool exact_ = true;  ///< no way to the goal was missed so far
};

}  // namespace catenary::engine::abstraction
