// SPDX-License-Identifier: Apache-2.0
/// \file
/// The description of a step program: its inputs and outputs by the names that
/// the model has for them. Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "frontend/c/description.h"
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "frontend/umlrt/code/inputs/chosen_value.h"
#include "frontend/umlrt/code/inputs/port_index.h"
#include "frontend/umlrt/code/inputs/timer_code.h"
#include "frontend/umlrt/code/step_program.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// What the descriptions of all step programs have: how they are compiled and
/// called. Generated code without a place of its own is at `where`.
[[nodiscard]] c::Description generated_steps(const base::SourceLocation& where);
/// A variable of the program without a range.
[[nodiscard]] c::VariableDescription variable(
    const std::string& lvalue,
    const std::string& name,
    const base::SourceLocation& where);
/// Gives the variable a range.
void limit(c::VariableDescription& to, std::int64_t lo, std::int64_t hi);
/// Names the values of an enumeration; does nothing for a number (null). Of
/// several names of one value the first is taken.
void name_values(const model::MachineModel& model,
                 const model::MachineType* enumeration,
                 c::VariableDescription& to);
/// The input for one scalar of a parameter. Of an enumeration the environment
/// may send the values with names, of a number all of its type. What lies
/// between values with names is to be excluded by an assumption, see
/// only_enumerators().
[[nodiscard]] c::VariableDescription input(const model::MachineModel& model,
                                           const ChosenScalar& scalar,
                                           const std::string& name,
                                           const base::SourceLocation& where);
/// The names of the configurations of a capsule, by which tests tell them
/// apart: that of a state does not contain the capsule. -1 is where the capsule
/// is stuck. Throws base::InputError where two states have one name.
[[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> state_names(
    const model::Capsule& capsule);

/// What describe_steps() makes.
struct StepDescription {
  /// Without sources, source map and invariants.
  c::Description description;
  /// See StepProgram::messages.
  std::vector<StepProgram::Message> messages;
};

/// Describes the program of a capsule. `received` are its deliveries. Throws
/// base::InputError where a parameter has a type whose values a test cannot
/// choose. Generated code without a place of its own is at the capsule.
[[nodiscard]] StepDescription describe_steps(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const std::vector<Delivery>& received,
    const TimerCode& timers,
    const PortIndexCode& indices);

}  // namespace catenary::frontend::umlrt
