// SPDX-License-Identifier: Apache-2.0
/// \file
/// A lower bound that takes into account in which state a goal is hit. Every
/// run crosses each set of nodes that separates the start from the steps that
/// hit a goal, and each set that separates those steps from the end. Such cuts
/// get prices, so that no step pays more than it costs; the sum of the prices
/// is a lower bound.
///
/// Method: dual ascent for directed Steiner trees (Wong, Mathematical
/// Programming 28, 1984, DOI 10.1007/BF02612335), on costs that are shifted
/// along potentials, which changes the cost of no run. Potentials are improved
/// by subgradients (Held and Karp, Mathematical Programming 1, 1971, DOI
/// 10.1007/BF01584070). All prices are integers, so nothing is rounded.
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// The suites that the bound is about, and its limits.
struct CutOptions {
  /// Cost of each further chain, in steps.
  std::uint64_t reset = 0;
  /// Only suites of one chain.
  bool single_chain = false;
  /// Cost of a known suite: the search ends when the bound reaches it. kNever =
  /// none is known.
  std::uint64_t upper = kNever;
  /// Arcs that may be looked at; the same on every machine.
  std::uint64_t max_work = 120'000'000;
};

/// The bound and its cost.
struct CutBound {
  /// No such suite costs less. 0 if nothing was proved.
  std::uint64_t lower = 0;
  /// Arcs that were looked at.
  std::uint64_t work = 0;
};

/// Computes the bound; 0 for a net without goals.
/// Cost: at most twice max_work arcs, a few nanoseconds each, and some 40 bytes
/// for each arc.
[[nodiscard]] CutBound bound_by_cuts(const Net& net,
                                     const CutOptions& options,
                                     const base::Budget& budget);

}  // namespace catenary::engine::chain
