// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary run`. It has a time limit but no limits on
/// memory: the system under test is not ours to limit.
#include "cli/tables.h"

namespace catenary::cli {

using std::chrono::milliseconds;

namespace {
/// The heading of options about requirements in the help.
constexpr const char* kOracleGroup = "Judging by requirements";

/// The heading of options that choose tests.
constexpr const char* kSelectionGroup = "Choosing tests";

/// What is tested, how often, and when to stop.
void add_test_rows(option::Table<app::RunOptions>& t) {
  using O = app::RunOptions;
  t.row({.name = "suite",
         .value = "SUITE",
         .help = "A suite that 'catenary generate' wrote, or a table of its "
                 "form (.csv); with --online a timed model.",
         .positional = true,
         .required = true},
        &O::suite);
  t.row({.name = "sut",
         .value = "WHERE",
         .help = "The system under test. May be given again for other test "
                 "benches of the same system: the tests are divided among "
                 "them, and the results are those of one bench.",
         .example = "native:./libdoor.so",
         .required = true},
        &O::suts,
        option::ListForm::repeated);
  t.row({.name = "step-size",
         .value = "TIME",
         .help = "Of fmu:, the time that passes in a step of the suite.",
         .example = "10ms",
         .says_zero = "what the FMU says, else 1s"},
        &O::step_size);
  t.row(
      {.name = "jobs",
       .short_name = 'j',
       .value = "N",
       .help = "Run so many tests at a time, each on a system of its own; with "
               "--mutate, test so many mutants. Results are those of one at a "
               "time, in the same order."},
      &O::jobs,
      option::between(1U, 1024U));
  t.row({.name = "keep-going",
         .short_name = 'k',
         .help = "Go on after a test that did not pass."},
        &O::keep_going);
  t.row(
      {.name = "allow-empty",
       .help = "A suite without tests is a success, and so is a selection of "
               "no test; otherwise nothing was tested, which is inconclusive, "
               "or an error if options select nothing."},
      &O::allow_empty);
  t.row({.name = "repeat",
         .value = "N",
         .help = "Run every test so often; different verdicts make it flaky."},
        &O::repeat,
        option::between(1U, 1'000'000U));
  t.row({.name = "shuffle",
         .help = "Run the tests in a random order. A test that fails in some "
                 "orders only shows that the system keeps something over its "
                 "reset."},
        &O::shuffle);
  t.row({.name = "seed",
         .value = "N",
         .help = "Seed of the random choices of --policy random, --mutate, "
                 "--shuffle and --online."},
        &O::seed,
        option::between(std::uint64_t{0}, ~std::uint64_t{0}));
}

/// Which tests of the suite are run.
void add_selection_rows(option::Table<app::RunOptions>& t) {
  using O = app::RunOptions;
  t.row({.name = "test",
         .value = "ID",
         .group = kSelectionGroup,
         .help = "Only the tests of that name, or whose ids begin so.",
         .says_zero = "all tests"},
        &O::tests);
  t.row({.name = "goal",
         .value = "ID",
         .group = kSelectionGroup,
         .help = "Only the tests that cover one of these goals.",
         .says_zero = "all tests"},
        &O::goals);
  t.row({.name = "requirement",
         .value = "ID",
         .group = kSelectionGroup,
         .help = "Only the tests that are about one of these requirements.",
         .says_zero = "all tests"},
        &O::requirements);
  t.row({.name = "last-failed",
         .value = "RESULTS",
         .group = kSelectionGroup,
         .help = "Only the tests that did not pass in these results, which an "
                 "earlier run wrote with --output.",
         .example = "results.json",
         .says_zero = "all tests"},
        &O::last_failed);
  t.row({.name = "shard",
         .value = "I/N",
         .group = kSelectionGroup,
         .help = "Of the tests that the other options select, only the I-th "
                 "and every N-th after it: the N shards together are all of "
                 "them. With --mutate, it selects mutants instead of tests.",
         .example = "1/4",
         .says_zero = "all tests"},
        &O::shard);
}

/// Requirements as a second oracle.
void add_oracle_rows(option::Table<app::RunOptions>& t) {
  using O = app::RunOptions;
  t.row({.name = "oracle",
         .value = "FILE.req",
         .group = kOracleGroup,
         .help = "Requirements that judge every step, whatever the suite "
                 "expects.",
         .says_zero = "only the suite judges"},
        &O::oracle);
  t.row({.name = "map",
         .value = "VAR=SIGNAL",
         .group = kOracleGroup,
         .help = "Which signal of the suite stands for a variable of the "
                 "requirements; without --oracle, which signal of the system "
                 "a variable of tests made from requirements is. May be given "
                 "again for others.",
         .example = "speed=s.speed",
         .says_zero = "signals of the same names"},
        &O::map);
  t.row({.name = "map-value",
         .value = "VAR.NAME=VALUE",
         .group = kOracleGroup,
         .help = "Which value of the signal stands for a value of an "
                 "enumeration, or for true or false.",
         .example = "mode.NORMAL=3",
         .says_zero = "the value of the same name, else by position from 0"},
        &O::map_value);
  t.row({.name = "oracle-only",
         .group = kOracleGroup,
         .help = "Do not judge by what the suite expects."},
        &O::oracle_only);
}

/// Timed tests leave choices to the runner: what is sent, and when. Also
/// testing without a suite, and mutants.
void add_timed_test_rows(option::Table<app::RunOptions>& t) {
  using O = app::RunOptions;
  t.row({.name = "policy",
         .value = "POLICY",
         .group = kTimedGroup,
         .help = "What is sent, of what a test allows: the earliest time and "
                 "least values, the latest, one comparison of a guard after "
                 "the other at its limit (seeds 1, 2, ... go through them), or "
                 "anything."},
        &O::policy,
        {{"minimal", app::Policy::minimal},
         {"latest", app::Policy::latest},
         {"boundary", app::Policy::boundary},
         {"random", app::Policy::random}});
  t.row({.name = "clock",
         .value = "CLOCK",
         .group = kTimedGroup,
         .help = "Virtual time jumps and is exact; auto: real for exec and "
                 "tcp, else virtual."},
        &O::clock,
        {{"auto", app::ClockChoice::automatic},
         {"real", app::ClockChoice::real},
         {"virtual", app::ClockChoice::virtual_time}});
  add_unit_row(t, &O::unit, "what the suite says");
  t.row({.name = "online",
         .group = kTimedGroup,
         .help = "Test at random by a model, without a suite."},
        &O::online);
  // A text: a time or a number of steps, which app/run tells apart.
  t.row({.name = "for",
         .value = "HOWLONG",
         .group = kTimedGroup,
         .help = "How long --online tests: a time, or a number of messages "
                 "and silences.",
         .example = "500steps",
         .says_zero = "10s"},
        &O::online_for);
  t.row({.name = "mutate",
         .value = "N",
         .group = kTimedGroup,
         .help = "With --sut model: run the suite on so many faulty variants "
                 "of the model or of its C sources, or all, and count those "
                 "that it finds. Variants of C programs that pass are compared "
                 "with the requirements.",
         .example = "all"},
        &O::mutate);
}

/// What is written.
void add_output_rows(option::Table<app::RunOptions>& t) {
  using O = app::RunOptions;
  t.row({.name = "log",
         .value = "FILE",
         .group = kTimedGroup,
         .help = "Record what happens; --sut trace:FILE judges it again.",
         .says_zero = "nothing is written"},
        &O::log);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE",
         .group = "Output",
         .help = "Write the results (JSON) to this file.",
         .says_zero = "nothing is written"},
        &O::output);
  t.row({.name = "junit",
         .value = "FILE",
         .group = "Output",
         .help = "Write the results as JUnit XML.",
         .says_zero = "nothing is written"},
        &O::junit);
  t.row({.name = "strict",
         .group = "Output",
         .help = "Inconclusive tests are errors in the JUnit XML, not "
                 "skipped."},
        &O::strict);
  add_force_row(t, &O::force);
  add_cache_row(t);
}

