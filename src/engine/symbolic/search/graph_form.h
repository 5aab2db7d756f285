// SPDX-License-Identifier: Apache-2.0
/// \file
/// The graph of states of a timed model as a step system with a symbolic form:
/// a transition is a step; guards, data and time are abstracted, or left out.
/// So it has all paths of the model and more, and what it proves that no run
/// does, no run of the model does: what certificates are about.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/reach/graph.h"
#include "engine/symbolic/search/select.h"
#include "model/step/step_system.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// What a form has beside the graph.
enum class FormValues : std::uint8_t {
  none,
  /// Clocks and data as abstract_values.h abstracts them, with the guards on
  /// them. A second input is the delay before the transition, a third one the
  /// choice of AbstractStore.
  abstracted
};

/// The system. It cannot be run: it has an encoder and no factory. Its first
/// input is the index of the transition; runs may end with outputs, as test
/// purposes do. Its goals are the targets, in their order; one that is not
/// there is never hit. The automaton must outlive it. Throws base::ToolError
/// for a model without transitions.
[[nodiscard]] model::StepSystem graph_form(
    const model::TimedAutomaton& automaton,
    const std::vector<std::optional<Target>>& targets,
    FormValues values = FormValues::none);

/// The same graph as a search for chains reads it: its states are the last
/// transitions, 0 before the first one. Cost: linear in the pairs of
/// consecutive transitions.
[[nodiscard]] reach::Graph graph_of(
    const model::TimedAutomaton& automaton,
    const std::vector<std::optional<Target>>& targets);

/// By target, the length of a shortest path of the graph that covers it;
/// nothing if none does. Cost: that of graph_of().
[[nodiscard]] std::vector<std::optional<std::uint32_t>> graph_depths(
    const model::TimedAutomaton& automaton,
    const std::vector<std::optional<Target>>& targets);

}  // namespace catenary::engine::symbolic
