// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines as pictures: Graphviz DOT, PlantUML and Mermaid. Everything
/// is in the order of the model, so that the texts stay the same.
#pragma once

#include <string>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::report {

/// One digraph with a cluster for each capsule and composite state; labels have
/// triggers, guards and the first line of effects. Requires: every capsule
/// listed has a machine.
[[nodiscard]] std::string write_dot(
    const model::MachineModel& model,
    const std::vector<const model::Capsule*>& capsules);

/// The same as a PlantUML state diagram for each capsule.
[[nodiscard]] std::string write_plantuml(
    const model::MachineModel& model,
    const std::vector<const model::Capsule*>& capsules);

/// The same as a Mermaid flowchart for each capsule: its state diagrams have no
/// transitions across the border of a composite state.
[[nodiscard]] std::string write_mermaid(
    const model::MachineModel& model,
    const std::vector<const model::Capsule*>& capsules);

}  // namespace catenary::report
