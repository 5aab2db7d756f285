// SPDX-License-Identifier: Apache-2.0
/// \file
/// Divisions by zero, as transitions that could be taken: reachability of such
/// a transition shows the error.
#pragma once

#include <cstdint>
#include <vector>

#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// A division by a term that may be zero.
struct Division {
  /// The transition that contains it.
  std::uint32_t transition = 0;
  /// In Divisions::automaton: the transition with an additional guard at the
  /// place of the division, "it is evaluated, and the divisor is zero".
  std::uint32_t probe = 0;
  /// Where the statement stands.
  base::SourceLocation where;
};

/// All divisions of an automaton.
struct Divisions {
  /// The automaton with the probes as additional transitions.
  model::TimedAutomaton automaton;
  /// The divisions, in the order of transitions and statements.
  std::vector<Division> all;
};

/// The divisions in guards, assignments and outputs. A division beside other
/// operands of an "and" counts as evaluated where these hold, and of an "or"
/// where they do not hold.
[[nodiscard]] Divisions find_divisions(const model::TimedAutomaton& automaton);

}  // namespace catenary::engine::symbolic
