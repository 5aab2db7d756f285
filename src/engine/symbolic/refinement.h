// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a changed timed system conforms to the original because it does
/// nothing the original does not: proofs for mutants that no test can kill.
///
/// Method: a simulation that relates equal states and valuations (after Lynch,
/// Vaandrager, "Forward and backward simulations II: timing-based systems",
/// 1996, doi:10.1006/inco.1996.0060). Outputs and internal steps may be fewer;
/// inputs have to be the same; where the changed system may be silent, so may
/// the original be. Enough for conformance, not necessary.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/budget.h"
#include "engine/symbolic/test_case.h"
#include "model/timed_automaton.h"

namespace catenary::engine::symbolic {

struct Refinement {
  bool proved = false;
  /// How, or where the proof fails: then nothing is known.
  std::string reason;
};

/// `unreachable`: states of the original that no run reaches (proved); what
/// happens in them does not matter.
/// Requires: both share their terms and variables, as mutants do.
[[nodiscard]] Refinement refines(const model::TimedAutomaton& original,
                                 const model::TimedAutomaton& changed,
                                 const std::set<std::uint32_t>& unreachable,
                                 const TestCaseOptions& options,
                                 const base::Budget& budget);

}  // namespace catenary::engine::symbolic
