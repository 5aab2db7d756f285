// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary init`: a description of a C file to start from, what was guessed
/// for it, and whether it can be loaded.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/output_files.h"
#include "base/error.h"
#include "base/printable.h"
#include "base/text_file.h"
#include "frontend/c/adapter.h"
#include "frontend/c/environment/sources.h"
#include "frontend/c/init/guess.h"
#include "frontend/c/load.h"
#include "suite/json.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using frontend::c::Candidate;
using frontend::c::Guess;
using frontend::c::GuessedRow;

/// The file to write; throws where the input is not a C file.
std::string output_for(const InitOptions& options) {
  const fs::path file = options.file;
  if (file.extension() != ".c" && file.extension() != ".i") {
    throw base::InputError({options.file, 0, 0},
                           "a description is made of a C file; expected one "
                           "whose name ends in .c or .i",
                           "wrong-input");
  }
  // Clang would find a missing file too, but name it worse.
  frontend::c::require_sources(frontend::c::bare_description(options.file));
  if (!options.output.empty()) return options.output;
  return fs::path(file).replace_extension(".toml").string();
}

/// `path` as seen from a folder; "" is the working directory.
std::string seen_from(const fs::path& folder, const std::string& path) {
  return fs::absolute(path)
      .lexically_normal()
      .lexically_relative(fs::absolute(folder).lexically_normal())
      .string();
}

/// The flags with folders as seen from a folder.
std::vector<std::string> flags_from(const fs::path& folder,
                                    const std::vector<std::string>& flags) {
  frontend::c::Description here;
  here.flags = flags;
  std::vector<std::string> out =
      frontend::c::flags_seen_from(here, fs::absolute(folder).string());
  // The last one is the working directory, unless that is the folder.
  if (seen_from(folder, ".") != ".") out.pop_back();
  return out;
}

/// A description with nothing but the source and the flags.
frontend::c::Description description_for(const InitOptions& options,
                                         const std::string& output) {
  frontend::c::Description d;
  d.path = output;
  const fs::path folder = fs::path(output).parent_path();
  d.directory = folder.string();
  const fs::path from = folder.empty() ? fs::path(".") : folder;
  d.sources = {{seen_from(from, options.file), {options.file, 0, 0}}};
  d.flags = flags_from(from, options.flags);
  return d;
}

/// The text between the first two quotes of a message.
std::string quoted_part(const std::string& message) {
  const std::size_t begin = message.find('\'');
  const std::size_t end = message.find('\'', begin + 1);
  if (end == std::string::npos) return "";
  return message.substr(begin + 1, end - begin - 1);
}

/// A folder from which `header`, the text of an #include, is found: below that
/// of the file, or below one beside it. Empty: none, or not in the first few
/// thousand files.
std::string folder_with(const std::string& header, const std::string& file) {
  constexpr std::size_t kMostFiles = 5000;
  const fs::path own = fs::path(file).parent_path();
  // Beside the file's own folder: below the folder around it.
  const fs::path around = own.empty() ? fs::path("..") : own / "..";
  const std::string end = "/" + fs::path(header).lexically_normal().string();
  for (const fs::path& top : {own.empty() ? fs::path(".") : own, around}) {
    std::error_code failed;
    std::set<std::string> found;
    std::size_t files = 0;
    for (fs::recursive_directory_iterator at(
             top, fs::directory_options::skip_permission_denied, failed);
         !failed && at != fs::recursive_directory_iterator();
         at.increment(failed)) {
      if (++files > kMostFiles) break;
      const std::string path = "/" + at->path().lexically_normal().string();
      if (!path.ends_with(end) || !at->is_regular_file(failed)) continue;
      const std::string folder = path.substr(0, path.size() - end.size());
      found.insert(folder.empty() ? "." : folder.substr(1));
    }
    // The first by name: folders have no order of their own.
    if (!found.empty()) return *found.begin();
  }
  return "";
}

/// Faults of a source, with the option that may mend them at the end.
base::InputError with_hint(const base::InputError& error,
                           const std::string& file) {
  std::vector<base::Diagnostic> all = error.diagnostics();
  std::string hint;
  for (const base::Diagnostic& d : all) {
    const auto says = [&d](const char* text) {
      return d.code == "c" && d.message.find(text) != std::string::npos;
    };
    if (says("file not found")) {
      const std::string header = quoted_part(d.message);
      const std::string folder = folder_with(header, file);
      hint = folder.empty()
                 ? "give the folder of '" + header + "': --flag -IFOLDER"
                 : "'" + header + "' is found with --flag -I" + folder;
    } else if (says("undeclared") || says("unknown type name")) {
      hint =
          "if a macro or header is missing: --flag -DNAME=1, --flag -IFOLDER";
    } else {
      continue;
    }
    break;  // once is enough
  }
  if (!hint.empty()) {
    all.back().notes.push_back(
        {base::Severity::note, {}, base::printable(hint), "", {}});
  }
  return base::InputError(std::move(all));
}

Guess guess(const InitOptions& options,
            const std::string& output,
            Context& context) {
  frontend::c::ChooseStep choose;
  if (context.ask) {
    choose = [&](const std::vector<Candidate>& steps) {
      std::vector<std::string> choices;
      for (const Candidate& c : steps) {
        choices.push_back(c.name + "()  " + c.where.to_string() + ", " +
                          c.reason());
      }
      context.progress.finish();
      return context.ask("Which function is the step?", choices);
    };
  }
  const frontend::c::Description bare = description_for(options, output);
  try {
    return frontend::c::guess_description(bare, choose, context.budget);
  } catch (const base::InputError& e) {
    throw with_hint(e, options.file);
  }
}

