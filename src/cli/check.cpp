// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::CheckOptions> check_table() {
  option::Table<app::CheckOptions> t(
      {"check",
       "Is the model sound? What is in it?",
       "Reads a model, explores it, and shows what is in it and what its runs "
       "do: inputs with their values, outputs and state with the ranges that "
       "no run leaves, goals that are reached and that never are, properties "
       "that hold and those that are violated, with a shortest run. Faults of "
       "the model are diagnostics with file, line and column.\n\n"
       "Models today: C step programs, as a description (.toml) or as a "
       "whole program (.c), and timed models (.xlia): for these every state "
       "and transition is shown with a path or the proof that there is none, "
       "and non-determinism and time-locks are findings; their search "
       "ends after a minute unless --timeout is given. A suite of timed "
       "tests (.json) can be checked as well: whether in every state the "
       "guards of different verdicts exclude each other and leave nothing "
       "out.",
       {{"catenary check door.toml", "What is in this model?"},
        {"catenary check door.toml --timeout 1m --json",
         "The same for machines, after a minute at most."}}});
  add_model_row(t);
  add_search_rows(t);
  add_timed_rows(t);
  add_budget_rows(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
