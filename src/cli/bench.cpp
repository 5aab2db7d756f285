// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::BenchOptions> bench_table() {
  using O = app::BenchOptions;
  option::Table<O> t(
      {"bench",
       "Measure Catenary and print the tables.",
       "Each benchmark file names an input, a command and the result it must "
       "have; a wrong answer fails.",
       {{"catenary bench bench/chains.toml -o build/bench",
         "One table, as CSV and Markdown."}}});
  t.row({.name = "tables",
         .value = "FILE",
         .help = "Benchmark files.",
         .positional = true},
        &O::tables);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "DIRECTORY",
         .group = "Output",
         .help = "Write CSV and Markdown there.",
         .says_zero = "nothing is written"},
        &O::output);
  add_budget_rows(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
