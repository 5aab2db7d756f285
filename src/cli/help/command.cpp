// SPDX-License-Identifier: Apache-2.0
#include "cli/help/command.h"

#include <catenary/version.h>

#include <ostream>

#include "base/error.h"
#include "option/help.h"

namespace catenary::cli {

using app::ExitCode;

namespace {

/// The table of a command. Throws base::InputError for an unknown name.
const option::CommandTable& command_named(const std::string& name,
                                          const Commands& commands) {
  for (const Command& command : commands) {
    if (command.table->text().name == name) return *command.table;
  }
  throw base::InputError({}, "no help about '" + name + "'", "help-topic");
}

}  // namespace

option::ProgramText program_text() {
  return {"catenary",
          CATENARY_VERSION_STRING,
          "generates, runs and explains tests of reactive systems",
          {{0,
            "every goal covered, proved unreachable or excluded; every test "
            "passed"},
           {1,
            "findings: a failed test, a violated property, a conflict, a "
            "defect; coverage below --min-coverage"},
           {2, "wrong options or faulty input"},
           {3, "a tool, an engine or the system under test failed"},
           {4, "time or memory ran out; partial results are written"},
           {5, "nothing but inconclusive verdicts"},
           {70, "a defect of Catenary"},
           {130, "interrupted; partial results are written"}}};
}

std::vector<const option::CommandTable*> tables_of(const Commands& commands) {
  std::vector<const option::CommandTable*> out;
  for (const Command& command : commands) out.push_back(command.table.get());
  return out;
}

ExitCode print_version(const Handlers& handlers, Surroundings& around) {
  const auto text = program_text();
  around.out << text.name << ' ' << text.version << '\n';
  for (const auto& [name, version] : handlers.versions()) {
    around.out << name << ' ' << version << '\n';
  }
  return ExitCode::success;
}

ExitCode print_help(const std::vector<std::string>& arguments,
                    const Commands& commands,
                    Surroundings& around) {
  const auto text = program_text();
  const auto tables = tables_of(commands);
  const std::string topic = arguments.empty() ? "" : arguments.front();
  const bool has_more = arguments.size() > 1;
  if (has_more && (topic != "--man" || arguments.size() > 2)) {
    throw base::InputError(
        {},
        "help takes one topic, not '" + arguments[1] + "' too",
        "help-topic");
  }
  if (topic.empty()) {
    around.out << option::render_overview(text, tables);
  } else if (topic == "--markdown") {
    around.out << option::render_markdown(text, tables);
  } else if (topic == "--man" && has_more) {
    around.out << option::render_man(text,
                                     command_named(arguments[1], commands));
  } else if (topic == "--man") {
    around.out << option::render_man(text, tables);
  } else if (topic == "--bash") {
    around.out << option::render_bash_completion(text, tables);
  } else if (topic == "--zsh") {
    around.out << option::render_zsh_completion(text, tables);
  } else if (topic == "--fish") {
    around.out << option::render_fish_completion(text, tables);
  } else if (topic == "--commands") {
    for (const auto* table : tables) around.out << table->text().name << '\n';
  } else {
    around.out << option::render_help(text, command_named(topic, commands));
  }
  return ExitCode::success;
}

}  // namespace catenary::cli
