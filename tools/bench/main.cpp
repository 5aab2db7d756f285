// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program `catenary-bench`. Its arguments are those of `catenary bench`,
/// which starts it, and are read by the same table; or --version.
#include <string>
#include <vector>

#include "app/commands.h"
#include "cli/process.h"
#include "cli/program.h"
#include "tools/bench/bench.h"

namespace cli = catenary::cli;

int main(int argc, char** argv) {
  return cli::run_in_process(
      argc,
      argv,
      [](std::vector<std::string> arguments,
         cli::Surroundings& around,
         cli::SignalWatch&) {
        if (arguments != std::vector<std::string>{"--version"}) {
          arguments.insert(arguments.begin(), "bench");
        }
        cli::Handlers handlers;
        handlers.bench = &catenary::tools::bench::run;
        handlers.versions = &catenary::app::versions;
        return cli::run_program(arguments, handlers, around);
      });
}
