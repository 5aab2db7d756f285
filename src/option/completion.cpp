// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scripts that complete commands, options, choices and files in a shell:
/// generated from the tables, with one template for each shell.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "option/help.h"

namespace catenary::option {
namespace {

/// `text` with a backslash before every character of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// Text inside single quotes of zsh, within a specification of _arguments.
std::string zsh(std::string_view text) {
  std::string out;
  for (const char c : escaped(text, "[]:\\")) {
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return out;
}

/// Text inside single quotes of fish.
std::string fish(std::string_view text) {
  return escaped(text, "'\\");
}

/// The part of a specification that completes the value of an option.
std::string zsh_action(const Row& row) {
  const std::string& value = row.spec.value;
  if (row.kind == Kind::flag) return "";
  if (row.choices.empty()) return fmt::format(":{}:_files", value);
  const std::string words = fmt::format("{}", fmt::join(row.choices, " "));
  if (row.kind != Kind::list) return fmt::format(":{}:({})", value, words);
  return fmt::format(":{0}:_values -s , {0} {1}", value, words);
}

/// One argument of _arguments for each name of the option.
std::string zsh_row(const Row& row) {
  const Spec& spec = row.spec;
  if (spec.positional) {
    // Files are completed whatever the argument is called.
    return fmt::format("        '*:{}:_files' \\\n", zsh(spec.value));
  }
  const std::string action = zsh_action(row);
  const std::string long_name = "--" + spec.name;
  const std::string short_name =
      spec.short_name == 0 ? "" : fmt::format("-{}", spec.short_name);
  const std::string excluded =
      short_name.empty() ? "" : fmt::format("({} {})", short_name, long_name);
  std::string out;
  for (const std::string& name : {short_name, long_name}) {
    if (name.empty()) continue;
    out += fmt::format(
        "        '{}{}[{}]{}' \\\n", excluded, name, zsh(spec.help), action);
  }
  return out;
}

/// One `complete` command for each option.
std::string fish_row(const std::string& program,
                     const std::string& command,
                     const Row& row) {
  const Spec& spec = row.spec;
  // Files are what fish completes anyway.
  if (spec.positional) return "";
  std::string out =
      fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}' -l {}",
                  program,
                  command,
                  spec.name);
  if (spec.short_name != 0) out += fmt::format(" -s {}", spec.short_name);
  if (!row.choices.empty() && row.kind != Kind::flag) {
    out += fmt::format(" -x -a '{}'", fmt::join(row.choices, " "));
  } else if (row.kind != Kind::flag) {
    out += " -r -F";
  }
  return out + fmt::format(" -d '{}'\n", fish(spec.help));
}

}  // namespace

std::string render_bash_completion(const ProgramText& program,
                                   Commands commands) {
  // Words for "case" branches: of all options, and of the values of one.
  std::string names, options, choices;
  for (const CommandTable* command : commands) {
    const std::string& name = command->text().name;
    names += (names.empty() ? "" : " ") + name;
    std::string all = "--help";
    for (const Row& row : command->rows()) {
      // Arguments without a name are completed as files.
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
    COMPREPLY=($(compgen -W "{1} help --help --version" -- "$current"))
    return
  fi
  case "$command:$previous" in
    help:*) words="{1}" ;;
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

std::string render_zsh_completion(const ProgramText& program,
                                  Commands commands) {
  std::string descriptions, cases, names;
  for (const CommandTable* command : commands) {
    const CommandText& text = command->text();
    names += (names.empty() ? "" : " ") + text.name;
    descriptions += fmt::format("    '{}:{}'\n", text.name, zsh(text.summary));
    std::string rows;
    bool positional = false;  // one '*:' takes all arguments
    for (const Row& row : command->rows()) {
      if (row.spec.positional && positional) continue;
      positional |= row.spec.positional;
      rows += zsh_row(row);
    }
    cases += fmt::format(
        "    {}) _arguments -s \\\n{}        '--help[Explain the command.]' "
        ";;\n",
        text.name,
        rows);
  }
  return fmt::format(
      R"(#compdef {0}
# Completion of {0} for zsh: put this file, as _{0}, into a folder of $fpath.
_{0}() {{
  local curcontext="$curcontext" context state line
  local -a commands
  commands=(
{1}    'help:Explain a command.'
  )
  _arguments -C '(- *)--help[List the commands.]' \
    '(- *)--version[Tell the version.]' \
    '1:command:->command' '*::argument:->argument'
  if [[ $state == command ]]; then
    _describe command commands
    return
  fi
  curcontext="${{curcontext%:*:*}}:{0}-$words[1]:"
  case $words[1] in
    help) _arguments '1:command:({3})' ;;
{2}  esac
}}
if [[ $funcstack[1] == _{0} ]]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)",
      program.name,
      descriptions,
      cases,
      names);
}

std::string render_fish_completion(const ProgramText& program,
                                   Commands commands) {
  std::string names;
  for (const CommandTable* command : commands) {
    names += (names.empty() ? "" : " ") + command->text().name;
  }
  // One command for each word that can be completed; fish needs no functions.
  std::string out = fmt::format(
      "# Completion of {0} for fish.\n"
      "complete -c {0} -n __fish_use_subcommand -f -a help -d 'Explain a "
      "command.'\n"
      "complete -c {0} -n __fish_use_subcommand -f -l help -d 'List the "
      "commands.'\n"
      "complete -c {0} -n __fish_use_subcommand -f -l version -d 'Tell the "
      "version.'\n"
      "complete -c {0} -n '__fish_seen_subcommand_from help' -f -a '{1}'\n",
      program.name,
      names);
  for (const CommandTable* command : commands) {
    const CommandText& text = command->text();
    out += fmt::format(
        "complete -c {} -n __fish_use_subcommand -f -a {} -d '{}'\n",
        program.name,
        text.name,
        fish(text.summary));
    for (const Row& row : command->rows()) {
      out += fish_row(program.name, text.name, row);
    }
  }
  return out;
}

}  // namespace catenary::option
