// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary convert`. The formats and their help come from
/// the table of exports, so that a new export needs no change here.
#include <string>

#include "app/convert/exports.h"
#include "cli/tables.h"

namespace catenary::cli {

namespace {

/// The description of all formats, one sentence each.
std::string forms() {
  std::string out;
  for (const app::Export& e : app::exports()) {
    out += (out.empty() ? "" : " ") + std::string(e.name) + " (from " +
           app::sources_of(e) + "): " + e.help + ".";
  }
  return out;
}

/// Of models with steps, as terms.
void add_steps_rows(option::Table<app::ConvertOptions>& t) {
  using O = app::ConvertOptions;
  t.row({.name = "cover",
         .value = "LIST",
         .help = "Of btor2 and smtlib, which goals a program or state machine "
                 "has besides its properties, as for 'generate'.",
         .example = "branch",
         .says_zero = "what the model asks for"},
        &O::cover,
        app::cover_values());
  t.row({.name = "max-steps",
         .value = "N",
         .help = "Of smtlib, ask for each goal of a model with steps whether a "
                 "run of up to N steps hits it.",
         .says_zero = "functions alone"},
        &O::max_steps,
        option::between(0U, 10'000U));
}

/// Of requirements tools.
void add_reqif_rows(option::Table<app::ConvertOptions>& t) {
  using O = app::ConvertOptions;
  t.row({.name = "into",
         .value = "FILE",
         .help = "Of reqif, the requirements (.reqif, .reqifz), which stay as "
                 "they are; the output is a copy with the verdicts.",
         .says_zero = "none"},
        &O::into);
  t.row({.name = "id-attribute",
         .value = "NAME",
         .help = "Of reqif, the attribute of the objects that has the ids of "
                 "the requirements, by its long name.",
         .says_zero = "ReqIF.ForeignID, else the identifier"},
        &O::id_attribute);
}

/// Of FMUs only.
void add_fmu_rows(option::Table<app::ConvertOptions>& t) {
  using O = app::ConvertOptions;
  t.row({.name = "fmi",
         .value = "VERSION",
         .help = "Of fmu, the version of the standard."},
        &O::fmi,
        {{"2", app::FmiVersion::fmi2}, {"3", app::FmiVersion::fmi3}});
  t.row({.name = "step-size",
         .value = "TIME",
         .help = "Of fmu, the time of a step: steps of communication are "
                 "multiples of it.",
         .example = "10ms",
         .says_zero = "step_ms of the description, else 1s"},
        &O::step_size);
}

}  // namespace

option::Table<app::ConvertOptions> convert_table() {
  using O = app::ConvertOptions;
  option::Table<O> t({"convert",
                      "Write a model or suite in another form.",
                      forms(),
                      {{"catenary convert door.toml --to adapter -o adapter.c",
                        "Make a library of it that can be tested."},
                       {"catenary convert door.toml --to fmu -o door.fmu",
                        "The same for a simulation bench."},
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
        app::export_names());
  t.row({.name = "test",
         .value = "ID",
         .help = "Only the test of that name, or whose id begins so.",
         .says_zero = "all tests"},
        &O::test);
  t.row({.name = "results",
         .value = "FILE",
         .help = "Results of 'catenary run'; for sarif, markdown and reqif.",
         .says_zero = "none"},
        &O::results);
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
  add_steps_rows(t);
  add_reqif_rows(t);
  add_fmu_rows(t);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE",
         .group = "Output",
         .help = "The file to write; a directory for harness, gtest, ttcn3 and "
                 "test-comp, for which it may be an archive, FILE.zip.",
         .says_zero = "standard output"},
        &O::output);
  add_force_row(t, &O::force);
  add_sandbox_row(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
