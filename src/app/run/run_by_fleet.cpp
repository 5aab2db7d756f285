// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --mutate --workers`: parts of the mutants are tasks.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "app/commands.h"
#include "app/fleet/command_fleet.h"
#include "app/fleet/fleet_executor.h"
#include "app/fleet/shipping.h"
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
    conflict("--workers and --nats require --mutate");
  }
  if (!options.shard.empty()) {
    conflict(
        "--shard cannot be used with --workers or --nats; expected one of "
        "them");
  }
}

/// Why no part can be sent; empty = perhaps each can.
std::string obstacle_to(const RunOptions& options,
                        const std::vector<std::string>& words) {
  const std::string config = config_file(options.config);
  std::error_code failed;
  if (std::filesystem::exists(config, failed)) {
    return "workers do not read " + config + "; expected options";
  }
  std::string why;
  (void)ship_words(words, why);
  return why;
}

}  // namespace

ExitCode run_by_fleet(const RunOptions& options,
                      std::vector<std::string> words,
                      Context& context,
                      const BatchCalls& calls) {
  require_mutants(options);
  FleetSetting setting = fleet_setting(options);
  const std::string obstacle = obstacle_to(options, words);
  if (!obstacle.empty()) {
    context.log.warning("computed here, not by workers: " + obstacle);
    return run(options, context);
  }
  // The journal of the command has what was judged.
  const base::TemporaryDirectory forgotten;
  setting.journal = forgotten.file("journal.sqlite");
  setting.places = std::max(1U, options.jobs);
  if (!options.output.empty()) {
    setting.when_lost = "; 'catenary resume " + options.output + "' goes on";
  }
  const CommandFleet fleet{
      [&] { return std::make_unique<FleetExecutor>(setting, calls, context); },
      std::move(words)};
  context.fleet = &fleet;
  const ExitCode code = run(options, context);
  context.fleet = nullptr;
  return code;
}

}  // namespace catenary::app
