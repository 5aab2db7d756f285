// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pages for man(1), in the man macros of troff.
#include <fmt/format.h>

#include <string_view>

#include "option/describe.h"
#include "option/help.h"

namespace catenary::option {
namespace {

/// Text of troff: no escapes, no requests.
std::string troff(std::string_view text) {
  std::string out;
  // A line that begins with one of these would be a request.
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      // Else a hyphen, which cannot be copied to a command line.
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
  }
  return out;
}

/// Text in bold.
std::string bold(std::string_view text) {
  return "\\fB" + troff(text) + "\\fR";
}

/// The name of the page of a command.
std::string page_of(const ProgramText& program, const CommandTable& command) {
  return program.name + "-" + command.text().name;
}

/// The header of a page.
std::string title(const ProgramText& program,
                  const std::string& page,
                  const std::string& summary) {
  std::string upper = page;
  for (char& c : upper)
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return fmt::format(
      ".TH {0} 1 \"\" \"{1} {2}\" \"User Commands\"\n"
      ".SH NAME\n{3} \\- {4}\n",
      troff(upper),
      troff(program.name),
      troff(program.version),
      troff(page),
      troff(summary));
}

/// The section on exit codes.
std::string exit_status(const ProgramText& program) {
  std::string out = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : program.exit_codes) {
    out += fmt::format(".TP\n.B {}\n{}.\n", code, troff(meaning));
  }
  return out;
}

/// The paragraphs of a text, which blank lines separate.
std::string paragraphs(const std::string& text) {
  constexpr std::size_t kWidth = 78;
  std::string out;
  for (const std::string& line : wrap(text, kWidth)) {
    out += line.empty() ? ".PP\n" : troff(line) + "\n";
  }
  return out;
}

/// The names without the indentation of lists.
std::string names_of(const Row& row) {
  const std::string names = describe_names(row);
  const std::size_t first = names.find_first_not_of(' ');
  return first == std::string::npos ? "" : names.substr(first);
}

/// The section on options, with a heading for each group.
std::string options_of(const CommandTable& command) {
  std::string out;
  const auto defaults = command.defaults();
  for (const auto& [name, rows] : group_rows(command)) {
    if (rows.empty()) continue;
    out += out.empty() ? ".SH OPTIONS\n" : "";
    out += ".SS " + troff(name) + "\n";
    for (const std::size_t i : rows) {
      const Row& row = command.rows()[i];
      out += fmt::format(
          ".TP\n{}\n{}\n", bold(names_of(row)), troff(describe_help(row)));
      const std::string values = describe_values(row, defaults[i]);
      if (!values.empty()) out += troff(values) + "\n";
    }
  }
  return out;
}

}  // namespace

std::string render_man(const ProgramText& program, Commands commands) {
  std::string out = title(program, program.name, program.summary);
  out += fmt::format(
      ".SH SYNOPSIS\n{0} \\fICOMMAND\\fR [\\fIoptions\\fR]\n.br\n"
      "{0} \\fBhelp\\fR [\\fICOMMAND\\fR]\n.br\n{0} \\fB\\-\\-version\\fR\n"
      ".SH COMMANDS\nEach has a page of its own.\n",
      bold(program.name));
  for (const CommandTable* command : commands) {
    out += fmt::format(".TP\n{}(1)\n{}\n",
                       bold(page_of(program, *command)),
                       troff(command->text().summary));
  }
  out += fmt::format(
      ".SH FILES\n.TP\n{0}\nOptions of all commands, in the current directory; "
      "the command line wins. {1} prints the options in effect as such a "
      "file.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nWhere it is set and not empty, "
      "nothing is coloured.\n.TP\n\\fBTMPDIR\\fR\nThe directory for temporary "
      "files instead of /tmp.\n",
      bold(program.name + ".toml"),
      bold("--dump-config"));
  out += exit_status(program);
  out += ".SH SEE ALSO\n";
  for (const CommandTable* command : commands) {
    const bool last = command == commands.back();
    out += fmt::format(
        "{}(1){}\n", bold(page_of(program, *command)), last ? "" : ",");
  }
  return out;
}

std::string render_man(const ProgramText& program,
                       const CommandTable& command) {
  std::string summary = command.text().summary;
  // The line is a title, which has no full stop.
  while (summary.ends_with('.')) summary.pop_back();
  std::string out = title(program, page_of(program, command), summary);
  out += ".SH SYNOPSIS\n" + bold(describe_usage(program.name, command)) + "\n";
  if (!command.text().description.empty()) {
    out += ".SH DESCRIPTION\n" + paragraphs(command.text().description);
  }
  out += options_of(command);
  if (!command.text().examples.empty()) out += ".SH EXAMPLES\n";
  for (const auto& example : command.text().examples) {
    out += fmt::format(".PP\n{}\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n",
                       troff(example.says),
                       troff(example.command));
  }
  out += exit_status(program);
  out += fmt::format(".SH SEE ALSO\n{}(1)\n", bold(program.name));
  return out;
}

}  // namespace catenary::option
