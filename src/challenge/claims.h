// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was claimed of all runs of a system, and whether what some runs did
/// contradicts it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/reach/engine.h"
#include "model/step/plain_program.h"
#include "model/step/step_system.h"

namespace catenary::challenge {

/// That something does not happen.
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
  std::uint32_t index = 0;
  /// -1 = of any length.
  std::int64_t steps = -1;
  engine::reach::ValueRange range;
  /// E.g. "goal p.violated is unreachable".
  std::string text;

  [[nodiscard]] bool is_about_goal() const {
    return kind == Kind::never || kind == Kind::earliest;
  }
};

/// All that the result of a search claims, in the order of goals, outputs and
/// numbers of the state.
[[nodiscard]] std::vector<Claim> claims_of(const model::StepSystem& system,
                                           const engine::reach::Result& result);

/// Whether the runs of such a program show it where the claim is wrong.
[[nodiscard]] bool is_observable(const Claim& claim,
                                 const std::vector<bool>& goals,
                                 const std::vector<bool>& state);

/// Indices of the claims that what was seen contradicts. A hit of one of
/// several goals contradicts only where each of them is said to be unreachable.
[[nodiscard]] std::vector<std::size_t> contradicted(
    const std::vector<Claim>& claims, const model::PlainSeen& seen);

}  // namespace catenary::challenge
