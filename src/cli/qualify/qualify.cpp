// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary qualify`.
#include "cli/tables.h"

namespace catenary::cli {

namespace {

/// What the help says about the command.
option::CommandText qualify_text() {
  return {"qualify",
          "Test Catenary itself, and write a tool qualification report.",
          "Runs the tests of Catenary's tool operational requirements on this "
          "machine, with the program that is installed, and reports each "
          "requirement with its tests, the commands, what was expected and "
          "what was observed. Expected values come from hand computations, "
          "from C programs that the C compiler of this machine compiles, or "
          "from the checker of certificates; seeded faults must be noticed. "
          "The report is evidence for ISO 26262-8 clause 11, DO-330 and IEC "
          "61508-3; it is not a certificate. See docs/qualification.\n\n"
          "The folder --output gets qualification.json, qualification.md and "
          "qualification.html. Ctrl-C keeps the results of the tests that are "
          "done. Exit codes: 0 all requirements passed, 1 some failed, 4 the "
          "time ran out, 5 none failed, but some could not be tested on this "
          "machine.",
          {{"catenary qualify -o qualification", "All requirements."},
           {"catenary qualify --only TOR-101,TOR-102 --json",
            "Some of them, for machines."}}};
}

}  // namespace

option::Table<app::QualifyOptions> qualify_table() {
  using O = app::QualifyOptions;
  option::Table<O> t(qualify_text());
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FOLDER",
         .group = "Output",
         .help = "Where the report is written.",
         .says_zero = "nothing is written"},
        &O::output);
  t.row({.name = "keep",
         .group = "Output",
         .help = "Keep the files of each test in the folder 'cases' of "
                 "--output."},
        &O::keep);
  add_force_row(t, &O::force);
  t.row({.name = "only",
         .value = "LIST",
         .group = "Tests",
         .help = "Only these requirements. The report says that it is "
                 "incomplete.",
         .example = "TOR-101,TOR-102",
         .says_zero = "all"},
        &O::only);
  t.row({.name = "program",
         .value = "FILE",
         .group = "Tests",
         .help = "The program 'catenary' to qualify, with "
                 "catenary-check-proof beside it.",
         .example = "/opt/catenary/bin/catenary",
         .says_zero = "this one"},
        &O::program);
  add_timeout_row(t, &O::timeout);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
