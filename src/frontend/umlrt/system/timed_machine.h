// SPDX-License-Identifier: Apache-2.0
/// \file
/// The times of the steps of a run on the virtual clock of a machine.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "frontend/umlrt/system/load_machine.h"
#include "frontend/umlrt/system/virtual_times.h"
#include "model/machine/state_machine.h"
#include "model/step/step_system.h"

namespace catenary::frontend::umlrt {

/// A capsule as a system whose outputs tell what its timers do; its runs are
/// those of the system that it was made for.
class TimedMachine {
 public:
  /// The system to replay runs on.
  [[nodiscard]] const model::StepSystem& system() const { return system_; }

  /// The times of the steps of a run, in nanoseconds from the initialisation:
  /// the earliest ones that fit what the timers do in it. Requires: `run` is
  /// the run of `trace` on system().
  [[nodiscard]] std::vector<mpz_class> times(const model::Simulation& run,
                                             const model::Trace& trace) const;

 private:
  friend std::optional<TimedMachine> load_timed_machine(
      const model::MachineModel& model,
      const model::Capsule& capsule,
      const model::StepSystem& system,
      const MachineOptions& options,
      const base::Budget& budget);

  /// The timers of a run: after each step, and which one began the step.
  [[nodiscard]] std::vector<TimerStep> steps(const model::Simulation& run,
                                             const model::Trace& trace) const;

  model::StepSystem system_;
  /// See StepProgram::timeouts.
  std::map<std::int64_t, std::size_t> timeouts_;
  /// Positions of inputs in a step. `timer_` says which of a port's timers
  /// expires; no value where there is one timer.
  std::size_t message_ = 0;
  std::optional<std::size_t> timer_;
};

/// Loads the capsule for the runs of `system`, which load_machine() made of it.
/// Nothing where no timer is ever set. Criteria and timers of the options are
/// not used. Cost: that of Clang.
[[nodiscard]] std::optional<TimedMachine> load_timed_machine(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const model::StepSystem& system,
    const MachineOptions& options,
    const base::Budget& budget);

}  // namespace catenary::frontend::umlrt
