// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of a step system in messages between forked processes (base/wire.h).
/// Both ends have the system: its values travel without their sorts, as 8 bytes
/// each in machine representation.
///
/// Every read() throws base::WireError where the message does not fit the
/// system.
#pragma once

#include <vector>

#include "base/wire.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// The inputs of a run; NaNs keep their bits. Requires: one value for each
/// variable of the system (checked).
void write(base::WireWriter& to, const StepSystem& system, const Trace& trace);
void read(base::WireReader& from, const StepSystem& system, Trace& trace);

/// The inputs of one step; NaNs keep their bits.
void write_inputs(base::WireWriter& to,
                  const StepSystem& system,
                  const std::vector<logic::Value>& values);
[[nodiscard]] std::vector<logic::Value> read_inputs(base::WireReader& from,
                                                    const StepSystem& system);

/// Why a step did not run on.
void write(base::WireWriter& to, const Stepper::Event& event);
void read(base::WireReader& from, Stepper::Event& event);

/// What was observed of a run.
void write(base::WireWriter& to,
           const StepSystem& system,
           const Simulation& run);
void read(base::WireReader& from, const StepSystem& system, Simulation& run);

/// The outputs of one step: one value for each output of the system, or none;
/// NaNs become one.
void write_outputs(base::WireWriter& to,
                   const StepSystem& system,
                   const std::vector<logic::Value>& values);
[[nodiscard]] std::vector<logic::Value> read_outputs(base::WireReader& from,
                                                     const StepSystem& system);

}  // namespace catenary::model
