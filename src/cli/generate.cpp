// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary generate`. Options of one method or kind of
/// model say so by `applies`.
#include "cli/tables.h"

namespace catenary::cli {

namespace {

/// Options of --method concolic.
const option::Applies kConcolic{.kinds = kForStepSystems.kinds,
                                .methods = {"concolic"}};
/// Options of --method chain on step systems.
const option::Applies kChain{.kinds = kForStepSystems.kinds,
                             .methods = {"chain"}};

/// Options about requirement interfaces as models.
void add_contract_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  constexpr const char* kGroup = "Requirements";
  t.row({.name = "view",
         .value = "LIST",
         .group = kGroup,
         .help = "Use these views only: goals, inputs and what is expected.",
         .example = "beh",
         .says_zero = "all views",
         .applies = kForRequirements},
        &O::views);
  // See engine::contract::Triggering; "each" makes goals, not a restriction.
  t.row({.name = "trigger",
         .value = "WHICH",
         .group = kGroup,
         .help = "Which steps a test may have, so that it does not reach its "
                 "goal only because nothing is asked of the system. any: some "
                 "assumption holds; that of a contract without one always "
                 "does. written: some assumption that was written holds. "
                 "each: a test for each goal and each contract whose written "
                 "assumption holds at its last step. none: any steps.",
         .applies = kForRequirements},
        &O::trigger,
        {{"any", app::Trigger::any},
         {"written", app::Trigger::written},
         {"each", app::Trigger::each},
         {"none", app::Trigger::none}});
}

/// Options about requirements that runs of another model may violate. The
/// mapping options apply with --oracle only.
void add_oracle_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  constexpr const char* kGroup = "Judging by requirements";
  t.row({.name = "oracle",
         .value = "FILE.req",
         .group = kGroup,
         .help = "Search for runs that violate these requirements, too: each "
                 "is a goal that no run should reach.",
         .says_zero = "none",
         .applies = kForStepSystems},
        &O::oracle);
  t.row({.name = "map",
         .value = "VAR=SIGNAL",
         .group = kGroup,
         .help = "Which input or output of the model stands for a variable of "
                 "the requirements. May be given again for others.",
         .example = "speed=s.speed",
         .says_zero = "signals of the same names",
         .applies = {.with = "oracle"}},
        &O::map);
  t.row({.name = "map-value",
         .value = "VAR.NAME=VALUE",
         .group = kGroup,
         .help = "Which value of the signal stands for a value of an "
                 "enumeration, or for true or false.",
         .example = "mode.NORMAL=3",
         .says_zero = "the value of the same name, else by position from 0",
         .applies = {.with = "oracle"}},
        &O::map_value);
}

/// Options of concolic test generation.
void add_concolic_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  constexpr const char* kGroup = "Concolic runs";
  // No practical limit: it only excludes typing errors.
  constexpr std::uint32_t kMost = 1'000'000'000;
  t.row({.name = "strategy",
         .value = "WHICH",
         .group = kGroup,
         .help = "How runs are chosen. directed: towards goals that are not "
                 "covered, by all there is, with proofs for those out of "
                 "reach. sc: every branch of every path, shortest runs first. "
                 "rc: branches of random runs at random. se: every message "
                 "once in every configuration. rt: random runs.",
         .applies = kConcolic},
        &O::strategy,
        {{"directed", app::ConcolicStrategy::directed},
         {"sc", app::ConcolicStrategy::sc},
         {"rc", app::ConcolicStrategy::rc},
         {"se", app::ConcolicStrategy::se},
         {"rt", app::ConcolicStrategy::rt}});
  // Limits of single runs; 0 leaves them to the strategy.
  t.row({.name = "set-length",
         .value = "STEPS",
         .group = kGroup,
         .help = "Steps of a run, a transition set. Not for the strategy "
                 "directed.",
         .example = "5",
         .says_zero = "growing lengths",
         .applies = kConcolic},
        &O::set_length,
        option::between(0U, kMost));
  t.row({.name = "set-runs",
         .value = "N",
         .group = kGroup,
         .help = "Runs for one transition set: sc and rc take other branches "
                 "in its steps, se other values.",
         .says_zero = "as many as bring something",
         .applies = kConcolic},
        &O::set_runs,
        option::between(0U, kMost));
  t.row({.name = "message-repeats",
         .value = "N",
         .group = kGroup,
         .help = "How often one run may have the same message: the values of "
                 "inputs that have names, or else few values.",
         .says_zero = "no limit",
         .applies = kConcolic},
        &O::message_repeats,
        option::between(0U, kMost));
}

