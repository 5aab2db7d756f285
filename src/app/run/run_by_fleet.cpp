// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --mutate --workers`: parts of the mutants are tasks.
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/fleet/command_fleet.h"
#include "base/error.h"

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

}  // namespace

ExitCode run_by_fleet(const RunOptions& options,
                      std::vector<std::string> words,
                      Context& context,
                      const BatchCalls& calls) {
  require_mutants(options);
  FleetSetting setting = fleet_setting(options);
  if (!options.output.empty()) {
    setting.when_lost = "; 'catenary resume " + options.output + "' goes on";
  }
  return call_with_fleet(std::move(setting),
                         std::move(words),
                         options.config,
                         options.jobs,
                         calls,
                         context,
                         [&] { return run(options, context); });
}

}  // namespace catenary::app
