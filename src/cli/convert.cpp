// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::ConvertOptions> convert_table() {
  using O = app::ConvertOptions;
  option::Table<O> t(
      {"convert",
       "Write a model or suite in another form.",
       "adapter (from a model): C source that makes the program a system under "
       "test for 'catenary run --sut native:'. harness (from a suite): "
       "stand-alone C tests with a CTest file. dot, plantuml: drawings. csv: "
       "signals over steps. xlia: a timed model or test case in XLIA. smtlib: "
       "the guards of timed test cases, or requirements, for a solver. req "
       "(from .req or FRET's JSON): requirements in our layout. lustre: "
       "requirements as a CoCoSpec contract. sm (from a model of Papyrus-RT): "
       "state machines as text.",
       {{"catenary convert door.toml --to adapter -o adapter.c",
         "Make a library of it that can be tested."},
        {"catenary convert door.json --to harness -o tests/door",
         "Tests that need no Catenary."}}});
  t.row({.name = "input",
         .value = "INPUT",
         .help = "A model or a suite.",
         .positional = true,
         .required = true},
        &O::input);
  t.row({.name = "to",
         .value = "FORMAT",
         .help = "The form wanted.",
         .required = true},
        &O::to,
        {{"adapter", app::Format::adapter},
         {"harness", app::Format::harness},
         {"dot", app::Format::dot},
         {"plantuml", app::Format::plantuml},
         {"csv", app::Format::csv},
         {"xlia", app::Format::xlia},
         {"smtlib", app::Format::smtlib},
         {"req", app::Format::req},
         {"lustre", app::Format::lustre},
         {"sm", app::Format::sm}});
  t.row({.name = "test",
         .value = "ID",
         .help = "Only the test whose id begins so.",
         .says_zero = "all tests"},
        &O::test);
  t.row({.name = "texts",
         .value = "FILE",
         .help = "Texts for requirements, by their ids: columns id and text of "
                 "a .csv, or a .reqif.",
         .says_zero = "none"},
        &O::texts);
  t.row({.name = "capsule",
         .value = "NAME",
         .help = "Of state machines, only this capsule.",
         .says_zero = "all capsules"},
        &O::capsule);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE",
         .group = "Output",
         .help = "The file to write; a directory for harness.",
         .says_zero = "standard output"},
        &O::output);
  add_force_row(t, &O::force);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
