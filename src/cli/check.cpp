// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary check`.
#include "cli/tables.h"

namespace catenary::cli {

namespace {

/// The heading of the options of this file in the help.
constexpr const char* kGroup = "Requirements";

/// Conformance of a program to requirements. The mapping options apply with
/// --requirements only.
void add_conformance_rows(option::Table<app::CheckOptions>& t) {
  using O = app::CheckOptions;
  t.row({.name = "requirements",
         .value = "FILE.req",
         .group = kGroup,
         .help = "Ask instead whether the model conforms to these "
                 "requirements, for all inputs and without a bound.",
         .example = "door.req",
         .says_zero = "nothing is compared",
         .applies = kForStepSystems},
        &O::requirements);
  t.row({.name = "map",
         .value = "VAR=SIGNAL",
         .group = kGroup,
         .help = "Which input or output of the program stands for a variable. "
                 "May be given again for others.",
         .example = "speed=s.speed",
         .says_zero = "those of the same names",
         .applies = {.with = "requirements"}},
        &O::map);
  t.row({.name = "map-value",
         .value = "VAR.NAME=VALUE",
         .group = kGroup,
         .help = "Which value of the signal stands for a value of an "
                 "enumeration, or for true or false.",
         .example = "mode.NORMAL=3",
         .says_zero = "the value of the same name, else by position from 0",
         .applies = {.with = "requirements"}},
        &O::map_value);
}

/// Consistency and refinement of requirement interfaces.
void add_consistency_rows(option::Table<app::CheckOptions>& t) {
  using O = app::CheckOptions;
  t.row({.name = "notion",
         .value = "NOTION",
         .group = kGroup,
         .help = "Which consistency is asked for.",
         .applies = kForRequirements},
        &O::notion,
        {{"both", app::NotionChoice::both},
         {"strategy", app::NotionChoice::strategy},
         {"no-dead-end", app::NotionChoice::no_dead_end}});
  // A text, since "forever" is a value as well.
  t.row({.name = "steps",
         .value = "K",
         .group = kGroup,
         .help = "Ask for steps 0 to K only, or forever.",
         .example = "20",
         .says_zero = "forever",
         .applies = kForRequirements},
        &O::steps);
  t.row(
      {.name = "max-conflicts",
       .value = "N",
       .group = kGroup,
       .help = "Conflicts, cores of dead ends and corrections to find, each."},
      &O::max_conflicts,
      option::between(1U, 1'000'000U));
  t.row({.name = "refines",
         .value = "FILE",
         .group = kGroup,
         .help = "Ask instead whether whatever these requirements allow is "
                 "allowed by those of FILE, which have the same inputs and "
                 "outputs, and whether they answer all that FILE answers.",
         .example = "abstract.req",
         .applies = kForRequirements},
        &O::refines);
}

/// Findings for other tools, and proofs.
void add_output_rows(option::Table<app::CheckOptions>& t) {
  using O = app::CheckOptions;
  add_certificate_rows(t,
                       "Write a proof that the requirements are consistent for "
                       "ever, or not, to this file, and let "
                       "catenary-check-proof check it; see docs/proofs.md.",
                       kForRequirements);
  t.row({.name = "sarif",
         .value = "FILE",
         .group = "Output",
         .help = "Write the findings as SARIF 2.1.0, for code hosts and "
                 "editors.",
         .says_zero = "nothing is written"},
        &O::sarif);
  add_force_row(t, &O::force);
  add_cache_row(t);
}

}  // namespace

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
       "ends after a minute unless --timeout or --work is given. Requirement "
       "interfaces (.req) are judged by two notions: under 'strategy' "
       "somebody can answer all inputs for ever, under 'no dead end' no "
       "allowed answer ever leads to where there is none. Contracts that "
       "contradict each other are named in minimal sets, with their "
       "requirements and a run that shows it; assumptions that never hold, "
       "contracts that follow from others and gaps are findings. Of state "
       "machines (.uml of Papyrus-RT, .sm, .art) everything that is in them is "
       "listed, with what is not supported, errors of their C++ at the lines "
       "of the model, and defects of their structure: states that nothing "
       "leads to, transitions that nothing triggers, choices without a branch "
       "for the rest. A suite of "
       "timed "
       "tests (.json) can be checked as well: whether in every state the "
       "guards of different verdicts exclude each other and leave nothing "
       "out.",
       {{"catenary check door.toml", "What is in this model?"},
        {"catenary check door.toml --timeout 1m --json",
         "The same for machines, after a minute at most."},
        {"catenary check buffer.req --notion strategy --steps 5",
         "Can these requirements be met for six steps?"},
        {"catenary check detailed.req --refines abstract.req",
         "Is every system of the one also one of the other?"},
        {"catenary check door.toml --requirements door.req",
         "Does the program do what is required, whatever comes?"}}});
  add_model_row(t);
  add_search_rows(t);
  add_challenge_row(t);
  add_timed_rows(t);
  add_conformance_rows(t);
  add_consistency_rows(t);
  add_capsule_row(t, "all capsules");
  add_component_row(t, "all components");
  add_include_row(t);
  add_stub_row(t);
  add_budget_rows(t);
  add_sandbox_row(t);
  add_output_rows(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
