// SPDX-License-Identifier: Apache-2.0
/// \file
/// Certificates: proofs about a step system that another program can check.
///
/// A certificate has the system as a circuit, and one of two kinds of proofs;
/// docs/proofs.md has the format. One is the set of the reachable states with
/// their depths (see StateSet). The other is an inductive invariant with DRAT
/// proofs of its conditions, and of distances by unrolling. It does not depend
/// on the engine that found a claim: the invariant is searched again by IC3
/// (see PropertyDirected), with candidates from random simulation.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/chain/suite_bound.h"
#include "model/step/encoding.h"
#include "model/step/step_system.h"

namespace catenary::engine::certificate {

/// Goals with their least number of steps.
using Distances = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// What is to be certified. Goals are indices into StepSystem::goals.
struct CertificateRequest {
  /// Goals that no run hits.
  std::vector<std::uint32_t> unreachable;
  /// Goals that no run of fewer steps hits; at least 1 step, as 0 need no
  /// proof.
  Distances distances;
  /// A bound of what a suite costs; no goals: none.
  chain::SuiteBound suite;
  model::EncodeOptions encode;
  /// Largest size of one proof.
  std::uint64_t most_proof_bytes = std::uint64_t{1} << 30;
};

/// What was certified.
struct CertificateResult {
  /// The certificate; empty if nothing was certified.
  std::string text;
  std::vector<std::uint32_t> unreachable;
  Distances distances;
  /// The goals of the request's bound of which it is proved; empty: it is not.
  std::vector<std::uint32_t> suite;
  /// If something is missing, why.
  std::string why_not;
  /// If the search found that a claim is false, which one: a defect of an
  /// engine. Empty if the system over-approximates the model.
  std::string contradiction;
};

/// Makes a certificate, in a child process. Requires: the system has an
/// encoder. Throws base::ToolError if the system cannot be encoded, or if the
/// child breaks down before it has anything. At the end of the budget, or if
/// the child is killed later, it returns what was there then. Cost: up to the
/// whole budget for goals that IC3 cannot decide.
[[nodiscard]] CertificateResult make_certificate(
    const model::StepSystem& system,
    const CertificateRequest& request,
    const base::Budget& budget);

}  // namespace catenary::engine::certificate
