// SPDX-License-Identifier: Apache-2.0
/// \file
/// Timed automata as pictures: Graphviz DOT, PlantUML and Mermaid. States and
/// transitions are in the order of the model, so that the texts stay the same.
#pragma once

#include <string>

#include "model/timed/timed_automaton.h"

namespace catenary::report {

/// One digraph; labels have the name, the communication ("In?(n)", "Out!")
/// and the guards as the user wrote them.
[[nodiscard]] std::string write_dot(const model::TimedAutomaton& automaton);

/// One state diagram with the same labels.
[[nodiscard]] std::string write_plantuml(
    const model::TimedAutomaton& automaton);

/// The same for Mermaid.
[[nodiscard]] std::string write_mermaid(const model::TimedAutomaton& automaton);

}  // namespace catenary::report
