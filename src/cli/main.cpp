// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program `catenary`: connects run_program() to the commands of app/, and
/// `bench` to a program of its own.
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/fleet/prepare.h"
#include "app/output_files.h"
#include "base/error.h"
#include "cli/bench.h"
#include "cli/editor/lsp.h"
#include "cli/process.h"
#include "cli/program.h"
#include "cli/sandbox/bubblewrap.h"
#include "cli/tables.h"
#include "option/command_line.h"

namespace {

namespace app = catenary::app;
namespace cli = catenary::cli;

/// A command that runs code of the user; in a sandbox where it was asked for.
template <typename Options>
cli::Handlers::Handler<Options> confined(
    app::ExitCode (*command)(const Options&, app::Context&),
    const std::vector<std::string>& arguments,
    cli::SignalWatch& signals) {
  return
      [=, &arguments, &signals](const Options& options, app::Context& context) {
        if (options.sandbox == app::Sandbox::bwrap && !cli::in_sandbox()) {
          std::vector<std::string> files = app::outputs_of(options);
          files.push_back(options.events);
          cli::enter_sandbox(
              arguments, files, context, [&signals] { signals.hand_over(); });
        }
        return command(options, context);
      };
}

/// The same in a batch, where no process can become another one: refused.
template <typename Options>
cli::Handlers::Handler<Options> unconfined(
    app::ExitCode (*command)(const Options&, app::Context&)) {
  return [=](const Options& options, app::Context& context) {
    if (options.sandbox == app::Sandbox::bwrap && !cli::in_sandbox()) {
      throw catenary::base::InputError(
          {},
          "a batch does not confine its commands; expected no --sandbox",
          "batch-sandbox");
    }
    return command(options, context);
  };
}

/// The commands that a batch calls.
cli::Handlers batch_handlers() {
  cli::Handlers out;
  out.check = unconfined(&app::check);
  out.generate = unconfined(&app::generate);
  out.run = unconfined(&app::run);
  out.report = unconfined(&app::report);
  return out;
}

/// Runs a command of a batch, in a child process: nobody watches signals there,
/// and it is ended from outside.
app::ExitCode call_quietly(const cli::Handlers& handlers,
                           const std::vector<std::string>& words,
                           std::ostream& out,
                           std::ostream& err,
                           app::CallNotes& notes,
                           bool keeps_journal) {
  cli::Surroundings around{.out = out, .err = err};
  around.call.is_off = !keeps_journal;
  const app::ExitCode code = cli::run_program(words, handlers, around);
  notes = {around.from_cache, around.partial};
  return code;
}

/// Calls of these handlers. A journal is for a command that is called again
/// where it has ended.
app::CallProgram calls_of(const cli::Handlers& handlers, bool keeps_journal) {
  return [handlers, keeps_journal](const std::vector<std::string>& words,
                                   std::ostream& out,
                                   std::ostream& err,
                                   app::CallNotes& notes) {
    return call_quietly(handlers, words, out, err, notes, keeps_journal);
  };
}

/// Handlers that find the inputs of a command.
cli::Handlers prepare_handlers() {
  cli::Handlers out;
  out.check = [](const app::CheckOptions& options, app::Context& context) {
    return app::prepare(options, context);
  };
  out.generate = [](const app::GenerateOptions& options,
                    app::Context& context) {
    return app::prepare(options, context);
  };
  out.run = [](const app::RunOptions& options, app::Context& context) {
    return app::prepare(options, context);
  };
  out.report = [](const app::ReportOptions& options, app::Context& context) {
    return app::prepare(options, context);
  };
  return out;
}

/// Takes the answer of a worker, the first word, as that of the command.
app::ExitCode adopt(const std::vector<std::string>& words,
                    std::ostream& out,
                    std::ostream& err,
                    app::CallNotes& notes) {
  const app::ForeignAnswer answer = app::foreign_from(words.at(0));
  const auto handler = [&answer](const auto&, app::Context& context) {
    return app::adopt(answer, context);
  };
  cli::Handlers handlers;
  handlers.check = handler;
  handlers.generate = handler;
  handlers.run = handler;
  handlers.report = handler;
  return call_quietly(
      handlers, {words.begin() + 1, words.end()}, out, err, notes, false);
}

/// The calls of a coordinator. `keeps_journals`: the commands that it computes
/// itself have journals, as those of a batch.
app::BatchCalls coordinator_calls(bool keeps_journals) {
  return {calls_of(batch_handlers(), keeps_journals),
          calls_of(prepare_handlers(), false),
          adopt};
}

/// `batch`, whose commands are called in its children, or by workers.
app::ExitCode batch(const app::BatchOptions& options, app::Context& context) {
  return app::batch(options, context, coordinator_calls(true));
}

/// Workers know paths only from the working folder on, and without "./".
std::string from_here(const std::string& path) {
  const std::filesystem::path given(path);
  if (given.is_absolute()) {
    return given.lexically_proximate(std::filesystem::current_path()).string();
  }
  // ".." behind a link leads elsewhere.
  return path.find("..") == path.npos ? given.lexically_normal().string()
                                      : path;
}

/// The words of the same command without a fleet, which only prints a document.
std::vector<std::string> words_alone(const app::RunOptions& options) {
  app::RunOptions alone = options;
  static_cast<app::FleetOptions&>(alone) = {};
  static_cast<app::CommonOptions&>(alone) = {};
  alone.cache.clear();
  alone.output.clear();
  alone.force = false;
  alone.jobs = 1;
  alone.json = true;
  alone.suite = from_here(alone.suite);
  if (!alone.oracle.empty()) alone.oracle = from_here(alone.oracle);
  const std::string model = "model:";
  for (std::string& sut : alone.suts) {
    if (!sut.starts_with(model)) continue;
    sut = model + from_here(sut.substr(model.size()));
  }
  std::vector<std::string> out = {"run"};
  for (std::string& word :
       catenary::option::words_of(cli::run_table(), alone)) {
    out.push_back(std::move(word));
  }
  return out;
}

/// The words of the same search without a fleet, for goals that are added: what
/// becomes of its runs is not their business.
std::vector<std::string> words_alone(const app::GenerateOptions& options) {
  app::GenerateOptions alone;
  static_cast<app::SandboxOptions&>(alone) = options;
  static_cast<app::SearchOptions&>(alone) = options;
  alone.model = from_here(alone.model);
  if (!alone.assume.empty()) alone.assume = from_here(alone.assume);
  alone.second_opinion = false;
  alone.memory = options.memory;
  alone.jobs = 1;
  alone.challenge.time = std::chrono::milliseconds(0);
  alone.method = app::Method::single;
  alone.extend = options.extend;
  alone.tidy = false;
  alone.oracle = options.oracle;
  if (!alone.oracle.empty()) alone.oracle = from_here(alone.oracle);
  alone.map = options.map;
  alone.map_value = options.map_value;
  std::vector<std::string> out = {"generate"};
  for (std::string& word :
       catenary::option::words_of(cli::generate_table(), alone)) {
    out.push_back(std::move(word));
  }
  return out;
}

/// `generate`, whose open goals a fleet may search for.
app::ExitCode generate(const app::GenerateOptions& options,
                       app::Context& context) {
  if (options.has_fleet()) {
    return app::generate_by_fleet(
        options, words_alone(options), context, coordinator_calls(false));
  }
  if (options.first_work != app::GenerateOptions().first_work) {
    throw catenary::base::InputError(
        {}, "--first-work requires --workers or --nats", "option-conflict");
  }
  return app::generate(options, context);
}

/// `run`, whose mutants a fleet may judge.
app::ExitCode run(const app::RunOptions& options, app::Context& context) {
  if (!options.has_fleet()) return app::run(options, context);
  return app::run_by_fleet(
      options, words_alone(options), context, coordinator_calls(false));
}

/// `worker`, whose tasks are called in its children.
app::ExitCode worker(const app::WorkerOptions& options, app::Context& context) {
  return app::worker(options, context, calls_of(batch_handlers(), false));
}

/// All commands. `arguments` and `signals` are kept by reference.
cli::Handlers handlers(const std::vector<std::string>& arguments,
                       cli::SignalWatch& signals) {
  const auto sandboxed = [&](auto command) {
    return confined(command, arguments, signals);
  };
  return {
      sandboxed(&app::check),
      sandboxed(&generate),
      sandboxed(&run),
      &app::trace,
      sandboxed(&app::report),
      sandboxed(&app::convert),
      &batch,
      &worker,
      &app::init,
      &app::doctor,
      &app::qualify,
      &cli::serve_editor,
      [&](const cli::BenchOptions&, app::Context& context) -> app::ExitCode {
        // Without the name of the command.
        cli::call_bench_program({arguments.begin() + 1, arguments.end()},
                                context,
                                [&signals] { signals.hand_over(); });
      },
      &app::versions};
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_in_process(
      argc,
      argv,
      [](const std::vector<std::string>& arguments,
         cli::Surroundings& around,
         cli::SignalWatch& signals) {
        return cli::run_program(
            arguments, handlers(arguments, signals), around);
      });
}
