// SPDX-License-Identifier: Apache-2.0
/// \file
/// A proof that one timed system conforms (tioco) to another. It is for mutants
/// that no test kills: such a mutant may be equivalent.
///
/// Method: a simulation relation between implementation and specification. It
/// has pairs of states, each with an inductive relation between the variables
/// of both: the strongest conjunction of candidates that every step preserves
/// (Flanagan, Leino, "Houdini", FME 2001, doi:10.1007/3-540-45251-6_29).
/// Incomplete: a system that is not proved to conform may conform all the same.
#pragma once

#include <cstdint>
#include <string>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// The result of an attempt to prove conformance.
struct Conformance {
  enum class Answer : std::uint8_t {
    /// Proved.
    conforms,
    /// Open; the reason says why.
    not_proved
  };
  /// The result.
  Answer answer = Answer::not_proved;
  /// Why it is that; never empty. E.g. "simulated by the model in 12 pairs of
  /// states".
  std::string reason;
  /// Calls of a solver.
  std::uint64_t queries = 0;
};

/// Whether `implementation`, made input-enabled by ignoring the inputs that it
/// does not specify, conforms to `specification` as exec::make_timed_model()
/// executes it: after every specified trace, it sends only outputs that are
/// specified, and is silent only as long as that is allowed.
///
/// Requires: both share their terms (checked), channels and variables, as a
/// mutant and its model do. The answer is `not_proved` if one of them has
/// hidden values that it uses (no initial value, newfresh) or internal steps,
/// or if the specification is not deterministic.
/// Cost: some queries for each pair of states and step.
[[nodiscard]] Conformance conforms(const model::TimedAutomaton& implementation,
                                   const model::TimedAutomaton& specification,
                                   const TestCaseOptions& options,
                                   const base::Budget& budget);

}  // namespace catenary::engine::symbolic
