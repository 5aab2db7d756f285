// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary init`.
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::InitOptions> init_table() {
  using O = app::InitOptions;
  option::Table<O> t(
      {"init",
       "Write a description of a C file to start from.",
       "Reads a C file and writes a description (.toml) with what it guesses: "
       "which function is a step and which the initialisation, what are inputs "
       "and outputs, handlers of interrupts and periodic tasks. Comments in it "
       "say why, and what else each could be. Where several functions are as "
       "likely to be the step, it asks on a terminal, and takes the first "
       "elsewhere. Then it loads the description, and shows what is missing.",
       {{"catenary init pump.c", "Write pump.toml."},
        {"catenary init src/pump.c -o pump.toml --flag -Iinclude",
         "The same for a file that needs a folder of headers."}}});
  t.row({.name = "file",
         .value = "FILE.c",
         .help = "The C file: .c, or .i where it is preprocessed.",
         .positional = true,
         .required = true},
        &O::file);
  t.row({.name = "flag",
         .value = "FLAG",
         .help = "A flag for Clang, for 'flags' in the description.",
         .example = "-Iinclude",
         .says_zero = "none"},
        &O::flags,
        option::ListForm::repeated);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE.toml",
         .group = "Output",
         .help = "The description to write.",
         .says_zero = "FILE with the ending .toml"},
        &O::output);
  add_force_row(t, &O::force);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
