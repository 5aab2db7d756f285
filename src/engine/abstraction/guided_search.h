// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search for one goal that expands the state first from which it is least
/// far where some variables are left out.
///
/// Edelkamp, Schuppan, Bosnacki, Wijs, Fehnker, Aljazzar, "Survey on directed
/// model checking", MoChArt 2008, doi 10.1007/978-3-642-00431-5_5; distances in
/// an abstraction as estimates: Culberson, Schaeffer, "Pattern databases",
/// Computational Intelligence 14(3), 1998, doi 10.1111/0824-7935.00065.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/abstraction/explored_states.h"

namespace catenary::engine::abstraction {

class GuidedSearch {
 public:
  /// Both must outlive it, and `without`, with some variables left out, has all
  /// its states expanded and stays as it is. Nothing is left out of `whole`.
  GuidedSearch(ExploredStates& whole, const ExploredStates& without);

  enum class Found : std::uint8_t {
    run,    ///< which `whole` has put on the board
    proof,  ///< every state from which it may be hit was expanded
    nothing
  };
  /// Expands at most so many states of `whole`.
  ///
  /// Cost: linear in the states and steps of `without`, besides.
  [[nodiscard]] Found search(std::uint32_t goal,
                             const Exploring& on,
                             std::size_t most);

 private:
  void measure(std::uint32_t goal);
  [[nodiscard]] std::uint32_t distance(std::uint32_t state);

  ExploredStates& whole_;
  const ExploredStates& without_;
  /// States of `without` that lead to each, one list behind the other.
  std::vector<std::uint32_t> sources_, first_source_;
  std::vector<std::uint32_t> distance_;  ///< of `without`, in steps
  std::vector<std::uint32_t> image_;     ///< of states of `whole`
  bool exact_ = true;                    ///< whole_ was expanded without gaps
};

}  // namespace catenary::engine::abstraction
