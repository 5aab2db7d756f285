// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

using std::chrono::milliseconds;

option::Table<app::GenerateOptions> generate_table() {
  using O = app::GenerateOptions;
  option::Table<O> t(
      {"generate",
       "Make tests for a model.",
       "Finds the shortest run, or the fewest runs, that cover all goals of "
       "the model, replays every test on the model, and writes a suite. A goal "
       "that is not covered always has a reason: proved unreachable, not "
       "within the bound, undecided, excluded.\n\n"
       "Ctrl-C ends the search and writes what was found; a second one stops "
       "at once.",
       {{"catenary generate door.toml -o door.json",
         "The shortest test of all properties of the model."},
        {"catenary generate door.toml -o door.json --cover branch --timeout 5m",
         "Cover every branch; give up after five minutes."},
        {"catenary generate door.toml --json",
         "Only the figures, for machines."}}});
  t.row({.name = "model",
         .value = "MODEL",
         .help = "A .toml description or a .c file.",
         .positional = true,
         .required = true},
        &O::model);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE",
         .group = "Output",
         .help = "Write the suite (JSON) to this file.",
         .says_zero = "nothing is written"},
        &O::output);
  add_force_row(t, &O::force);
  t.row({.name = "method",
         .value = "METHOD",
         .group = "Search",
         .help = "How tests are made. chain: the fewest, then shortest runs "
                 "that cover all goals."},
        &O::method,
        {{"chain", app::Method::chain}});
  t.row({.name = "cover",
         .value = "LIST",
         .group = "Search",
         .help = "Goals besides the properties of the model.",
         .example = "branch",
         .says_zero = "what the model asks for"},
        &O::cover,
        {"property", "label", "branch", "assert"});
  t.row({.name = "engine",
         .value = "ENGINE",
         .group = "Search",
         .help = "How states are explored. explicit: all of them, by running "
                 "the program."},
        &O::engine,
        {{"auto", app::EngineChoice::automatic},
         {"explicit", app::EngineChoice::explicit_states}});
  t.row({.name = "max-steps",
         .value = "STEPS",
         .group = "Search",
         .help = "Depth to which states are explored; a chain may pass "
                 "through them more than once and be longer.",
         .says_zero = "no bound"},
        &O::max_steps,
        option::between(0U, 1'000'000'000U));
  t.row({.name = "reset-cost",
         .value = "STEPS",
         .group = "Search",
         .help = "What starting another test costs, in steps.",
         .example = "100",
         .says_zero = "what the model says"},
        &O::reset_cost,
        option::between(0U, 1'000'000'000U));
  t.row({.name = "seed",
         .value = "N",
         .group = "Search",
         .help = "Seed of all random choices. The same input, options and seed "
                 "give the same suite."},
        &O::seed,
        option::between(std::uint64_t{0}, ~std::uint64_t{0}));
  t.row({.name = "min-coverage",
         .value = "PERCENT",
         .group = "Search",
         .help = "Exit with 1 where fewer goals are covered, of those not "
                 "proved unreachable or excluded."},
        &O::min_coverage,
        option::between(0.0, 100.0));
  t.row({.name = "step-timeout",
         .value = "TIME",
         .group = "Limits",
         .help = "A step of the model that takes longer hangs."},
        &O::step_timeout,
        option::between(milliseconds(1), kLongestTime));
  t.row({.name = "stats",
         .group = "Output",
         .help = "Say what the generation took: states, steps, seconds of "
                 "each part; with --json as key 'stats'."},
        &O::stats);
  add_budget_rows(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
