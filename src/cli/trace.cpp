// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary trace`.
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::TraceOptions> trace_table() {
  using O = app::TraceOptions;
  option::Table<O> t(
      {"trace",
       "Which requirements does a failure violate?",
       "Reads results that 'catenary run -o' wrote and lists, for every test "
       "that failed, the step, the expectation that did not hold with the "
       "observed value, and the requirements behind it.\n\n"
       "For tests of requirements (.req) it lists which requirements may be "
       "violated at the failing step, each with values of hidden variables "
       "that explain what was observed.",
       {{"catenary trace results.json", "What went wrong, and why it counts."},
        {"catenary trace results.json --all --latent",
         "Every set of requirements that may be to blame."}}});
  t.row({.name = "results",
         .value = "RESULTS",
         .help = "Results that 'catenary run' wrote.",
         .positional = true,
         .required = true},
        &O::results);
  t.row({.name = "all",
         .group = "Output",
         .help = "Every distinct set of requirements that may be violated, not "
                 "only enough to show each one. Only for tests of "
                 "requirements."},
        &O::all);
  t.row({.name = "latent",
         .group = "Output",
         .help = "Violations before the failing step, too, after the others. "
                 "Only for tests of requirements."},
        &O::latent);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
