// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interrupts and periodic tasks of a description: what calls them, and when.
///
/// An interrupt is a Boolean input that the environment chooses before a step;
/// where it is true, the step begins with the call of the handler. This is the
/// coarsest interleaving of handlers with a program: they never interrupt a
/// step. Tasks run at the end of the steps that their periods give, as in a
/// cyclic executive.
#pragma once

#include <cstdint>
#include <string>

#include "frontend/c/description.h"

namespace catenary::frontend::c {

/// The most steps after which the tasks may repeat: so many values has the
/// counter of steps.
inline constexpr std::uint32_t kLongestCycle = 65'536;

/// The name of the function that the text of a call begins with: the text up to
/// "(", e.g. "TIM2_IRQHandler".
[[nodiscard]] std::string called_function(const std::string& call);

/// Adds to a description what its interrupts and tasks stand for: an input for
/// each interrupt, an assumption where it has a condition, and an empty step
/// where there are tasks only. Called once, before the harness is written.
/// Throws InputError where a whole program has interrupts, two inputs have one
/// name, or the tasks repeat after more than kLongestCycle steps.
void wire_schedule(Description& description);

/// C and C++ text that defines the variables behind the inputs of interrupts,
/// and the counter of steps for tasks. For the text before the inputs.
[[nodiscard]] std::string schedule_variables(const Description& description);

/// C and C++ text that defines `__cat_interrupts()` and `__cat_tasks()`, which
/// call `__cat_handler_K()` and `__cat_task_K()`; each of them only where there
/// are interrupts or tasks.
[[nodiscard]] std::string schedule_calls(const Description& description);

/// Statements that begin a run at step 0.
[[nodiscard]] std::string schedule_reset(const Description& description);

}  // namespace catenary::frontend::c