/// Where the suite goes.
void add_output_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE",
         .group = "Output",
         .help = "Write the suite (JSON) to this file.",
         .says_zero = "nothing is written"},
        &O::output);
  add_certificate_rows(
      t,
      "Write proofs of unreachable goals, of the lengths of shortest runs, and "
      "that no suite costs less, to this file, and let catenary-check-proof "
      "check them; see docs/proofs.md.",
      {});
  add_force_row(t, &O::force);
  add_cache_row(t);
}

/// How tests are to look.
void add_look_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  t.row({.name = "tidy",
         .group = "Search",
         .help = "Give inputs the value of the step before, or a small or "
                 "round one, wherever a test still covers the same. No test "
                 "becomes longer. --tidy=false leaves the values as they were "
                 "found.",
         .applies = kForStepSystems},
        &O::tidy);
}

/// How tests are made, and what they are to have least of.
void add_method_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  t.row({.name = "method",
         .value = "METHOD",
         .group = "Search",
         .help = "How tests are made. chain: the fewest, then shortest runs "
                 "that cover all goals. single: a shortest run for each goal. "
                 "random: the cheapest of many random runs. concolic: native "
                 "runs, steered to other branches by a solver. path: a test "
                 "case for each of the shortest paths. auto: path for timed "
                 "models, single for requirements, else chain.",
         .value_applies =
             {{"single",
               {.kinds = {"programs", "state machines", "requirements"}}},
              {"random", kForStepSystems},
              {"concolic", kForStepSystems},
              {"path", kForTimed}}},
        &O::method,
        {{"auto", app::Method::automatic},
         {"chain", app::Method::chain},
         {"single", app::Method::single},
         {"random", app::Method::random},
         {"concolic", app::Method::concolic},
         {"path", app::Method::path}});
  // Only chains have a choice: other methods make one test for each goal.
  t.row({.name = "objective",
         .value = "WHAT",
         .group = "Search",
         .help = "What the tests are to have least of. chains: tests, and then "
                 "steps. steps: steps in all, however many tests. time: steps "
                 "and resets, where a reset costs --reset-cost or what the "
                 "model says. auto: time where resets have a cost, else "
                 "chains.",
         .applies = kChain},
        &O::objective,
        {{"auto", app::Objective::automatic},
         {"chains", app::Objective::chains},
         {"steps", app::Objective::steps},
         {"time", app::Objective::time}});
  t.row({.name = "optimiser",
         .value = "NAME",
         .group = "Search",
         .help = "What solves the problem of the order in which a chain meets "
                 "the goals. cbc: integer programming. clingo: answer-set "
                 "programming, where it is installed, as a second opinion.",
         .applies = kChain},
        &O::optimiser,
        {{"cbc", app::Optimiser::cbc}, {"clingo", app::Optimiser::clingo}});
  t.row({.name = "reset-cost",
         .value = "STEPS",
         .group = "Search",
         .help = "What starting another test costs, in steps.",
         .example = "100",
         .says_zero = "what the model says",
         .applies = kForStepSystems},
        &O::reset_cost,
        option::between(0U, 1'000'000'000U));
}

/// Which goals are searched for.
void add_goal_row(option::Table<app::GenerateOptions>& t) {
  t.row({.name = "goal",
         .value = "ID",
         .group = "Search",
         .help = "Only these goals, by the ids that a suite gives them. The "
                 "others are no goals of the suite.",
         .example = "p1",
         .says_zero = "all goals",
         .applies = kForStepSystems},
        &app::GenerateOptions::goals);
}

/// Who searches for goals that are open after a while.
void add_worker_rows(option::Table<app::GenerateOptions>& t) {
  const option::Applies where{.kinds = kForStepSystems.kinds,
                              .methods = {"chain", "single"}};
  add_fleet_rows(t,
                 "this process",
                 {.line_only = true, .applies = where, .matters = true});
  t.row({.name = "first-work",
         .value = "N",
         .group = "Workers",
         .help = "The work, in units of --work, after which workers search "
                 "for the goals that are open. A search that needs no more "
                 "starts no workers.",
         .line_only = true,
         .applies = where},
        &app::GenerateOptions::first_work,
        option::between(std::uint64_t{1}, std::uint64_t{1} << 40));
}

/// Runs to start from, random runs, and what is enough.
void add_run_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  t.row({.name = "extend",
         .value = "TESTS",
         .group = "Search",
         .help = "Tests of a step program to start from: a suite, a table "
                 "(.csv) of inputs, a step a line, or tests of Test-Comp "
                 "(.xml, or a folder of them). They are run, assessed, and "
                 "completed by tests for the goals they miss.",
         .example = "inputs.csv",
         .says_zero = "none",
         .applies = {.kinds = kForStepSystems.kinds,
                     .methods = {"chain", "single"}}},
        &O::extend);
  t.row({.name = "seed",
         .value = "N",
         .group = "Search",
         .help = "Seed of random choices, recorded in the suite. The methods "
                 "chain and single make none: their tests are the same for "
                 "every seed. For timed models it chooses among paths of the "
                 "same length."},
        &O::seed,
        option::between(std::uint64_t{0}, ~std::uint64_t{0}));
  // Also an end for goals that random runs never cover.
  t.row({.name = "runs",
         .value = "N",
         .group = "Search",
         .help = "Random runs at most; they end once every goal was covered. "
                 "For --method random.",
         .applies = kForStepSystems},
        &O::runs,
        option::between(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  t.row({.name = "run-length",
         .value = "STEPS",
         .group = "Search",
         .help = "Steps of a random run, for --method random.",
         .example = "100",
         .says_zero = "10, 10, 20, 10, 10, 20, 40, and so on",
         .applies = kForStepSystems},
        &O::run_length,
        option::between(0U, 10'000'000U));
  t.row({.name = "min-coverage",
         .value = "PERCENT",
         .group = "Search",
         .help = "Exit with 1 where fewer goals are covered, of those not "
                 "proved unreachable or excluded."},
        &O::min_coverage,
        option::between(0.0, 100.0));
  t.row({.name = "stats",
         .group = "Output",
         .help = "Say what the generation took: states, steps, seconds of "
                 "each part, and what each engine was allowed, took and "
                 "brought; with --json as key 'stats'.",
         .applies = kForAllButRequirements},
        &O::stats);
}

/// Timed models: which paths become test cases.
void add_path_rows(option::Table<app::GenerateOptions>& t) {
  using O = app::GenerateOptions;
  t.row({.name = "path",
         .value = "TR1,TR2,...",
         .group = kTimedGroup,
         .help = "Make a test case for this path: names of transitions, or "
                 "STATE.TRANSITION, the last one an output.",
         .example = "tr1,tr2",
         .applies = kForTimed},
        &O::path,
        option::ListForm::repeated);
  t.row({.name = "through",
         .value = "TR1,TR2,...",
         .group = kTimedGroup,
         .help = "Make a test case for a shortest path that takes these "
                 "transitions in order, with others between them.",
         .example = "tr1,tr4",
         .applies = kForTimed},
        &O::through,
        option::ListForm::repeated);
}

/// What the help says about the command.
option::CommandText generate_text() {
  return {
      "generate",
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
       {"catenary generate door.toml -o p1.json --goal p1",
        "The shortest test of one property."},
       {"catenary generate door.toml --json",
        "Only the figures, for machines."},
       {"catenary generate atm.xlia -o atm.json --cover pairs",
        "Test cases of a timed model: every two transitions in a row."},
       {"catenary generate atm.xlia -o atm.json --path tr1,tr3,tr4",
        "One test case, for this path."},
       {"catenary generate buffer.req -o buffer.json --cover contracts",
        "Tests of requirements: their purposes, and every assumption."},
       {"catenary generate door.toml -o door.json --oracle door.req --map "
        "v=s.v",
        "Runs that violate requirements as well."}}};
}

}  // namespace

option::Table<app::GenerateOptions> generate_table() {
  using O = app::GenerateOptions;
  option::Table<O> t(generate_text());
  // First what every method has, in the order of importance.
  add_model_row(t);
  add_output_rows(t);
  add_method_rows(t);
  add_goal_row(t);
  add_look_rows(t);
  add_run_rows(t);
  add_search_rows(t);
  add_challenge_row(t);
  add_capsule_row(t, "the only one with a state machine");
  add_component_row(t, "the only one");
  add_include_row(t);
  add_stub_row(t);
  add_path_rows(t);
  // Last what belongs to single kinds of models, then limits and output.
  add_oracle_rows(t);
  add_concolic_rows(t);
  add_contract_rows(t);
  add_timed_rows(t);
  add_unit_row(t, &O::unit, "100ms", kForTimed);
  add_budget_rows(t);
  add_sandbox_row(t);
  add_worker_rows(t);
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
