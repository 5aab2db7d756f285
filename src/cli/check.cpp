// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::CheckOptions> check_table() {
  using O = app::CheckOptions;
  option::Table<O> t(
      {"check",
       "Is the model sound? What is in it?",
       "Reads a model and shows what Catenary understands of it: inputs with "
       "their values, outputs, state, goals. Faults of the model are "
       "diagnostics with file, line and column.\n\n"
       "Models today: C step programs, as a description (.toml) or as a "
       "whole program (.c).",
       {{"catenary check door.toml", "What is in this model?"},
        {"catenary check door.toml --json", "The same for machines."}}});
  t.row({.name = "model",
         .value = "MODEL",
         .help = "A .toml description or a .c file.",
         .positional = true,
         .required = true},
        &O::model);
  add_budget_rows(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
