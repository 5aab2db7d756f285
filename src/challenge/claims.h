// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a search claims of all runs of a system, and whether what some runs did
/// contradicts it. Pure functions; nothing is run here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/reach/engine.h"
#include "model/step/plain_program.h"
#include "model/step/step_system.h"

namespace catenary::challenge {

/// A safety claim: something does not happen in any run, or in short runs.
struct Claim {
  enum class Kind : std::uint8_t {
    /// Goal `index` is not hit by a run of at most `steps` steps.
    never,
    /// Goal `index` is not hit in fewer than `steps` steps.
    earliest,
    /// Output `index` is within `range` after every step.
    output,
    /// Number `index` of the state is within `range`.
    state
  };
  Kind kind = Kind::never;
  /// Of the goal in StepSystem::goals, of the output, or of the scalar in
  /// reach::scalars_of(), as the kind says.
  std::uint32_t index = 0;
  /// In steps; -1 = runs of any length. For Kind::never and Kind::earliest.
  std::int64_t steps = -1;
  /// Inclusive ends. For Kind::output and Kind::state.
  engine::reach::ValueRange range;
  /// For people, e.g. "goal p.violated is unreachable".
  std::string text;

  [[nodiscard]] bool is_about_goal() const {
    return kind == Kind::never || kind == Kind::earliest;
  }
};

/// All that the result of a search claims, in the order of goals, outputs and
/// numbers of the state. Only proved ranges are claims. That a covering run is
/// shortest is one only if all inputs of the steps before were tried.
[[nodiscard]] std::vector<Claim> claims_of(const model::StepSystem& system,
                                           const engine::reach::Result& result);

/// Whether the plain program's runs would show that the claim is wrong. `goals`
/// and `state` are PlainProgram::observable_goals() and observable_state();
/// outputs can always be observed.
[[nodiscard]] bool is_observable(const Claim& claim,
                                 const std::vector<bool>& goals,
                                 const std::vector<bool>& state);

/// Sorted indices of the claims that the observation contradicts. The hit of
/// one of several goals (PlainHit::goals has more than one, since the place of
/// the code is ambiguous) contradicts only if it breaks the claim about each of
/// them.
[[nodiscard]] std::vector<std::size_t> contradicted(
    const std::vector<Claim>& claims, const model::PlainSeen& seen);

}  // namespace catenary::challenge
