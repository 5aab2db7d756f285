// SPDX-License-Identifier: Apache-2.0
/// \file
/// What others send to a simulated timed system, drawn at random.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <span>

#include "base/rng.h"
#include "model/timed/timed_simulator.h"

namespace catenary::exec {

struct OthersInput {
  mpq_class delay = 0;  ///< from the configuration on
  /// Nothing: any values at any time, which may not be specified.
  std::optional<std::uint32_t> transition;
  std::uint32_t channel = 0;  ///< in the automaton
  model::StepValues values;
};

/// Nothing now and then, or where nobody can send anything. `channels`: those
/// they send on. `before`: the latest time. `any`: now and then also what the
/// automaton does not specify. `candidates`: numbers worth trying.
[[nodiscard]] std::optional<OthersInput> input_of_others(
    const model::TimedSimulator& simulator,
    const model::TimedConfiguration& configuration,
    std::span<const std::uint32_t> channels,
    const std::optional<mpq_class>& before,
    bool any,
    std::span<const mpq_class> candidates,
    base::Rng& rng);

}  // namespace catenary::exec
