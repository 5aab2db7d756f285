// SPDX-License-Identifier: Apache-2.0
/// \file
/// The steps of graph_form() as terms.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/symbolic/search/select.h"
#include "model/step/encoding.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// Whether the transition completes the target, where `last` is the one before
/// it, or no transition.
[[nodiscard]] bool completes(const model::TimedAutomaton& automaton,
                             const Target& target,
                             std::uint32_t last,
                             std::uint32_t transition);

/// Whether the target is the initial state.
[[nodiscard]] bool is_start(const model::TimedAutomaton& automaton,
                            const Target& target);

/// The encoder of the form. The automaton must outlive it.
[[nodiscard]] std::shared_ptr<const model::Encoder> graph_encoder(
    const model::TimedAutomaton& automaton,
    std::vector<std::optional<Target>> targets);

}  // namespace catenary::engine::symbolic
