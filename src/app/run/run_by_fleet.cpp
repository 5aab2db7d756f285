// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --mutate --workers`: parts of the mutants are tasks.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/commands.h"
#include "app/fleet/command_fleet.h"
#include "app/fleet/fleet_executor.h"
#include "app/output_files.h"
#include "base/error.h"
#include "base/temporary_directory.h"

namespace catenary::app {

namespace {

void require_mutants(const RunOptions& options) {
  const auto conflict = [](const char* text) {
    throw base::InputError({}, text, "option-conflict");
  };
  if (options.mutate.empty()) {
    conflict("--workers and --nats divide mutants; expected --mutate");
  }
  if (!options.shard.empty()) {
    conflict(
        "--shard is about one part of the mutants, a fleet divides all of "
        "them; expected one of both");
  }
}

}  // namespace

ExitCode run_by_fleet(const RunOptions& options,
                      std::vector<std::string> words,
                      Context& context,
                      const BatchCalls& calls) {
  require_mutants(options);
  FleetSetting setting = fleet_setting(options);
  std::error_code failed;
  if (std::filesystem::exists(config_file(options.config), failed)) {
    context.log.warning(
        "there is a config file, which workers do not read: computed here");
    return run(options, context);
  }
  // The journal of the command has what was judged.
  const base::TemporaryDirectory forgotten;
  setting.journal = forgotten.file("journal.sqlite");
  setting.places = std::max(1U, options.jobs);
  FleetExecutor executor(std::move(setting), calls, context);
  const CommandFleet fleet{executor, std::move(words)};
  context.fleet = &fleet;
  const ExitCode code = run(options, context);
  context.fleet = nullptr;
  return code;
}

}  // namespace catenary::app