/// Names of rows that are in effect.
std::vector<std::string> taken(const std::vector<GuessedRow>& rows) {
  std::vector<std::string> out;
  for (const GuessedRow& r : rows) {
    if (r.taken) out.push_back(r.lvalue);
  }
  return out;
}

/// Handlers that are in effect.
std::vector<std::string> interrupts(const Guess& g) {
  std::vector<std::string> out;
  for (const Candidate& c : g.handlers) {
    if (g.is_interrupt(c)) out.push_back(c.name);
  }
  return out;
}

std::vector<std::string> tasks(const Guess& g) {
  std::vector<std::string> out;
  for (const auto& task : g.tasks) out.push_back(task.function.name);
  return out;
}

/// "a, b", at most a line of names.
std::string names(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 8;
  std::string out;
  for (std::size_t i = 0; i < all.size() && i < kMost; ++i) {
    out += (i == 0 ? "" : ", ") + base::printable(all[i]);
  }
  if (all.size() > kMost) {
    out += fmt::format(" and {} more", all.size() - kMost);
  }
  return out.empty() ? "none" : out;
}

std::string step_text(const Guess& g) {
  if (g.whole_program) return "none: the file runs as it is, by its main()";
  if (!g.description.step) return g.tasks.empty() ? "none found" : "tasks only";
  std::string out = base::printable(g.description.step->text);
  for (const Candidate& c : g.steps) {
    if (c.name == g.step) out += "  (" + c.reason() + ")";
  }
  return out;
}

std::string console_text(const Guess& g) {
  const std::string& path = g.description.path;
  const auto& init = g.description.init;
  std::string out = "wrote " + base::printable(path) + "\n";
  const auto row = [&](const char* what, const std::string& text) {
    out += fmt::format("  {:<14}  {}\n", what, text);
  };
  row("step", step_text(g));
  if (!g.whole_program) {
    row("initialisation", init ? base::printable(init->text) : "none");
    row("inputs", names(taken(g.inputs)));
    row("outputs", names(taken(g.outputs)));
    row("interrupts", names(interrupts(g)));
    row("tasks", names(tasks(g)));
  }
  return out;
}

suite::Json json_text(const std::optional<frontend::c::Code>& code) {
  return code ? suite::Json::string(code->text) : suite::Json();
}

suite::Json json_list(const std::vector<std::string>& all) {
  suite::Json out = suite::Json::array();
  for (const std::string& one : all) out.push(suite::Json::string(one));
  return out;
}

suite::Json document(const Guess& g) {
  std::vector<std::string> candidates;
  for (const Candidate& c : g.steps) candidates.push_back(c.name);
  suite::Json out = suite::Json::object();
  out.set("schema", suite::Json::string("catenary-init-1"));
  out.set("description", suite::Json::string(g.description.path));
  out.set("whole_program", suite::Json::boolean(g.whole_program));
  out.set("step", json_text(g.description.step));
  out.set("step_candidates", json_list(candidates));
  out.set("init", json_text(g.description.init));
  out.set("inputs", json_list(taken(g.inputs)));
  out.set("outputs", json_list(taken(g.outputs)));
  out.set("interrupts", json_list(interrupts(g)));
  out.set("tasks", json_list(tasks(g)));
  return out;
}

void warn_of_choice(const Guess& g, Context& context) {
  if (g.equally_likely < 2) return;
  std::vector<std::string> equal;
  for (std::size_t i = 0; i < g.equally_likely; ++i) {
    equal.push_back(g.steps[i].name + "()");
  }
  context.log.warning(
      "several functions are as likely to be the step: " + names(equal) + "; " +
      g.step + "() was taken, the others are comments of " +
      base::printable(g.description.path));
}

void warn_of_read_outputs(const Guess& g, Context& context) {
  for (const std::string& name : g.read_outputs) {
    context.log.warning(
        "'" + base::printable(name) +
        "' is read and written: taken as an output that keeps its value; if "
        "others change it between steps, list what they change under [inputs] "
        "of " +
        base::printable(g.description.path) + " as well");
  }
}

/// Loads what was written; throws what is wrong with it.
void require_loadable(const Guess& g, Context& context) {
  const std::string& path = g.description.path;
  if (!g.whole_program && !g.description.step && g.tasks.empty()) {
    const std::string why = g.doubt.empty()
                                ? "no function looks like a step"
                                : g.doubt.substr(0, g.doubt.find("; expected"));
    throw base::InputError({path, 0, 0},
                           why + "; expected step = \"...\" in [program]",
                           "no-step");
  }
  frontend::c::LoadOptions load;
  load.criteria = {"property"};
  (void)frontend::c::load(path, load, context.budget);
}

}  // namespace

ExitCode init(const InitOptions& options, Context& context) {
  const std::string output = output_for(options);
  require_outputs(
      {output}, {options.file, config_file(options.config)}, options.force);
  const Guess g = guess(options, output, context);
  base::write_file(output,
                   frontend::c::description_text(g),
                   options.force ? base::Overwrite::yes : base::Overwrite::no);
  context.progress.finish();
  warn_of_choice(g, context);
  warn_of_read_outputs(g, context);
  const std::string next = "catenary check " + base::printable(output);
  try {
    require_loadable(g, context);
  } catch (const base::InputError&) {
    context.log.info(console_text(g) +
                     "it cannot be loaded yet: correct it, then run " + next);
    throw;
  }
  if (options.json) {
    context.out << document(g).pretty();
  } else {
    context.out << console_text(g) << "next: " << next << "\n";
  }
  return ExitCode::success;
}

}  // namespace catenary::app
