// SPDX-License-Identifier: Apache-2.0
/// \file
/// A single command whose parts are tasks of a fleet.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/batch/executor.h"
#include "app/fleet/fleet_access.h"

namespace catenary::app {

/// Who computes the parts, and how one is asked for.
struct CommandFleet {
  /// Starts the fleet, or connects. Throws base::ToolError.
  std::function<std::unique_ptr<Executor>()> start;
  /// The whole command. A part has options more behind its name, such as
  /// "--shard=I/N".
  std::vector<std::string> words;
};

/// Calls `command` with Context::fleet, which is started when it is needed. If
/// no part of the command can be sent, it says why and calls `command` without.
///
/// `setting`: its journal and its places are set here. `words`: of the whole
/// command. `config`: what --config says. `jobs`: processes for what is
/// computed here.
[[nodiscard]] ExitCode call_with_fleet(
    FleetSetting setting,
    std::vector<std::string> words,
    const std::string& config,
    std::uint32_t jobs,
    const BatchCalls& calls,
    Context& context,
    const std::function<ExitCode()>& command);

}  // namespace catenary::app
