// SPDX-License-Identifier: Apache-2.0
#include "cli/resume/journalled_call.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "app/journal/command_journal.h"
#include "app/output_files.h"
#include "base/error.h"
#include "base/inputs/input_log.h"
#include "base/journal/task_journal.h"

namespace catenary::cli {

namespace {

namespace fs = std::filesystem;

using Mode = app::CommandJournal::Mode;

/// Whether there is a place for a journal: the output is a file on a disk, or
/// will be one.
template <typename Options>
bool can_have_journal(const Options& options) {
  const std::string& output = options.output;
  std::error_code failed;
  return !output.empty() &&
         (!fs::exists(output, failed) || fs::is_regular_file(output, failed));
}

/// Calls a command that is confined, which has no journal: what is confined
/// could write one, and `resume` would call what it says.
app::ExitCode call_confined(const std::string& output,
                            app::Context& context,
                            const Compute& compute) {
  std::error_code failed;
  const std::string file = app::journal_of(output);
  if (!output.empty() && fs::exists(file, failed)) {
    throw base::InputError({file, 0, 0},
                           "a journal beside the output of a command with "
                           "--sandbox; expected none",
                           "option-conflict");
  }
  const app::ExitCode code = compute(context);
  if (!output.empty() && fs::remove(file, failed)) {
    context.log.warning("what was confined wrote " + file + "; it was removed");
  }
  return code;
}

/// Calls a command whose journal lies beside its output.
template <typename Options>
app::ExitCode call_with_journal(const Options& options,
                                const std::vector<std::string>& inputs,
                                const JournalledCall& call,
                                app::Context& context,
                                const Compute& compute) {
  const Mode mode = call.resumes    ? Mode::resume
                    : options.force ? Mode::overwrite
                                    : Mode::begin;
  app::CommandJournal journal(
      app::outputs_of(options), call.words, mode, context.budget, context.log);
  base::note_input_file(app::config_file(options.config));
  for (const std::string& input : inputs) base::note_input_file(input);
  const base::JournalScope scope(journal);
  try {
    const app::ExitCode code = compute(context);
    journal.finish(context.partial || code == app::ExitCode::budget_spent ||
                   code == app::ExitCode::interrupted ||
                   context.budget.poll() != base::StopReason::none);
    return code;
  } catch (const base::StoppedError&) {
    journal.finish(true);
    throw;
  }
}

/// Events are written to a new file: those of the command that was ended stay.
std::vector<std::string> without_events(const std::vector<std::string>& words) {
  const std::string option = "--events";
  std::vector<std::string> out;
  bool options = true;
  for (std::size_t i = 0; i < words.size(); ++i) {
    options = options && words[i] != "--";
    if (options && words[i] == option) {
      ++i;
    } else if (!options || !words[i].starts_with(option + "=")) {
      out.push_back(words[i]);
    }
  }
  return out;
}

/// The files that systems under test name: "native:./door.so", or words of
/// "exec:./door --fast".
std::vector<std::string> files_of(const std::vector<std::string>& suts) {
  std::vector<std::string> out;
  for (const std::string& sut : suts) {
    const std::size_t colon = sut.find(':');
    std::istringstream words(
        colon == std::string::npos ? sut : sut.substr(colon + 1));
    for (std::string word; words >> word;) {
      std::error_code failed;
      if (fs::is_regular_file(word, failed)) out.push_back(word);
    }
  }
  return out;
}

}  // namespace

app::ExitCode call_journalled(const app::GenerateOptions& options,
                              const JournalledCall& call,
                              app::Context& context,
                              const Compute& compute) {
  if (options.sandbox != app::Sandbox::none) {
    return call_confined(options.output, context, compute);
  }
  if (!can_have_journal(options)) return compute(context);
  return call_with_journal(options, {}, call, context, compute);
}

app::ExitCode call_journalled(const app::RunOptions& options,
                              const JournalledCall& call,
                              app::Context& context,
                              const Compute& compute) {
  if (options.sandbox != app::Sandbox::none) {
    return call_confined(options.output, context, compute);
  }
  if (!can_have_journal(options) || options.online) return compute(context);
  return call_with_journal(
      options, files_of(options.suts), call, context, compute);
}

std::vector<std::string> resumed_words(const option::CommandTable& table,
                                       const option::CommandLine& line) {
  const app::JournalledCommand command =
      app::read_journal(option::value_of(table, line, "output"));
  std::vector<std::string> words = without_events(command.words);
  // What is given last counts; behind "--" are no options.
  auto end = std::ranges::find(words, "--");
  const auto add = [&](const std::string& word) {
    end = words.insert(end, word) + 1;
  };
  if (command.owns_outputs) add("--force");
  for (const option::CommandLine::Given& given : line.given) {
    const option::Spec& spec = table.rows()[given.row].spec;
    if (spec.positional) continue;
    for (const std::string& value : given.values) {
      add("--" + std::string(spec.name) + "=" + value);
    }
  }
  return words;
}

}  // namespace catenary::cli
