// SPDX-License-Identifier: Apache-2.0
/// \file
/// The answer of a search about one target, the same for all kinds of searches.
#pragma once

#include <cstdint>

namespace catenary::model {

/// Whether some run reaches a target. Unlike GoalStatus it says nothing of
/// tests: a run that was found need not have been replayed.
enum class Reachability : std::uint8_t {
  /// A run does, according to the search.
  reached,
  /// Proved: no run of any length does.
  unreachable,
  /// Proved: no run within the bound of the search does.
  not_within_bound,
  /// A solver gave up, or a limit was met.
  undecided
};

}  // namespace catenary::model
