// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program `catenary`: connects run_program() to the commands of app/, and
/// `bench` to a program of its own.
#include <set>
#include <string>
#include <vector>

#include "app/commands.h"
#include "cli/bench.h"
#include "cli/editor/lsp.h"
#include "cli/process.h"
#include "cli/program.h"
#include "cli/sandbox/bubblewrap.h"

namespace {

namespace app = catenary::app;
namespace cli = catenary::cli;

/// A command that runs code of the user; in a sandbox where it was asked for.
/// `outputs`: the files that it writes.
template <typename Options, typename Outputs>
cli::Handlers::Handler<Options> confined(
    app::ExitCode (*command)(const Options&, app::Context&),
    const std::vector<std::string>& arguments,
    cli::SignalWatch& signals,
    Outputs outputs) {
  return
      [=, &arguments, &signals](const Options& options, app::Context& context) {
        if (options.sandbox == app::Sandbox::bwrap && !cli::in_sandbox()) {
          std::set<std::string> files = outputs(options);
          files.insert(options.events);
          cli::enter_sandbox(
              arguments, files, context, [&signals] { signals.hand_over(); });
        }
        return command(options, context);
      };
}

/// All commands. `arguments` and `signals` are kept by reference.
cli::Handlers handlers(const std::vector<std::string>& arguments,
                       cli::SignalWatch& signals) {
  using Files = std::set<std::string>;
  const auto sandboxed = [&](auto command, auto outputs) {
    return confined(command, arguments, signals, outputs);
  };
  return {
      sandboxed(&app::check,
                [](const app::CheckOptions& o) { return Files{o.sarif}; }),
      sandboxed(&app::generate,
                [](const app::GenerateOptions& o) { return Files{o.output}; }),
      sandboxed(&app::run,
                [](const app::RunOptions& o) {
                  return Files{o.output, o.junit, o.log};
                }),
      &app::trace,
      sandboxed(&app::report,
                [](const app::ReportOptions& o) {
                  return Files{o.junit, o.csv, o.html};
                }),
      sandboxed(&app::convert,
                [](const app::ConvertOptions& o) { return Files{o.output}; }),
      &app::init,
      &app::doctor,
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
