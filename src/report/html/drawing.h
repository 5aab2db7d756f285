// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines and timed automata as data that the page lays out and draws:
/// vertices, transitions, and the goals of each.
#pragma once

#include <vector>

#include "model/machine/state_machine.h"
#include "model/timed/timed_automaton.h"
#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::report {

/// The state machine of a capsule. Goals belong to the element that their id
/// names; see docs/sm.md.
[[nodiscard]] suite::Json machine_drawing(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const std::vector<suite::SuiteGoal>& goals);

/// A timed automaton.
[[nodiscard]] suite::Json timed_drawing(
    const model::TimedAutomaton& automaton,
    const std::vector<suite::SuiteGoal>& goals);

}  // namespace catenary::report
