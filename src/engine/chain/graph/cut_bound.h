// SPDX-License-Identifier: Apache-2.0
/// \file
/// A lower bound that knows in which state a goal is hit: every run leaves each
/// set of nodes that separates the start from the steps that hit a goal, and
/// those from the end. Sets are priced so that no step pays more than it costs.
///
/// Method: dual ascent for directed Steiner trees (Wong, Mathematical
/// Programming 28, 1984, DOI 10.1007/BF02612335), on costs that are shifted
/// along potentials, which changes the cost of no run; potentials are bettered
/// by subgradients (Held and Karp, Mathematical Programming 1, 1971, DOI
/// 10.1007/BF01584070). All numbers are whole, so nothing is rounded.
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// Which suites the bound is about, and how long it is worked on.
struct CutOptions {
  std::uint64_t reset = 0;       ///< cost of each further chain, in steps
  bool single_chain = false;     ///< no further chains
  std::uint64_t upper = kNever;  ///< cost of a suite that is known
  std::uint64_t max_work = 120'000'000;  ///< arcs looked at
};

struct CutBound {
  std::uint64_t lower = 0;  ///< no such suite costs less
  std::uint64_t work = 0;   ///< arcs looked at
};

/// Cost: twice max_work at most; a few nanoseconds each, and some 40 bytes for
/// each arc.
[[nodiscard]] CutBound bound_by_cuts(const Net& net,
                                     const CutOptions& options,
                                     const base::Budget& budget);

}  // namespace catenary::engine::chain
