// SPDX-License-Identifier: Apache-2.0
/// \file
/// A capsule as a step system: lowered to a step program in C++, which is built
/// by frontend/c like the programs of users, with names and places of the
/// model.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "frontend/c/harness.h"
#include "model/machine/state_machine.h"
#include "model/step/step_system.h"

namespace catenary::model {
struct PlainRequest;
}  // namespace catenary::model

namespace catenary::frontend::umlrt {

/// How to load a capsule.
struct MachineOptions {
  /// Names of coverage criteria; empty = branch.
  std::vector<std::string> criteria;
  /// Wall-clock; a step that takes longer is reported as hung.
  std::chrono::milliseconds step_time_limit{1000};
  /// Headers of the user, see MachineCodeOptions.
  std::vector<std::string> includes;
  /// How many timers each timing port may have at once, within kMostTimers. 0 =
  /// as many as random runs show to be needed.
  std::uint32_t timers = 0;
  /// See StepProgramOptions.
  bool judged = false;
  /// Makes the watcher of the steps, from the system without a watcher; empty =
  /// no watcher.
  std::function<c::Watcher(const model::StepSystem&)> watcher;
};

/// Loads the capsule. Throws base::InputError, at places of the model, where
/// something in it is not supported or does not compile; otherwise like
/// c::load(). `plain`, where it is not null, gets the plain program. Cost: that
/// of Clang, once for each number of timers that is tried.
[[nodiscard]] model::StepSystem load_machine(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const MachineOptions& options,
    const base::Budget& budget,
    model::PlainRequest* plain = nullptr);

/// The next number for MachineOptions::timers where some of these events ended
/// runs because a timing port had too many timers at once; 0 where none did, or
/// more cannot be had.
[[nodiscard]] std::uint32_t timers_wanted(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    std::span<const model::Stepper::Event> events);

/// Adds a hint at --include to an error of Clang about a name that is not
/// declared; other errors stay.
void hint_at_include(base::Diagnostic& error);

}  // namespace catenary::frontend::umlrt
