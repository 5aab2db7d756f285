// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary report`.
#include "cli/tables.h"

namespace catenary::cli {

namespace {

void add_live_rows(option::Table<app::ReportOptions>& t) {
  using O = app::ReportOptions;
  t.row({.name = "serve",
         .group = "Live page",
         .help = "Show the page in a browser, at an address of this machine "
                 "that is printed. Behind '--' may stand a command, generate, "
                 "run, check or bench, in place of SUITE: it is started, and "
                 "shown while it works. The server ends with Ctrl-C.",
         .line_only = true},
        &O::serve);
  t.row({.name = "port",
         .value = "PORT",
         .group = "Live page",
         .help = "The port of --serve.",
         .says_zero = "one that is free"},
        &O::port,
        option::between(0U, 65535U));
  t.row({.name = "idle",
         .value = "TIME",
         .group = "Live page",
         .help = "End --serve when the command has ended and no browser has "
                 "asked for anything for so long.",
         .example = "10m",
         .says_zero = "Ctrl-C ends it"},
        &O::idle,
        option::between(std::chrono::milliseconds(0), kLongestTime));
}

}  // namespace

option::Table<app::ReportOptions> report_table() {
  using O = app::ReportOptions;
  option::Table<O> t(
      {"report",
       "Tell people and machines about a suite and its results.",
       "Prints goals, tests and verdicts as tables, and writes the files asked "
       "for.",
       {{"catenary report door.json", "Goals and tests of a suite."},
        {"catenary report door.json results.json --junit door.xml",
         "With verdicts; also as JUnit XML."},
        {"catenary report door.json results.json --html door.html",
         "The same to look at, as one file for a browser."},
        {"catenary report --serve -- generate door.toml -o door.json",
         "Watch a long generation in a browser."}}});
  t.row({.name = "suite",
         .value = "SUITE",
         .help = "A suite that 'catenary generate' wrote, or a table of its "
                 "form (.csv).",
         .positional = true,
         .required = true},
        &O::suite);
  t.row({.name = "results",
         .value = "RESULTS",
         .help = "Results that 'catenary run' wrote.",
         .positional = true},
        &O::results);
  t.row({.name = "html",
         .value = "FILE",
         .group = "Output",
         .help = "Write an HTML page: goals, tests as tables and plots, "
                 "requirements, findings, sources and drawings of the model. "
                 "It loads nothing from a network.",
         .says_zero = "nothing is written"},
        &O::html);
  t.row({.name = "junit",
         .value = "FILE",
         .group = "Output",
         .help = "Write JUnit XML.",
         .says_zero = "nothing is written"},
        &O::junit);
  t.row({.name = "csv",
         .value = "FILE",
         .group = "Output",
         .help = "Write the signals of all tests, one line a step.",
         .says_zero = "nothing is written"},
        &O::csv);
  t.row({.name = "strict",
         .group = "Output",
         .help = "Inconclusive tests are errors in the JUnit XML, not "
                 "skipped."},
        &O::strict);
  add_live_rows(t);
  add_force_row(t, &O::force);
  add_sandbox_row(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
