// SPDX-License-Identifier: Apache-2.0
/// \file
/// Command lines through CLI11, which splits arguments; names, values and
/// errors are ours, since they must agree with the config file and the help.
#include "option/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "base/error.h"
#include "option/suggest.h"

namespace catenary::option {
namespace {

/// An error of the command line has no location.
[[noreturn]] void fail(const std::string& message, const char* code) {
  throw base::InputError({}, message, code);
}

/// The name of a row in messages.
std::string shown_name(const Row& row) {
  return row.spec.positional ? row.spec.value : "--" + row.spec.name;
}

/// The syntax in which CLI11 declares names: "-o,--output", or "model".
std::string declared_name(const Row& row) {
  if (row.spec.positional) return row.spec.name;
  std::string out;
  if (row.spec.short_name != 0) {
    out = std::string("-") + row.spec.short_name + ",";
  }
  return out + "--" + row.spec.name;
}

/// The arguments in the order that CLI11 expects, last first. "--name=" becomes
/// two arguments, because CLI11 takes it for a missing value.
std::vector<std::string> prepared(std::span<const std::string> arguments) {
  std::vector<std::string> out;
  bool options = true;
  for (const std::string& argument : arguments) {
    // Everything after "--" is an argument without a name.
    options = options && argument != "--";
    if (options && argument.starts_with("--") &&
        argument.find('=') == argument.size() - 1) {
      out.push_back(argument.substr(0, argument.size() - 1));
      out.emplace_back();
    } else {
      out.push_back(argument);
    }
  }
  std::reverse(out.begin(), out.end());
  return out;
}

/// Reports an argument that no row accepts.
[[noreturn]] void fail_extra(const CommandTable& table,
                             const std::vector<std::string>& extra) {
  const auto option =
      std::find_if(extra.begin(), extra.end(), [](const std::string& s) {
        return s.size() > 1 && s.starts_with("-");
      });
  if (option == extra.end()) {
    fail(fmt::format("unexpected argument '{}'", extra.front()),
         "option-surplus");
  }
  const std::string name = option->substr(0, option->find('='));
  std::vector<std::string> names{"help"};
  for (const Row& row : table.rows()) {
    if (!row.spec.positional) names.push_back(row.spec.name);
  }
  const std::size_t dashes = name.find_first_not_of('-');
  const std::string hint = name.starts_with("--") && dashes != std::string::npos
                               ? did_you_mean(name.substr(dashes), names, "--")
                               : "";
  fail(fmt::format(
           "'catenary {}' has no option '{}'{}", table.text().name, name, hint),
       "option-unknown");
}

}  // namespace

CommandLine split_command_line(const CommandTable& table,
                               std::span<const std::string> arguments) {
  CLI::App app;
  // CLI11's own help would print its own text and end the program.
  app.set_help_flag();
  app.allow_extras();
  // All values are kept; apply() decides which of them count.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  CommandLine line;
  app.add_flag("-h,--help", line.help);

  const auto& rows = table.rows();
  std::vector<std::vector<std::string>> values(rows.size());
  std::vector<CLI::Option*> options;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string name = declared_name(rows[i]);
    if (rows[i].kind == Kind::flag) {
      options.push_back(app.add_flag(name, values[i]));
    } else {
      CLI::Option* option = app.add_option(name, values[i]);
      // One value each time the option is given.
      option->type_size(1)->allow_extra_args(false);
      // Arguments without a name: one, or any number for a list.
      if (rows[i].spec.positional) {
        option->expected(rows[i].kind == Kind::list ? -1 : 1);
      }
      options.push_back(option);
    }
  }
  try {
    app.parse(prepared(arguments));
  } catch (const CLI::ParseError& e) {
    // CLI11 names the option at the begin of its message.
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (e.get_exit_code() ==
              static_cast<int>(CLI::ExitCodes::ArgumentMismatch) &&
          std::string(e.what()).starts_with(options[i]->get_name())) {
        fail(fmt::format("{} needs a value: {}",
                         shown_name(rows[i]),
                         rows[i].spec.value),
             "option-no-value");
      }
    }
    fail(e.what(), "option-syntax");
  }
  // Whatever else is wrong, help is what the user asked for.
  if (line.help) return line;
  std::vector<std::string> extra = app.remaining();
  // CLI11 hands back the mark that ends the options.
  const auto mark = std::find(extra.begin(), extra.end(), "--");
  if (mark != extra.end()) extra.erase(mark);
  if (!extra.empty()) fail_extra(table, extra);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (options[i]->count() > 0) line.given.push_back({i, values[i]});
  }
  return line;
}

std::string value_of(const CommandTable& table,
                     const CommandLine& line,
                     std::string_view name) {
  // The last one, as everywhere.
  for (const CommandLine::Given& given : line.given) {
    if (table.rows()[given.row].spec.name == name && !given.values.empty()) {
      return given.values.back();
    }
  }
  return "";
}

void apply_erased(const CommandTable& table,
                  const CommandLine& line,
                  void* options,
                  bool may_be_incomplete) {
  for (const CommandLine::Given& given : line.given) {
    const Row& row = table.rows()[given.row];
    std::vector<std::string> values = given.values;
    // The last value counts, as is usual for command lines.
    if (row.kind != Kind::list) values = {values.back()};
    try {
      row.assign(options, values);
    } catch (const base::InputError& e) {
      fail(shown_name(row) + ": " + e.diagnostics().at(0).message,
           e.diagnostics().at(0).code.c_str());
    }
  }
  // Checked at the end: the value may come from the config file.
  if (may_be_incomplete) return;
  for (const Row& row : table.rows()) {
    if (row.spec.required && is_missing(row.print(options))) {
      fail(fmt::format("'catenary {0}' needs {1}; see 'catenary {0} --help'",
                       table.text().name,
                       row.spec.positional
                           ? row.spec.value
                           : shown_name(row) + " " + row.spec.value),
           "option-missing");
    }
  }
}

std::vector<std::string> words_of_erased(const CommandTable& table,
                                         const void* options) {
  const std::vector<std::vector<std::string>> defaults = table.defaults();
  std::vector<std::string> out;
  std::vector<std::string> last;
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    const Row& row = table.rows()[i];
    const std::vector<std::string> values = row.print(options);
    if (values == defaults[i]) continue;
    if (row.spec.positional) {
      last.insert(last.end(), values.begin(), values.end());
    } else {
      const std::string name = "--" + row.spec.name + "=";
      if (values.empty()) out.push_back(name);
      for (const std::string& value : values) out.push_back(name + value);
    }
  }
  // Behind this, no word is an option.
  if (std::ranges::any_of(
          last, [](const auto& word) { return word.starts_with('-'); })) {
    out.emplace_back("--");
  }
  out.insert(out.end(), last.begin(), last.end());
  return out;
}

}  // namespace catenary::option
