// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::TraceOptions> trace_table() {
  using O = app::TraceOptions;
  option::Table<O> t(
      {"trace",
       "Which requirements does a failure violate?",
       "Reads results that 'catenary run -o' wrote and lists, for every test "
       "that failed, the step, the expectation that did not hold with the "
       "observed value, and the requirements behind it.",
       {{"catenary trace results.json",
         "What went wrong, and why it counts."}}});
  t.row({.name = "results",
         .value = "RESULTS",
         .help = "Results that 'catenary run' wrote.",
         .positional = true,
         .required = true},
        &O::results);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
