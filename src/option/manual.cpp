// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "option/describe.h"
#include "option/help.h"

namespace catenary::option {
namespace {

/// Text inside a table cell or paragraph of Markdown.
std::string markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '*' || c == '_' || c == '`') out += '\\';
    out += c;
  }
  return out;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first);
}

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
                         markdown(row.spec.help),
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

/// Text of troff: no escapes, no requests.
std::string troff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

void add_man_command(std::string& out,
                     const ProgramText& program,
                     const CommandTable& command) {
  out += fmt::format(".SH {} {}\n{}\n.PP\n.B {}\n",
                     troff(program.name),
                     troff(command.text().name),
                     troff(command.text().summary),
                     troff(describe_usage(program.name, command)));
  for (const auto& line : wrap(command.text().description, 80)) {
    out += line.empty() ? ".PP\n" : troff(line) + "\n";
  }
  const auto defaults = command.defaults();
  for (const auto& [name, rows] : group_rows(command)) {
    out += ".SS " + troff(name) + "\n";
    for (const std::size_t i : rows) {
      const Row& row = command.rows()[i];
      out += fmt::format(".TP\n.B {}\n{}\n{}",
                         troff(trimmed(describe_names(row))),
                         troff(row.spec.help),
                         [&] {
                           const auto v = describe_values(row, defaults[i]);
                           return v.empty() ? std::string() : troff(v) + "\n";
                         }());
    }
  }
  if (!command.text().examples.empty()) out += ".SS Examples\n";
  for (const auto& example : command.text().examples) {
    out += fmt::format(
        ".TP\n.B {}\n{}\n", troff(example.command), troff(example.says));
  }
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

std::string render_man(const ProgramText& program, Commands commands) {
  std::string out = fmt::format(
      ".TH {0} 1 \"\" \"{0} {1}\"\n.SH NAME\n{0} \\- {2}\n"
      ".SH SYNOPSIS\n.B {0}\nCOMMAND [options]\n",
      troff(program.name),
      troff(program.version),
      troff(program.summary));
  for (const CommandTable* command : commands) {
    add_man_command(out, program, *command);
  }
  out += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : program.exit_codes) {
    out += fmt::format(".TP\n.B {}\n{}\n", code, troff(meaning));
  }
  return out;
}

std::string render_bash_completion(const ProgramText& program,
                                   Commands commands) {
  std::string names, options, choices;
  for (const CommandTable* command : commands) {
    const std::string& name = command->text().name;
    names += (names.empty() ? "" : " ") + name;
    std::string all = "--help";
    for (const Row& row : command->rows()) {
      if (row.spec.positional) continue;
      all += " --" + row.spec.name;
      if (row.choices.empty()) continue;
      std::string pattern = fmt::format("{}:--{}", name, row.spec.name);
      if (row.spec.short_name != 0) {
        pattern += fmt::format("|{}:-{}", name, row.spec.short_name);
      }
      choices += fmt::format(
          "    {}) words=\"{}\" ;;\n", pattern, fmt::join(row.choices, " "));
    }
    options += fmt::format("      {}) words=\"{}\" ;;\n", name, all);
  }
  return fmt::format(
      R"(# Completion of {0} for bash: source this file.
_{0}() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}"
  local previous="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command="${{COMP_WORDS[1]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{1} --help --version" -- "$current"))
    return
  fi
  case "$command:$previous" in
{3}    *) ;;
  esac
  if [ -z "$words" ] && [ "${{current#-}}" != "$current" ]; then
    case "$command" in
{2}    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F _{0} {0}
)",
      program.name,
      names,
      options,
      choices);
}

}  // namespace catenary::option
