// SPDX-License-Identifier: Apache-2.0
/// \file
/// Help on the terminal: names at the left, explanations in a column.
#include "option/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "option/describe.h"

namespace catenary::option {
namespace {

/// Columns of any terminal.
constexpr std::size_t kWidth = 80;
/// Column where the explanations of options begin.
constexpr std::size_t kIndent = 26;

/// An entry with its explanation in the column `indent`; on a new line if the
/// names are too long.
void add_entry(std::string& out,
               const std::string& names,
               const std::string& text,
               std::size_t indent) {
  std::string line = "  " + names;
  for (const std::string& part : wrap(text, kWidth - indent)) {
    // The names reach into the column, so the text begins below them.
    if (line.size() + 2 > indent) {
      out += line + "\n";
      line.clear();
    }
    line.resize(indent, ' ');
    out += line + part + "\n";
    line.clear();
  }
  if (!line.empty()) out += line + "\n";
}

/// The meaning of exit codes, at the end of every help text.
void add_exit_codes(std::string& out, const ProgramText& program) {
  out += "\nExit codes:\n";
  for (const auto& [code, meaning] : program.exit_codes) {
    add_entry(out, fmt::format("{:>3}", code), meaning, 7);
  }
}

/// The explanation of a row.
std::string row_text(const Row& row, const std::vector<std::string>& defaults) {
  const std::string values = describe_values(row, defaults);
  return describe_help(row) + (values.empty() ? "" : " " + values);
}

}  // namespace

std::string render_overview(const ProgramText& program, Commands commands) {
  std::string out =
      fmt::format("{} {} - {}\n\nUsage: {} COMMAND [options]\n\nCommands:\n",
                  program.name,
                  program.version,
                  program.summary,
                  program.name);
  for (const CommandTable* command : commands) {
    add_entry(out, command->text().name, command->text().summary, 14);
  }
  out += fmt::format(
      "\n'{0} COMMAND --help' explains a command, '{0} --version' tells the\n"
      "version.\n",
      program.name);
  add_exit_codes(out, program);
  return out;
}

std::string render_help(const ProgramText& program,
                        const CommandTable& command) {
  std::string out = fmt::format("{} {} - {}\n\nUsage: {}\n",
                                program.name,
                                command.text().name,
                                command.text().summary,
                                describe_usage(program.name, command));
  // Some commands need no more than their summary.
  if (!command.text().description.empty()) out += "\n";
  for (const std::string& line : wrap(command.text().description, kWidth)) {
    out += line + "\n";
  }
  const auto defaults = command.defaults();
  for (const auto& [name, rows] : group_rows(command)) {
    out += "\n" + name + ":\n";
    for (const std::size_t i : rows) {
      add_entry(out,
                describe_names(command.rows()[i]),
                row_text(command.rows()[i], defaults[i]),
                kIndent);
    }
  }
  if (!command.text().examples.empty()) out += "\nExamples:\n";
  for (const auto& example : command.text().examples) {
    for (const std::string& line : wrap(example.says, kWidth - 4)) {
      out += "  # " + line + "\n";
    }
    out += "  " + example.command + "\n";
  }
  add_exit_codes(out, program);
  return out;
}

}  // namespace catenary::option
