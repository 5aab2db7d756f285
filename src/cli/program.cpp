// SPDX-License-Identifier: Apache-2.0
/// \file
/// Dispatch of commands, options from config file and command line, and the
/// mapping of exceptions to exit codes.
#include "cli/program.h"

#include <catenary/version.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>

#include "app/events/event_log.h"
#include "app/output_files.h"
#include "base/check.h"
#include "base/error.h"
#include "base/printable.h"
#include "base/text_file.h"
#include "cli/cache/kept_call.h"
#include "cli/help/command.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "option/applies.h"
#include "option/command_line.h"
#include "option/config.h"
#include "option/suggest.h"

namespace catenary::cli {

using app::ExitCode;

namespace {

/// A larger config file is an error; it is read whole.
constexpr std::uint64_t kMaxConfigBytes = std::uint64_t{1} << 20;

/// The config file that --config names, or catenary.toml if there is one; null
/// if there is none. Throws base::InputError if the named file cannot be read.
std::unique_ptr<option::Config> find_config(const std::string& named,
                                            const Commands& commands,
                                            const Surroundings& around) {
  std::string path = named;
  if (path.empty()) {
    path = around.directory == "." ? "catenary.toml"
                                   : around.directory + "/catenary.toml";
    if (!std::filesystem::exists(path)) return nullptr;
  }
  return std::make_unique<option::Config>(
      base::read_text_file(path, kMaxConfigBytes), path, tables_of(commands));
}

/// Half of the machine's memory in bytes; 1 GiB if it is not known.
std::uint64_t half_of_memory() {
  const auto pages = ::sysconf(_SC_PHYS_PAGES);
  const auto page = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return std::uint64_t{1} << 30;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) /
         2;
}

/// Puts the limits of the options, as far as a command has them, into the
/// budget.
template <typename Options>
void limit_budget(const Options& options, base::Budget& budget) {
  if constexpr (requires { options.timeout; }) {
    budget.set_time(options.timeout);
  }
  if constexpr (requires { options.work; }) {
    budget.set_work(std::chrono::milliseconds(options.work));
  }
  if constexpr (requires { options.memory; }) {
    budget.set_memory(options.memory.count > 0 ? options.memory.count
                                               : half_of_memory());
  }
}

/// --quiet wins over --verbose.
base::LogLevel level_of(const app::CommonOptions& options) {
  if (options.quiet) return base::LogLevel::warning;
  return options.verbose ? base::LogLevel::debug : base::LogLevel::info;
}

/// Calls a handler; what it throws becomes an event as well.
template <typename Options>
ExitCode call_reported(const Options& options,
                       const Handlers::Handler<Options>& handler,
                       app::Context& context) {
  app::EventLog* const events = context.events;
  if (events == nullptr) return handler(options, context);
  try {
    return handler(options, context);
  } catch (const base::InputError& e) {
    for (const base::Diagnostic& d : e.diagnostics()) {
      events->message("error", d.render());
    }
    throw;
  } catch (const std::exception& e) {
    events->message("error", e.what());
    throw;
  }
}

/// The same with a journal, for commands that can be resumed.
template <typename Options>
ExitCode call_kept_up(const Options& options,
                      const Handlers::Handler<Options>& handler,
                      const JournalledCall& call,
                      app::Context& context) {
  const auto compute = [&](app::Context& inner) {
    return call_reported(options, handler, inner);
  };
  if constexpr (requires {
                  call_journalled(options, call, context, compute);
                }) {
    if (call.is_off) return compute(context);
    return call_journalled(options, call, context, compute);
  } else {
    return compute(context);
  }
}

/// Calls a handler with its context. The progress display ends before this
/// returns.
template <typename Options>
ExitCode call(const option::Table<Options>& table,
              const Options& options,
              const Handlers::Handler<Options>& handler,
              Surroundings& around) {
  limit_budget(options, around.budget);
  std::unique_ptr<app::EventLog> events;
  if (!options.events.empty()) {
    events = std::make_unique<app::EventLog>(options.events);
    events->begin(table.text().name);
  }
  ProgressDisplay progress(around.err,
                           {!options.quiet,
                            around.err_is_terminal,
                            around.color,
                            around.columns,
                            true});
  RecordedProgress recorded(progress);
  base::Logger log(
      level_of(options), [&](base::LogLevel level, std::string_view text) {
        if (events) events->message(base::to_string(level), text);
        // Ordinary messages carry no prefix.
        const bool plain = level == base::LogLevel::info;
        recorded.message(
            plain ? std::string(text)
                  : fmt::format("{}: {}", base::to_string(level), text));
      });
  app::ReportedProgress reported(recorded, events.get());
  app::Context context{around.budget,
                       log,
                       reported,
                       around.out,
                       around.color && around.out_is_terminal,
                       around.ask,
                       around.out_is_terminal,
                       events.get()};
  if constexpr (std::derived_from<Options, app::CacheOptions>) {
    if (is_kept(options)) {
      return call_kept(
          {call_of(table,
                   &options,
                   options.cache,
                   app::outputs_of(options),
                   context),
           options.force},
          context,
          recorded,
          [&](app::Context& inner) {
            return call_kept_up(options, handler, around.call, inner);
          },
          around.from_cache);
    }
  }
  const ExitCode code = call_kept_up(options, handler, around.call, context);
  around.partial =
      context.partial || around.budget.poll() != base::StopReason::none;
  return code;
}

/// Throws base::InputError if an option was given that has no meaning for the
/// kind of model and the method.
template <typename Options>
void require_applicable(const option::Table<Options>& table,
                        const Options& options) {
  if constexpr (requires { options.model; }) {
    option::Situation situation{
        app::kind_name(options.model), options.model, ""};
    if (situation.kind.empty()) return;  // nothing that a front end reads
    if (const option::Row* const method = table.find("method")) {
      situation.method = method->print(&options).at(0);
    }
    // Applicability is judged by the method that will be used.
    if (situation.method == "auto") {
      situation.method = app::default_method(situation.kind);
    }
    if (const auto why =
            option::find_inapplicable(table, &options, situation)) {
      throw base::InputError({}, *why, "option-kind");
    }
  }
}

/// Throws base::InputError for answers that are kept and a sandbox at once:
/// what is confined must not write what is answered later.
template <typename Options>
void require_compatible(const Options& options) {
  if constexpr (std::derived_from<Options, app::CacheOptions> &&
                std::derived_from<Options, app::SandboxOptions>) {
    if (options.cache.empty() || options.sandbox == app::Sandbox::none) return;
    throw base::InputError(
        {}, "--cache cannot be used with --sandbox", "option-conflict");
  }
}

/// Of `--serve ... -- COMMAND ...` the words of the command, which are removed;
/// nothing where there is no --serve.
std::vector<std::string> cut_watched_command(
    std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (std::find(arguments.begin(), mark, "--serve") == mark) return {};
  std::vector<std::string> command;
  if (mark != arguments.end()) command.assign(mark + 1, arguments.end());
  arguments.erase(mark, arguments.end());
  return command;
}

/// Joins a table and a handler into a command.
template <typename Options>
Command make_command(option::Table<Options> table,
                     Handlers::Handler<Options> handler) {
  auto owner = std::make_unique<option::Table<Options>>(std::move(table));
  const option::Table<Options>* const t = owner.get();
  const auto run = [t, handler = std::move(handler)](
                       const std::vector<std::string>& given,
                       const Commands& commands,
                       Surroundings& around) {
    std::vector<std::string> arguments = given;
    std::vector<std::string> watched;
    if constexpr (requires { std::declval<Options>().command; }) {
      watched = cut_watched_command(arguments);
    }
    const auto line = option::split_command_line(*t, arguments);
    // Help before anything that may fail: a broken config file must not hide
    // it.
    if (line.help) {
      around.out << option::render_help(program_text(), *t);
      return ExitCode::success;
    }
    // Precedence: defaults, then the config file, then the command line.
    Options options;
    const auto config =
        find_config(option::value_of(*t, line, "config"), commands, around);
    if (config != nullptr) config->apply(*t, options);
    // A dump may lack required arguments: it is written before they are needed.
    const bool dump = option::value_of(*t, line, "dump-config") == "true";
    option::apply(*t, line, options, dump || !watched.empty());
    if constexpr (requires { options.command; }) options.command = watched;
    if (dump) {
      around.out << option::dump_config(*t, options);
      return ExitCode::success;
    }
    require_applicable(*t, options);
    require_compatible(options);
    return call(*t, options, handler, around);
  };
  return {std::move(owner), run};
}

/// `catenary resume`: the command that the journal names, again.
Command resume_command() {
  auto owner =
      std::make_unique<option::Table<app::ResumeOptions>>(resume_table());
  const option::Table<app::ResumeOptions>* const t = owner.get();
  const auto run = [t](const std::vector<std::string>& given,
                       const Commands& commands,
                       Surroundings& around) {
    const auto line = option::split_command_line(*t, given);
    if (line.help) {
      around.out << option::render_help(program_text(), *t);
      return ExitCode::success;
    }
    app::ResumeOptions options;
    option::apply(*t, line, options);
    const std::vector<std::string> words = resumed_words(*t, line);
    around.call.resumes = true;
    const auto named =
        std::ranges::find(commands, words.front(), [](const Command& c) {
          return c.table->text().name;
        });
    if (named == commands.end()) {
      throw base::InputError(
          {}, "the journal names no command of ours", "resume");
    }
    return named->run({words.begin() + 1, words.end()}, commands, around);
  };
  return {std::move(owner), run};
}

/// Finds the command that the first argument names, and runs it.
ExitCode dispatch(const std::vector<std::string>& arguments,
                  const Handlers& handlers,
                  Surroundings& around) {
  Commands commands;
  commands.push_back(make_command(check_table(), handlers.check));
  commands.push_back(make_command(generate_table(), handlers.generate));
  commands.push_back(make_command(run_table(), handlers.run));
  commands.push_back(make_command(trace_table(), handlers.trace));
  commands.push_back(make_command(report_table(), handlers.report));
  commands.push_back(make_command(convert_table(), handlers.convert));
  commands.push_back(make_command(batch_table(), handlers.batch));
  commands.push_back(resume_command());
  commands.push_back(make_command(worker_table(), handlers.worker));
  commands.push_back(make_command(init_table(), handlers.init));
  commands.push_back(make_command(doctor_table(), handlers.doctor));
  commands.push_back(make_command(qualify_table(), handlers.qualify));
  commands.push_back(make_command(lsp_table(), handlers.lsp));
  commands.push_back(make_command(bench_table(), handlers.bench));
  if (arguments.empty()) {
    around.err << option::render_overview(program_text(), tables_of(commands));
    return ExitCode::usage;
  }
  // The program itself has three options; all others belong to a command.
  const std::string& name = arguments.front();
  around.call.words = arguments;
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (name == "--version") return print_version(handlers, around);
  if (name == "--help" || name == "-h") return print_help({}, commands, around);
  if (name == "help") return print_help(rest, commands, around);
  // Collected for a suggestion where the name is misspelt.
  std::vector<std::string> names{"help"};
  for (const Command& command : commands) {
    if (command.table->text().name == name)
      return command.run(rest, commands, around);
    names.push_back(command.table->text().name);
  }
  // An argument that begins with a dash was meant as an option of the program.
  const std::string what = name.starts_with("-") ? "option" : "command";
  throw base::InputError(
      {},
      fmt::format("catenary does not have a{} {} '{}'{}; see 'catenary --help'",
                  what == "option" ? "n" : "",
                  what,
                  name,
                  option::did_you_mean(name, names)),
      "command-unknown");
}

/// Makes sure that the result was written; a reader that went away is not an
/// error.
ExitCode check_output(ExitCode code, Surroundings& around) {
  around.out.flush();
  if (around.out.good()) return code;
  if (around.reader_gone && around.reader_gone()) return code;
  around.err << "error: the result could not be written to standard output\n";
  return ExitCode::tool_error;
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments,
                     const Handlers& handlers,
                     Surroundings& around) {
  try {
    return check_output(dispatch(arguments, handlers, around), around);
  } catch (const base::InputError& e) {
    for (const base::Diagnostic& d : e.diagnostics()) around.err << d.render();
    return ExitCode::usage;
  } catch (const base::StoppedError& e) {
    around.err << "error: " << base::printable_lines(e.what()) << '\n';
    // An interrupt and a spent budget end computations in the same way.
    return around.budget.interrupted() ? ExitCode::interrupted
                                       : ExitCode::budget_spent;
  } catch (const base::ToolError& e) {
    around.err << "error: " << base::printable_lines(e.what()) << '\n';
    // A tool that fails because it was interrupted, such as the compiler, is
    // not at fault.
    return around.budget.interrupted() ? ExitCode::interrupted
                                       : ExitCode::tool_error;
  } catch (const base::InternalError& e) {
    around.err << "internal error: " << base::printable_lines(e.what())
               << "\nThis is a defect of Catenary, not of your input.\n";
    return ExitCode::internal_error;
  } catch (const std::filesystem::filesystem_error& e) {
    around.err << "error: "
               << base::printable_lines(e.path1().string() + ": " +
                                        e.code().message())
               << '\n';
    return ExitCode::tool_error;
  } catch (const std::bad_alloc&) {
    around.err << "error: out of memory; see --memory\n";
    return ExitCode::tool_error;
  } catch (const std::exception& e) {
    around.err << "internal error: " << base::printable_lines(e.what())
               << "\nThis is a defect of Catenary, not of your input.\n";
    return ExitCode::internal_error;
  }
}

}  // namespace catenary::cli
