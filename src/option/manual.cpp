// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reference page docs/cli.md, which a test compares with the tables.
#include <fmt/format.h>

#include <string_view>

#include "option/describe.h"
#include "option/help.h"

namespace catenary::option {
namespace {

/// Text inside a table cell or a paragraph of Markdown.
std::string markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '*' || c == '_' || c == '`') out += '\\';
    out += c;
  }
  return out;
}

/// The names without the indentation of lists.
std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first);
}

/// The section of a command: usage, tables of options, examples.
void add_markdown_command(std::string& out,
                          const ProgramText& program,
                          const CommandTable& command) {
  out += fmt::format("\n## {0} {1}\n\n{2}\n\n```\n{3}\n```\n",
                     program.name,
                     command.text().name,
                     markdown(command.text().summary),
                     describe_usage(program.name, command));
  if (!command.text().description.empty()) out += "\n";
  for (const auto& line : wrap(command.text().description, 80)) {
    out += markdown(line) + "\n";
  }
  const auto defaults = command.defaults();
  for (const auto& [name, rows] : group_rows(command)) {
    out += fmt::format(
        "\n### {}\n\n| option | meaning | values |\n"
        "|---|---|---|\n",
        name);
    for (const std::size_t i : rows) {
      const Row& row = command.rows()[i];
      out += fmt::format("| `{}` | {} | {} |\n",
                         trimmed(describe_names(row)),
                         markdown(describe_help(row)),
                         markdown(describe_values(row, defaults[i])));
    }
  }
  if (command.text().examples.empty()) return;
  out += "\n### Examples\n\n```sh\n";
  for (const auto& example : command.text().examples) {
    out += fmt::format("# {}\n{}\n", example.says, example.command);
  }
  out += "```\n";
}

}  // namespace

std::string render_markdown(const ProgramText& program, Commands commands) {
  std::string out = fmt::format("# {0} on the command line\n\n{1}\n",
                                program.name,
                                markdown(program.summary));
  for (const CommandTable* command : commands) {
    add_markdown_command(out, program, *command);
  }
  out += "\n## Exit codes\n\n| code | meaning |\n|---|---|\n";
  for (const auto& [code, meaning] : program.exit_codes) {
    out += fmt::format("| {} | {} |\n", code, markdown(meaning));
  }
  return out;
}

}  // namespace catenary::option
