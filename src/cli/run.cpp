// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

using std::chrono::milliseconds;

option::Table<app::RunOptions> run_table() {
  using O = app::RunOptions;
  option::Table<O> t(
      {"run",
       "Run a suite on a system under test.",
       "Feeds the inputs of every test to the system under test (SUT) and "
       "compares its outputs with what the suite expects. A crash, hang or "
       "abort of the SUT is the verdict error, never a pass.\n\n"
       "WHERE is model:FILE (any model Catenary reads, simulated) or "
       "native:LIBRARY (a shared library with the C interface of "
       "catenary/adapter.h, loaded in a child process; "
       "'catenary convert MODEL --to adapter' writes its source).",
       {{"catenary run door.json --sut model:door.toml",
         "Does the model pass its own tests?"},
        {"catenary run door.json --sut native:./libdoor.so --junit door.xml",
         "Test a compiled system; report for a CI server."}}});
  t.row({.name = "suite",
         .value = "SUITE",
         .help = "A suite that 'catenary generate' wrote.",
         .positional = true,
         .required = true},
        &O::suite);
  t.row({.name = "sut",
         .value = "WHERE",
         .help = "The system under test.",
         .example = "native:./libdoor.so",
         .required = true},
        &O::sut);
  t.row({.name = "keep-going",
         .short_name = 'k',
         .help = "Go on after a test that did not pass."},
        &O::keep_going);
  t.row({.name = "repeat",
         .value = "N",
         .help = "Run every test so often; different verdicts make it flaky."},
        &O::repeat,
        option::between(1U, 1'000'000U));
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE",
         .group = "Output",
         .help = "Write the results (JSON) to this file.",
         .says_zero = "nothing is written"},
        &O::output);
  t.row({.name = "junit",
         .value = "FILE",
         .group = "Output",
         .help = "Write the results as JUnit XML.",
         .says_zero = "nothing is written"},
        &O::junit);
  t.row({.name = "strict",
         .group = "Output",
         .help = "Inconclusive tests are errors in the JUnit XML, not "
                 "skipped."},
        &O::strict);
  add_force_row(t, &O::force);
  t.row({.name = "step-timeout",
         .value = "TIME",
         .group = "Limits",
         .help = "A step of the SUT that takes longer is an error."},
        &O::step_timeout,
        option::between(milliseconds(1), kLongestTime));
  t.row({.name = "test-timeout",
         .value = "TIME",
         .group = "Limits",
         .help = "A test that takes longer is an error."},
        &O::test_timeout,
        option::between(milliseconds(1), kLongestTime));
  add_timeout_row(t, &O::timeout);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
