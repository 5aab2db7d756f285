// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clauses that the proofs of a certificate refute: Tseitin's encoding of
/// the circuits, in a numbering that docs/proofs.md fixes. And a checker of
/// refutations in the format DRAT (Wetzler, Heule, Hunt, "DRAT-trim", SAT 2014,
/// doi:10.1007/978-3-319-09284-3_31).
///
/// Method: forward. Each added clause must have the property RUP (unit
/// propagation refutes its negation; Goldberg, Novikov, DATE 2003) or RAT on
/// its first literal, with respect to all clauses that were ever there. A
/// deletion only leaves a clause out of propagation. Propagation by two watched
/// literals. And checkers of sets of states, and of what suites cost.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/check-proof/certificate.h"

namespace check_proof {

/// A literal as in DIMACS.
using Literal = std::int32_t;
/// Clauses over the variables 1..variables, each ended by 0.
struct Cnf {
  std::uint32_t variables = 1;
  std::vector<Literal> clauses;
};

/// The clauses of the proof of that name. They are unsatisfiable if and only if
/// - "initial": the invariant holds in the initial state;
/// - "step": a step from a state in the invariant leads to a state in it;
/// - "bad": no step from a state in the invariant hits an unreachable goal;
/// - "distance": no run hits a goal earlier than Certificate::distances say;
/// - "suite": no run of fewer steps hits all goals of Certificate::suite;
/// - "steps": a step from a state of the set is one of Certificate::steps.
/// Throws Unreadable if there would be more than some ten million variables.
[[nodiscard]] Cnf clauses_of(const Certificate& certificate,
                             std::string_view name);

/// Checks a proof in the text form: a clause a line, ended by 0, "d" before a
/// deletion. Throws Rejected, naming it and the line, if a step does not
/// follow, if the empty clause was not derived at the end, or for variables
/// that the clauses do not have. Cost: about that of the solver that found it.
void check_refutation(const Cnf& cnf,
                      std::string_view proof,
                      const std::string& name);

/// A step to the state of that place, and the goals of the suite that it hits,
/// one bit for each. By state, all of them.
struct Step {
  std::uint32_t to = 0, hits = 0;
  auto operator<=>(const Step&) const = default;
};
using Steps = std::vector<std::vector<Step>>;
/// A test ends with the step; it leads to a state that the set may not have.
constexpr std::uint32_t kEnd = UINT32_MAX - 1, kOutside = UINT32_MAX;

/// Rejects the set of a certificate
/// - if the initial state is not in it at depth 0;
/// - if a step leads from a state at depth d, but the last one of a set that is
///   not closed, to none that is in the set at a depth of at most d + 1;
/// - if a step from a state at depth d hits an unreachable goal, unless there
///   is an invariant, or one at a distance above d, unless there is a proof.
/// Inputs, and latches that the states do not have, are three-valued; one that
/// matters is tried with both values. So 64 states cost an evaluation of the
/// circuit, and one of the parts that depend on inputs for each case.
/// With the proof "steps", only the initial state is looked at. The result has
/// all steps, if they are to be searched.
[[nodiscard]] Steps check_states(const Certificate& certificate);

/// Rejects the claim of the certificate about suites if a search through these
/// steps finds tests that cost less. A step from a state of the last depth, if
/// the set is not closed, may hit all goals. Method: Dijkstra's algorithm on
/// pairs of a state and the goals that were hit. Cost: a visit of each step for
/// each set of goals. Throws Unreadable if there would be too many pairs.
void check_suite(const Certificate& certificate, const Steps& steps);

}  // namespace check_proof
