// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/command_fleet.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/fleet/fleet_executor.h"
#include "app/fleet/shipping.h"
#include "app/output_files.h"
#include "base/temporary_directory.h"

namespace catenary::app {

namespace {

/// Why no part can be sent; empty = perhaps each can.
std::string obstacle_to(const std::string& config,
                        const std::vector<std::string>& words) {
  const std::string file = config_file(config);
  std::error_code failed;
  if (std::filesystem::exists(file, failed)) {
    return "workers do not read " + file + "; expected options";
  }
  std::string why;
  (void)ship_words(words, why);
  return why;
}

}  // namespace

ExitCode call_with_fleet(FleetSetting setting,
                         std::vector<std::string> words,
                         const std::string& config,
                         std::uint32_t jobs,
                         const BatchCalls& calls,
                         Context& context,
                         const std::function<ExitCode()>& command) {
  const std::string obstacle = obstacle_to(config, words);
  if (!obstacle.empty()) {
    context.log.warning("computed here, not by workers: " + obstacle);
    return command();
  }
  // The journal of the command has what was computed.
  const base::TemporaryDirectory forgotten;
  setting.journal = forgotten.file("journal.sqlite");
  setting.places = std::max(1U, jobs);
  const CommandFleet fleet{
      [&] { return std::make_unique<FleetExecutor>(setting, calls, context); },
      std::move(words)};
  context.fleet = &fleet;
  const ExitCode code = command();
  context.fleet = nullptr;
  return code;
}

}  // namespace catenary::app
