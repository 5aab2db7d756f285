// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary resume`.
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::ResumeOptions> resume_table() {
  using O = app::ResumeOptions;
  option::Table<O> t(
      {"resume",
       "Go on with a command that was ended.",
       "While 'catenary generate -o FILE' or 'catenary run -o FILE' works, "
       "what it finds, and the verdict of each test, is kept in a journal, "
       "FILE.journal. It stays there if Ctrl-C or a limit ends the command, if "
       "it is killed, or if the machine stops. This command calls it again as "
       "it was called, in the same folder; what is in the journal is not "
       "computed again. When the file is complete, the journal is removed.\n\n"
       "The model, the system under test, Catenary and the compiler must be "
       "the same; else it says "
       "what has changed. Limits may be others than before.",
       {{"catenary resume suite.json", "As it was called."},
        {"catenary resume suite.json --timeout 1h",
         "With another hour from now on."},
        {"catenary resume results.json", "A run of tests."}}});
  t.row({.name = "output",
         .value = "FILE",
         .help = "The file that the command was to write.",
         .positional = true,
         .required = true},
        &O::output);
  t.row({.name = "force",
         .short_name = 'f',
         .group = "Output",
         .help = "Overwrite the file, although it is another one than the "
                 "command left there."},
        &O::force);
  add_budget_rows(t);
  // Not the config file: it could ask for something else.
  t.row(spec::json(), &O::json);
  t.row(spec::quiet(), &O::quiet);
  t.row(spec::verbose(), &O::verbose);
  t.row(spec::events(), &O::events);
  return t;
}

}  // namespace catenary::cli
