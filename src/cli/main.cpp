// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program `catenary`: connects run_program() to the commands of app/, and
/// `bench` to a program of its own.
#include <string>
#include <vector>

#include "app/commands.h"
#include "cli/bench.h"
#include "cli/editor/lsp.h"
#include "cli/process.h"
#include "cli/program.h"

namespace {

namespace app = catenary::app;
namespace cli = catenary::cli;

/// All commands. `arguments` and `signals` are kept by reference.
cli::Handlers handlers(const std::vector<std::string>& arguments,
                       cli::SignalWatch& signals) {
  return {
      &app::check,
      &app::generate,
      &app::run,
      &app::trace,
      &app::report,
      &app::convert,
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
