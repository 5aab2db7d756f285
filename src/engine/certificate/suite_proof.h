// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs of what a suite costs at least, in the ways that docs/proofs.md
/// describes: by goals that are apart, by a search through the steps of a set
/// of states, by unrolling, and by a search through steps that a solver lists.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/certificate/certificate.h"
#include "engine/certificate/state_set.h"
#include "engine/certificate/system_circuit.h"

namespace catenary::engine::certificate {

/// What is known when such a proof is sought. All of it outlives the search.
struct SuiteTask {
  const chain::SuiteBound& bound;
  const SystemCircuit& circuit;
  /// That the certificate claims.
  const Distances& distances;
  const std::vector<std::unique_ptr<StateSet>>& sets;
  /// The one that the certificate has, or null. It has at most one.
  const StateSet* chosen = nullptr;
};

/// A proof.
struct SuiteProof {
  /// Goals that cost so much; empty: there is no proof.
  std::vector<std::uint32_t> goals;
  /// The lines of the claim, and the sections of the proof.
  std::string lines, sections;
  /// The set that it needs, and how many depths of it; null: none.
  const StateSet* set = nullptr;
  std::uint32_t depths = 0;
};

/// Tries one way after the other, cheap ones first. Cost: up to the whole
/// budget.
[[nodiscard]] SuiteProof prove_suite(const SuiteTask& task,
                                     const base::Budget& budget);

/// Whether so many steps of the circuit may be written as clauses.
[[nodiscard]] bool can_unroll(const SystemCircuit& circuit,
                              std::uint64_t steps);

/// A section of a certificate.
[[nodiscard]] std::string section(const std::string& head,
                                  const std::string& body);

}  // namespace catenary::engine::certificate