/// Limits on the system under test.
void add_limit_rows(option::Table<app::RunOptions>& t) {
  using O = app::RunOptions;
  t.row({.name = "step-timeout",
         .value = "TIME",
         .group = "Limits",
         .help = "A step of the SUT that takes longer is an error."},
        &O::step_timeout,
        option::between(milliseconds(1), kLongestTime));
  t.row({.name = "test-timeout",
         .value = "TIME",
         .group = "Limits",
         .help = "A test that takes longer is an error."},
        &O::test_timeout,
        option::between(milliseconds(1), kLongestTime));
}

/// What the help says about the command.
option::CommandText run_text() {
  return {
      "run",
      "Run a suite on a system under test.",
      "Feeds the inputs of every test to the system under test (SUT) and "
      "compares its outputs with what the suite expects. A crash, hang or "
      "abort of the SUT is the verdict error, never a pass.\n\n"
      "WHERE is model:FILE (any model Catenary reads, simulated), "
      "native:LIBRARY (a shared library with the C interface of "
      "catenary/adapter.h, loaded in a child process; "
      "'catenary convert MODEL --to adapter' writes its source), "
      "fmu:FILE (an FMU for co-simulation, FMI 2.0 or 3.0, in a child process, "
      "too), exec:COMMAND or tcp:HOST:PORT (a program that speaks the protocol "
      "of "
      "docs/running.md), or trace:LOG (what another run has recorded).\n\n"
      "With --online SUITE is a timed model: messages are chosen at random, "
      "and what the SUT does is judged by the model.",
      {{"catenary run door.json --sut model:door.toml",
        "Does the model pass its own tests?"},
       {"catenary run door.json --sut native:./libdoor.so --junit door.xml",
        "Test a compiled system; report for a CI server."},
       {"catenary run door.json --sut tcp:rig1:9000 --sut tcp:rig2:9000",
        "The same tests in half the time, on two test benches."},
       {"catenary run atm.json --sut model:atm.xlia --mutate all",
        "How many faults would the timed tests find?"},
       {"catenary run door.json --sut model:door.toml --mutate 50",
        "How many faults of the C program would these tests find?"},
       {"catenary run door.json --sut model:door.toml --mutate all "
        "--workers 8",
        "The same for all faults, by eight processes of a fleet."},
       {"catenary run door.json --sut native:a.so --oracle door.req --map "
        "v=s.v",
        "Does what the system does satisfy the requirements, too?"},
       {"catenary run --online atm.xlia --sut exec:./atm --for 10s",
        "Ten seconds of random testing."}}};
}

}  // namespace

option::Table<app::RunOptions> run_table() {
  using O = app::RunOptions;
  option::Table<O> t(run_text());
  add_test_rows(t);
  add_selection_rows(t);
  add_oracle_rows(t);
  add_timed_test_rows(t);
  add_timed_rows(t);
  add_output_rows(t);
  add_limit_rows(t);
  add_timeout_row(t, &O::timeout);
  add_sandbox_row(t);
  // A fleet does not read the config file either.
  add_fleet_rows(
      t, "this process", {.line_only = true, .applies = {.with = "mutate"}});
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
