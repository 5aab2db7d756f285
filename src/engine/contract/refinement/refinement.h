// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refinement of interfaces: whether one accepts every input that the other's
/// environment may send, answers it, and never in a way that the other forbids.
///
/// Method: the greatest simulation (Milner, "An algebraic definition of
/// simulation between programs", IJCAI 1971), alternating in inputs and outputs
/// (de Alfaro, Henzinger, "Interface automata", ESEC/FSE 2001,
/// doi:10.1145/503209.503226). A simulation proves refinement. If there is
/// none, the run on which it fails is compared with all executions of the same
/// trace; where those do not agree, TraceInclusion decides.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// What checks of conformance and of refinement answer.
enum class Conformity : std::uint8_t {
  /// Proved, for all runs.
  conforms,
  /// The result has a run that shows it.
  fails,
  /// A limit was met, or the interface is not finite; the result has the
  /// reason.
  undecided
};
/// The answer for people.
[[nodiscard]] const char* to_string(Conformity conformity);

/// The result of check_refinement().
struct Refinement {
  Conformity outcome = Conformity::undecided;
  /// undecided only; for people.
  std::string reason;
  /// fails only: values of observed variables, by index in `refined`.
  /// The last answer is one that `refined` forbids; if it is empty, the last
  /// input is not answered, or not accepted.
  std::vector<TraceStep> trace;
};

/// Variants of the question.
struct RefinementOptions {
  /// Trace inclusion only: every trace of the refining interface is one of the
  /// refined interface. That it accepts and answers every input is not asked.
  bool traces_only = false;
};

/// Does `refining` refine `refined`? Requires: finite interfaces, otherwise
/// undecided. Throws base::InputError where their inputs and outputs are not
/// the same. Undecided at limits, and where hidden variables leave too many
/// choices (TraceInclusion).
[[nodiscard]] Refinement check_refinement(const model::Interface& refining,
                                          const model::Interface& refined,
                                          const base::Budget& budget,
                                          RefinementOptions options = {});

}  // namespace catenary::engine::contract
