// SPDX-License-Identifier: Apache-2.0
/// \file
/// The executions of a requirement interface as the runs of a step system that
/// has a symbolic form: what certificates are about.
///
/// A step whose values break a promise or a contract ends the run, and hits no
/// goal that is reached by executions. So the runs are the executions (see
/// target_search.h), and step k of one is step k of the other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"

namespace catenary::engine::contract {

/// The system. All variables are inputs of it, those that a system under test
/// chooses, too. It cannot be run: it has an encoder and no factory. Its goals
/// are the given ones, in their order. The interface must outlive it.
///
/// Throws base::ToolError if the interface is not finite, or has numbers beyond
/// 64 bits. Its encoder throws the same for operators that have no circuit.
[[nodiscard]] model::StepSystem step_form(const model::Interface& interface,
                                          const std::vector<TestGoal>& goals);

/// The notions of consistency; see consistency.h.
enum class Notion : std::uint8_t { strategy, no_dead_end };
/// The goal of consistency_form().
[[nodiscard]] const char* goal_of(Notion notion);

/// A system that answers, and whose one goal is an answer that breaks a
/// contract to inputs that keep all promises. If no run hits it, the interface
/// is consistent for ever.
///
/// *strategy*: the inputs of the interface are inputs of the system, which goes
/// on with its own answers. *no dead end*: it goes on with any answers that the
/// contracts allow, which are inputs, too; its own are tried at each step.
///
/// As step_form(); throws base::ToolError at limits of the budget, too. Cost:
/// that of the decision; see Game. And the product of all contracts of a part
/// as one diagram.
[[nodiscard]] model::StepSystem consistency_form(
    const model::Interface& interface,
    Notion notion,
    const base::Budget& budget);

/// The goal of conflict_form().
inline constexpr const char* kAnswered = "an answer at the last step";
/// A system whose runs are those executions of some contracts that have the
/// inputs of a run at each of its steps; promises are left out. Its one goal is
/// an answer at the last of them. If no run hits it, and the inputs keep all
/// promises, these contracts are inconsistent. As step_form().
[[nodiscard]] model::StepSystem conflict_form(
    const model::Interface& interface,
    const Indices& contracts,
    const std::vector<TraceStep>& run);

}  // namespace catenary::engine::contract
