// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether one requirement interface refines another: it accepts every input
/// that the other's environment may send, answers it, and never in a way that
/// the other forbids.
///
/// Method: the greatest simulation of one by the other (Milner, 1971; de
/// Alfaro, Henzinger, "Interface automata", FSE 2001, alternating there). It
/// proves refinement; where there is none, the run on which it fails is
/// compared with all executions of the same trace, and where those disagree,
/// TraceInclusion decides.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

struct Refinement {
  enum class Outcome : std::uint8_t {
    refines,    ///< proved
    fails,      ///< `trace` shows it
    undecided,  ///< see `reason`
  };
  Outcome outcome = Outcome::undecided;
  std::string reason;
  /// Of observed variables, by index in `refined`. Its last answer is one that
  /// `refined` forbids, or is empty: the last input is not answered.
  std::vector<TraceStep> trace;
};

struct RefinementOptions {
  /// Only what the refining one does counts, not that it answers every input:
  /// are all its traces traces of the refined one?
  bool traces_only = false;
};

/// Does `refining` refine `refined`? Throws base::InputError where their
/// inputs and outputs are not the same. Finite interfaces only; undecided at
/// limits, and where hidden variables leave too many choices.
[[nodiscard]] Refinement check_refinement(const model::Interface& refining,
                                          const model::Interface& refined,
                                          const base::Budget& budget,
                                          RefinementOptions options = {});

}  // namespace catenary::engine::contract
