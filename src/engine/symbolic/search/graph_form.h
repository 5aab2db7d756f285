// SPDX-License-Identifier: Apache-2.0
/// \file
/// An over-approximation of a timed model as a step system. A step is a
/// transition; guards, clocks and data are abstracted as abstract_values.h
/// says. Every path of the model is a path of the system, so what the system
/// cannot do, the model cannot do: what certificates are about.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/reach/graph.h"
#include "engine/symbolic/search/select.h"
#include "model/step/step_system.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// The system. It cannot be run: it has an encoder and no factory. Its inputs
/// are the index of the transition, the delay before it in ticks, and the
/// choice of AbstractStore; runs may end with outputs, as test purposes do. Its
/// goals are the targets, in their order; one that is not there is never hit.
/// The automaton must outlive it. Throws base::ToolError for a model without
/// transitions.
[[nodiscard]] model::StepSystem graph_form(
    const model::TimedAutomaton& automaton,
    const std::vector<std::optional<Target>>& targets);

/// The graph of states alone, without guards, clocks and data, as a search for
/// chains reads it: its states are the last transitions, 0 before the first
/// one. Cost: linear in the pairs of consecutive transitions.
[[nodiscard]] reach::Graph graph_of(
    const model::TimedAutomaton& automaton,
    const std::vector<std::optional<Target>>& targets);

}  // namespace catenary::engine::symbolic
