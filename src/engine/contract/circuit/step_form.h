// SPDX-License-Identifier: Apache-2.0
/// \file
/// The executions of a requirement interface as the runs of a step system that
/// has a symbolic form: what certificates are about.
///
/// All variables are inputs of the system, those that a system under test
/// chooses, too. A step whose values break a promise or a contract ends the
/// run, and hits no goal. So the runs are the executions (see target_search.h),
/// and step k of one is step k of the other.
#pragma once

#include <vector>

#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"

namespace catenary::engine::contract {

/// The system. It cannot be run: it has an encoder and no factory. Its goals
/// are the given ones, in their order. The interface must outlive it.
///
/// Throws base::ToolError if the interface is not finite, or has numbers beyond
/// 64 bits. Its encoder throws the same for operators that have no circuit.
[[nodiscard]] model::StepSystem step_form(const model::Interface& interface,
                                          const std::vector<TestGoal>& goals);

}  // namespace catenary::engine::contract
