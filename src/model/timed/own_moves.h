// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a timed system may do by itself such that it conforms to its model
/// (tioco): outputs, and internal steps at times until which silence is
/// allowed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "model/step/choices.h"
#include "model/timed/timed_simulator.h"

namespace catenary::model {

/// An output or an internal step.
struct OwnMove {
  /// In TimedAutomaton::transitions.
  std::uint32_t transition = 0;
  /// When, counted from the configuration, and with which newfresh values.
  Occasions::Part part;
};

/// What a system may do next without an input.
struct OwnMoves {
  /// In the order of the transitions.
  std::vector<OwnMove> moves;
  /// Whether it may wait for ever, with an output or internal step possible all
  /// the time.
  bool may_wait = false;
  /// Not empty: whether an output is possible is not known, so neither silence
  /// nor an internal step is sure to conform. The reason.
  std::string undecided;
};

/// The moves in a configuration. Silence is allowed until a time if no output
/// is possible at all, or one is possible later than that; an internal step
/// does not excuse silence that was too long before it, so it comes in time or
/// not at all. Cost: that of occasions() for each transition.
[[nodiscard]] OwnMoves own_moves(const TimedSimulator& simulator,
                                 const TimedConfiguration& configuration,
                                 std::span<const mpq_class> candidates,
                                 base::Rng& rng);

}  // namespace catenary::model
