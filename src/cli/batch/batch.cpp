// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary batch`.
#include "cli/tables.h"

namespace catenary::cli {

namespace {

/// Limits of single commands, beside those of the whole batch.
void add_model_limit_rows(option::Table<app::BatchOptions>& t) {
  using O = app::BatchOptions;
  t.row({.name = "model-timeout",
         .value = "TIME",
         .group = "Limits",
         .help = "Limit of each check and generation, unless the project sets "
                 "'timeout' for it.",
         .example = "5m",
         .says_zero = "no limit"},
        &O::model_timeout,
        option::between(std::chrono::milliseconds(0), kLongestTime));
  t.row({.name = "model-work",
         .value = "N",
         .group = "Limits",
         .help = "The same in units of work, see 'catenary generate --work': "
                 "gives the same suites at any load.",
         .example = "60000",
         .says_zero = "no limit"},
        &O::model_work,
        option::between(std::uint64_t{0}, std::uint64_t{1} << 40));
}

/// What the help says about the command.
option::CommandText batch_text() {
  return {
      "batch",
      "Make and run the tests of many models.",
      "Finds the models below a folder, or those of a project file, and "
      "checks each, generates its tests, runs them and counts the mutants "
      "they kill, as far as 'actions' says. Each command runs in a process "
      "of its own, so that a crash of one harms no other. The folder --output "
      "gets a suite, results, a page and a log for each model, and for all "
      "of them index.html, batch.json, junit.xml and summary.md.\n\n"
      "Models that have not changed since the last batch are answered from "
      "what it kept. Ctrl-C keeps the models that are done; the next call "
      "goes on with the others. The exit code is that of the worst model.",
      {{"catenary batch models", "All models below a folder."},
       {"catenary batch project.toml -o out --jobs 4",
        "What a project file says, four models at a time."},
       {"catenary batch models --actions check,generate,run,mutate "
        "--model-timeout 5m",
        "Everything, five minutes for each search at most."}}};
}

}  // namespace

option::Table<app::BatchOptions> batch_table() {
  using O = app::BatchOptions;
  option::Table<O> t(batch_text());
  t.row({.name = "project",
         .value = "PROJECT",
         .help = "A folder, or a project file (.toml). A folder with a "
                 "project.toml is read as that says.",
         .positional = true,
         .required = true},
        &O::project);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FOLDER",
         .group = "Output",
         .help = "Where everything is written, and what was kept is looked "
                 "for."},
        &O::output);
  t.row({.name = "actions",
         .value = "LIST",
         .group = "Models",
         .help = "What is done with each model, instead of what the project "
                 "says.",
         .example = "check,generate",
         .says_zero = "generate,run"},
        &O::actions,
        {"check", "generate", "run", "mutate"});
  t.row({.name = "no-cache",
         .group = "Models",
         .help = "Compute everything anew, and keep nothing for the next "
                 "call."},
        &O::no_cache);
  t.row({.name = "no-pages",
         .group = "Output",
         .help = "Do not write a page for each model."},
        &O::no_pages);
  add_force_row(t, &O::force);
  add_timeout_row(t, &O::timeout);
  t.row(spec::work(),
        &O::work,
        option::between(std::uint64_t{0}, std::uint64_t{1} << 40));
  add_model_limit_rows(t);
  t.row({.name = "jobs",
         .short_name = 'j',
         .value = "N",
         .group = "Limits",
         .help = "Models at a time, each in one thread. Suites do not depend "
                 "on it.",
         .says_zero = "one for each processor",
         .never_matters = true},
        &O::jobs,
        option::between(0U, 1024U));
  add_fleet_rows(t, "children of this process");
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
