// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary bench`, and the start of the program that
/// measures.
#include "cli/bench.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>

#include "app/program_files.h"
#include "base/error.h"
#include "cli/tables.h"

namespace catenary::cli {

namespace {

/// What the help says about the command.
option::CommandText bench_text() {
  return {"bench",
          "Measure Catenary and print the tables.",
          "Each benchmark file names inputs, how tests are made from them, the "
          "results they must have, and what to compare with; a wrong answer "
          "fails. Rows whose input is not there are skipped. Every row is run "
          "once to warm up and then some times; the median counts. Rivals are "
          "run in turn with Catenary.",
          {{"catenary bench chains -o build/bench",
            "One table, as CSV and Markdown."},
           {"catenary bench explore --only \"Problem 10\" --runs 9",
            "Some rows, with more runs."}}};
}

}  // namespace

option::Table<BenchOptions> bench_table() {
  using O = BenchOptions;
  option::Table<O> t(bench_text());
  t.row({.name = "tables",
         .value = "FILE|NAME",
         .help = "Benchmark files, or names of those that come with Catenary.",
         .says_zero = "all that come with Catenary",
         .positional = true},
        &O::tables);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "DIRECTORY",
         .group = "Output",
         .help = "Write NAME.csv and NAME.md there, over those of an earlier "
                 "run.",
         .says_zero = "nothing is written"},
        &O::output);
  t.row({.name = "directory",
         .value = "DIRECTORY",
         .group = "Input",
         .help = "Where benchmark files given by name are.",
         .says_zero = "as installed, or in the source tree around the program"},
        &O::directory);
  t.row({.name = "only",
         .value = "TEXT",
         .group = "Input",
         .help = "Only rows with this in their name.",
         .example = "RERS",
         .says_zero = "all"},
        &O::only);
  t.row({.name = "runs",
         .value = "N",
         .group = "Limits",
         .help = "Runs that are measured, of every row."},
        &O::runs,
        option::between(1U, 1000U));
  // Not a benchmark: it makes the inputs of one.
  t.row({.name = "make-machine",
         .value = "NAME=N,...",
         .group = "Random machines",
         .help = "Measure nothing: write a random state machine as text, to "
                 "--output or the standard output. Of these sizes: " +
                 std::string(kRandomMachineKeys) + ".",
         .example = "branches=600,seed=1",
         .says_zero = "benchmarks are run"},
        &O::make_machine);
  t.row({.name = "force",
         .group = "Random machines",
         .help = "Overwrite the file that --make-machine writes."},
        &O::force);
  add_timeout_row(t, &O::timeout);
  add_common_rows(t);
  return t;
}

void call_bench_program(const std::vector<std::string>& arguments,
                        app::Context& context,
                        const std::function<void()>& hand_over) {
  const std::string program =
      app::find_executable(app::bench_program_places(app::own_executable()));
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  context.progress.finish();
  context.out.flush();
  hand_over();
  // A signal that came before is known here; a later one stays pending across
  // the call (execve(2)), and the new program reads it.
  if (context.budget.interrupted()) throw base::StoppedError("interrupted");
  ::execv(program.c_str(), argv.data());
  throw base::ToolError("cannot start " + program + ": " +
                        std::strerror(errno));
}

}  // namespace catenary::cli
