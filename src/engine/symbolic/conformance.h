// SPDX-License-Identifier: Apache-2.0
/// \file
/// A proof that one timed system conforms (tioco) to another, for mutants that
/// no test finds: it may be that there is nothing to find.
///
/// Method: a simulation of the implementation by the specification, pairs of
/// states with an inductive relation between their variables; the relation is
/// the strongest conjunction of candidates that every step preserves (Flanagan,
/// Leino, "Houdini", FME 2001, doi:10.1007/3-540-45251-6_29). Incomplete: what
/// is not proved may conform all the same.
#pragma once

#include <cstdint>
#include <string>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

struct Conformance {
  enum class Answer : std::uint8_t {
    conforms,   ///< proved
    not_proved  ///< open: see the reason
  };
  Answer answer = Answer::not_proved;
  std::string reason;  ///< never empty
  std::uint64_t queries = 0;
};

/// Whether `implementation`, made input-enabled by ignoring inputs that it does
/// not specify, conforms to `specification` as exec::make_timed_model() runs
/// it: every output it may send is specified, and it is silent only as long as
/// that is allowed, after every trace that is specified.
///
/// Requires: both share their terms, channels and variables, as a mutant and
/// its model do. Not proved where the specification has values that nobody
/// knows (no initial value, newfresh), internal steps, or is not deterministic.
[[nodiscard]] Conformance conforms(const model::TimedAutomaton& implementation,
                                   const model::TimedAutomaton& specification,
                                   const TestCaseOptions& options,
                                   const base::Budget& budget);

}  // namespace catenary::engine::symbolic
