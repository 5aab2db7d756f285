// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages of third parties to a simulated timed system, drawn at random.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <span>

#include "base/rng.h"
#include "model/timed/timed_simulator.h"

namespace catenary::exec {

/// A message that a third party sends.
struct OthersInput {
  /// Time since the configuration.
  mpq_class delay = 0;
  /// The input transition that it is for. Nothing = any values at any time,
  /// which need not be specified.
  std::optional<std::uint32_t> transition;
  /// Index in the automaton.
  std::uint32_t channel = 0;
  /// Received values, and newfresh values of the transition.
  model::StepValues values;
};

/// Draws a message. Nothing now and then, and if no third party can send
/// anything. `channels`: the channels on which they send. `before`: the latest
/// time. `any`: now and then also a message that the automaton does not
/// specify. `candidates`: numbers worth trying.
[[nodiscard]] std::optional<OthersInput> input_of_others(
    const model::TimedSimulator& simulator,
    const model::TimedConfiguration& configuration,
    std::span<const std::uint32_t> channels,
    const std::optional<mpq_class>& before,
    bool any,
    std::span<const mpq_class> candidates,
    base::Rng& rng);

}  // namespace catenary::exec
