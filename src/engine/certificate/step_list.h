// SPDX-License-Identifier: Apache-2.0
/// \file
/// The states of a circuit and all steps from them, found by a SAT solver, for
/// circuits whose inputs have too many cases for a StateSet: each answer of the
/// solver is a step, whose effect is excluded from then on.
///
/// Method: all solutions of a formula, projected to some variables (McMillan,
/// "Applying SAT Methods in Unbounded Symbolic Model Checking", CAV 2002,
/// doi:10.1007/3-540-45657-0_19), without his enlargement of cubes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/certificate/and_circuit.h"
#include "engine/certificate/step_graph.h"

namespace catenary::engine::certificate {

/// States and steps.
struct StepList {
  /// The latches of a state; a run that has stopped is in none.
  std::vector<std::uint32_t> latches;
  std::uint32_t stop = 0;
  /// A test may end with a step where it is true.
  AigerSignal final = 1;
  /// Indices of goals, ascending: the hits of steps.
  std::vector<std::uint32_t> goals;
  /// By number, the values of `latches`; 0 is the first state.
  std::vector<std::vector<bool>> states;
  /// Sorted. Those that end and are not final are there, too.
  std::vector<FoundStep> steps;

  /// What steps are told apart by.
  [[nodiscard]] std::vector<AigerSignal> roots(const AndCircuit& circuit) const;
  /// The list in which only these goals count.
  [[nodiscard]] StepList with_goals(std::vector<std::uint32_t> some) const;
  /// The sections "states" and "steps" of a certificate; hits are bits, in the
  /// order of `order`, which has the goals.
  [[nodiscard]] std::string states_bytes() const;
  [[nodiscard]] std::string steps_text(
      const std::vector<std::uint32_t>& order) const;
};

/// All states that are reached, and their steps. Nothing if there are more
/// than some thousand, or at the end of the budget. Latches on which neither
/// goals nor the end of a run depend are left out. Cost: a call of CaDiCaL for
/// each step, and each state.
[[nodiscard]] std::optional<StepList> list_steps(
    const AndCircuit& circuit,
    const std::vector<std::uint32_t>& goals,
    std::uint32_t stop,
    AigerSignal final,
    const base::Budget& budget);

}  // namespace catenary::engine::certificate
