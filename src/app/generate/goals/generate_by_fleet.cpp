// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary generate --workers`: groups of open goals are tasks.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/fleet/command_fleet.h"
#include "app/fleet/prepare.h"
#include "base/error.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

constexpr const char* kOutputWord = "--output=";

/// A call of the command that prints the suite, instead of writing it into a
/// file beside those of the user.
CallProgram printing_suite(const CallProgram& command) {
  return [command](const std::vector<std::string>& words,
                   std::ostream& out,
                   std::ostream& err,
                   CallNotes& notes) {
    const base::TemporaryDirectory folder;
    const std::string suite = folder.file("suite.json");
    std::vector<std::string> here = words;
    const auto output = std::ranges::find_if(
        here, [](const auto& w) { return w.starts_with(kOutputWord); });
    if (output != here.end()) *output = kOutputWord + suite;
    std::ostringstream table;
    const ExitCode code = command(here, table, err, notes);
    if (std::filesystem::exists(suite)) out << base::read_file(suite);
    return code;
  };
}

/// Takes the suite that a worker made.
ExitCode print_foreign_suite(const std::vector<std::string>& words,
                             std::ostream& out,
                             std::ostream& err,
                             CallNotes& notes) {
  const ForeignAnswer answer = foreign_from(words.at(0));
  for (const std::string& suite : answer.body.contents) out << suite;
  err << answer.body.err;
  notes.partial = answer.partial;
  return answer.code;
}

}  // namespace

ExitCode generate_by_fleet(const GenerateOptions& options,
                           std::vector<std::string> words,
                           Context& context,
                           const BatchCalls& calls) {
  // The engine that proved something is that of a worker.
  if (options.second_opinion) {
    throw base::InputError({},
                           "--second-opinion cannot be used with --workers or "
                           "--nats; expected one of them",
                           "option-conflict");
  }
  FleetSetting setting = fleet_setting(options);
  setting.when_lost.clear();
  words.insert(words.begin() + 1, std::string(kOutputWord) + "suite.json");
  return call_with_fleet(
      std::move(setting),
      std::move(words),
      options.config,
      options.jobs,
      {printing_suite(calls.command), calls.prepare, print_foreign_suite},
      context,
      [&] { return generate(options, context); });
}

}  // namespace catenary::app
