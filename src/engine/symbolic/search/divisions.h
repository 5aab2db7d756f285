// SPDX-License-Identifier: Apache-2.0
/// \file
/// Divisions by zero, as transitions that could be taken.
#pragma once

#include <cstdint>
#include <vector>

#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// A division by something that is no constant but 0.
struct Division {
  std::uint32_t transition = 0;  ///< in which it is
  /// In Divisions::automaton: the transition with a guard at the place of the
  /// division, "it is evaluated, and by zero".
  std::uint32_t probe = 0;
  base::SourceLocation where;
};

struct Divisions {
  model::TimedAutomaton automaton;  ///< with the probes as more transitions
  std::vector<Division> all;
};

/// Those of guards, assignments and outputs. A division beside others of an
/// "and" is evaluated where these hold, of an "or" where they do not.
[[nodiscard]] Divisions find_divisions(const model::TimedAutomaton& automaton);

}  // namespace catenary::engine::symbolic
