// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option tables of the commands, each in a source of its name, and the
/// rows that several commands share.
///
/// A row exists once: command line, config file, `--help`, manual page,
/// docs/cli.md and completion are made from it (option/table.h). Defaults are
/// those of the members in app/options.h. Row::says_zero tells people what a
/// default of 0 or "" means. The order of calls is the order of the help.
#pragma once

#include <chrono>
#include <concepts>
#include <string>

#include "app/options.h"
#include "bench/bench.h"
#include "option/table.h"

namespace catenary::cli {

/// catenary check.
[[nodiscard]] option::Table<app::CheckOptions> check_table();
/// catenary generate.
[[nodiscard]] option::Table<app::GenerateOptions> generate_table();
/// catenary run.
[[nodiscard]] option::Table<app::RunOptions> run_table();
/// catenary trace.
[[nodiscard]] option::Table<app::TraceOptions> trace_table();
/// catenary report.
[[nodiscard]] option::Table<app::ReportOptions> report_table();
/// catenary convert.
[[nodiscard]] option::Table<app::ConvertOptions> convert_table();
/// catenary doctor.
[[nodiscard]] option::Table<app::DoctorOptions> doctor_table();
/// catenary bench.
[[nodiscard]] option::Table<bench::Options> bench_table();

/// Kinds of models to which an option applies, named as app::kind_name() names
/// them. An option that is given for another kind is an error
/// (option/applies.h). This one: step programs in C.
inline const option::Applies kForPrograms{.kinds = {"programs"}};
/// UML-RT state machines.
inline const option::Applies kForMachines{.kinds = {"state machines"}};
/// Whatever becomes a StepSystem.
inline const option::Applies kForStepSystems{
    .kinds = {"programs", "state machines"}};
/// Timed automata.
inline const option::Applies kForTimed{.kinds = {"timed models"}};
/// Requirement interfaces.
inline const option::Applies kForRequirements{.kinds = {"requirements"}};
/// All kinds except requirement interfaces.
inline const option::Applies kForAllButRequirements{
    .kinds = {"programs", "state machines", "timed models"}};

/// The longest time that an option may give: a year. It keeps sums of times far
/// from overflow.
inline constexpr std::chrono::milliseconds kLongestTime =
    std::chrono::hours(24 * 365);

/// The rows of CommonOptions. Every table ends with them.
template <std::derived_from<app::CommonOptions> Options>
void add_common_rows(option::Table<Options>& table) {
  using O = app::CommonOptions;
  table.row({.name = "json",
             .group = "Output",
             .help = "Print exactly one JSON document."},
            &O::json);
  table.row({.name = "quiet",
             .short_name = 'q',
             .group = "Output",
             .help = "Only warnings and errors on standard error."},
            &O::quiet);
  table.row({.name = "verbose",
             .short_name = 'v',
             .group = "Output",
             .help = "Tell in detail what is going on."},
            &O::verbose);
  table.row({.name = "config",
             .value = "FILE",
             .group = "Configuration",
             .help = "Read options from this file first.",
             .says_zero = "catenary.toml, where there is one",
             .line_only = true},
            &O::config);
  table.row({.name = "dump-config",
             .group = "Configuration",
             .help = "Print the options in effect as a config file.",
             .line_only = true},
            &O::dump_config);
}

/// The row of BudgetOptions::timeout, or of the member of that name in
/// RunOptions, which has no other limits. 0: no limit.
template <typename Options, typename Owner>
void add_timeout_row(option::Table<Options>& table,
                     std::chrono::milliseconds Owner::* member) {
  table.row({.name = "timeout",
             .value = "TIME",
             .group = "Limits",
             .help = "Stop after this time and write what is there.",
             .example = "5m",
             .says_zero = "no limit"},
            member,
            option::between(std::chrono::milliseconds(0), kLongestTime));
}

/// The rows of BudgetOptions, for commands that search. Results do not depend
/// on the number of threads, only on whether a limit was met.
template <std::derived_from<app::BudgetOptions> Options>
void add_budget_rows(option::Table<Options>& table) {
  using O = app::BudgetOptions;
  add_timeout_row(table, &O::timeout);
  table.row(
      {.name = "memory",
       .value = "SIZE",
       .group = "Limits",
       .help = "Memory that the search may use.",
       .example = "4G",
       .says_zero = "half of the machine's memory"},
      &O::memory,
      option::between(option::Bytes{0}, option::Bytes{std::uint64_t{1} << 50}));
  table.row({.name = "jobs",
             .short_name = 'j',
             .value = "N",
             .group = "Limits",
             .help = "Threads. The result does not depend on it.",
             .says_zero = "one for each processor"},
            &O::jobs,
            option::between(0U, 1024U));
}

/// The row of SearchOptions::model, the positional argument of commands that
/// read a model.
template <std::derived_from<app::SearchOptions> Options>
void add_model_row(option::Table<Options>& table) {
  table.row({.name = "model",
             .value = "MODEL",
             .help = "A .toml description, a .c file, a timed model (.xlia), "
                     "requirements (.req, or .json of FRET) or state machines "
                     "(.uml of Papyrus-RT, .sm).",
             .positional = true,
             .required = true},
            &app::SearchOptions::model);
}

/// The row of SearchOptions::capsule. `none`: what an empty one means for the
/// command.
template <std::derived_from<app::SearchOptions> Options>
void add_capsule_row(option::Table<Options>& table, const char* none) {
  table.row({.name = "capsule",
             .value = "NAME",
             .group = "State machines",
             .help = "Only this capsule of a model of state machines; MODEL "
                     "may be written FILE#NAME as well.",
             .says_zero = none,
             .applies = kForMachines},
            &app::SearchOptions::capsule);
}

/// The row of SearchOptions::include.
template <std::derived_from<app::SearchOptions> Options>
void add_include_row(option::Table<Options>& table) {
  table.row({.name = "include",
             .value = "FILE.h",
             .group = "State machines",
             .help = "A header for the C++ of the model, e.g. with what its "
                     "own includes lack.",
             .says_zero = "none",
             .applies = kForMachines},
            &app::SearchOptions::include);
}

/// The rows of SearchOptions that every search has; not model, capsule and
/// include. The criteria of --cover are those of all kinds of models; the front
/// ends refuse those of other kinds.
template <std::derived_from<app::SearchOptions> Options>
void add_search_rows(option::Table<Options>& table) {
  using O = app::SearchOptions;
  table.row({.name = "cover",
             .value = "LIST",
             .group = "Search",
             .help = "Goals besides the properties of the model. Of C "
                     "programs: statement to ub, which docs/coverage.md "
                     "defines. Of timed "
                     "models: transitions, pairs of consecutive ones, states, "
                     "or every path of up to K steps that ends in an output. "
                     "Of requirements: contracts (every assumption holds), "
                     "assumptions (every atom of one decides it, true and "
                     "false), boundaries of ranges, pairs of requirements, "
                     "mutants (a test fails on each faulty contract).",
             .example = "branch",
             .says_zero = "what the model asks for; transitions"},
            &O::cover,
            app::cover_values());
  table.row(
      {.name = "engine",
       .value = "ENGINE",
       .group = "Search",
       .help = "How states are explored. explicit: all of them, by "
               "running the program. symbolic: by a solver, in runs of "
               "rising length, and by induction. classes: all states, with "
               "one input of each class that a step can tell apart, found "
               "by a solver. auto: explicit where states and inputs are "
               "few enough, else all of them.",
       .applies = kForStepSystems},
      &O::engine,
      {{"auto", app::EngineChoice::automatic},
       {"explicit", app::EngineChoice::explicit_states},
       {"symbolic", app::EngineChoice::symbolic},
       {"classes", app::EngineChoice::input_classes}});
  table.row({.name = "second-opinion",
             .group = "Search",
             .help = "Decide every goal that was proved unreachable by another "
                     "engine as well. Trust is 'agreed' where both prove it. "
                     "Where they contradict each other, nothing proved is "
                     "believed, and the exit status is 70.",
             .applies = kForStepSystems},
            &O::second_opinion);
  table.row({.name = "max-steps",
             .value = "STEPS",
             .group = "Search",
             .help = "Depth to which states are explored; a chain may pass "
                     "through them more than once and be longer.",
             .says_zero = "no bound"},
            &O::max_steps,
            option::between(0U, 1'000'000'000U));
  table.row({.name = "step-timeout",
             .value = "TIME",
             .group = "Limits",
             .help = "A step of the model that takes longer hangs."},
            &O::step_timeout,
            option::between(std::chrono::milliseconds(1), kLongestTime));
}

/// The row of ChallengeOptions: how long claims about all runs are tested by
/// runs of the unmodified program.
template <std::derived_from<app::ChallengeOptions> Options>
void add_challenge_row(option::Table<Options>& table) {
  table.row(
      {.name = "challenge",
       .value = "TIME|off",
       .group = "Search",
       .help = "Before claims such as unreachable, holds, always in and "
               "minimal are printed, run the unmodified program, "
               "compiled on its own, with random and boundary inputs for "
               "at most this time; a run that contradicts a claim "
               "withdraws it.",
       .example = "10s"},
      &app::ChallengeOptions::challenge,
      option::between(option::TimeOrOff{}, option::TimeOrOff{kLongestTime}));
}

/// The heading of options about timed models in the help.
inline constexpr const char* kTimedGroup = "Timed models";

/// The rows of TimedOptions. Numbers are given as text: they are in time units
/// of the model and may be fractions.
template <std::derived_from<app::TimedOptions> Options>
void add_timed_rows(option::Table<Options>& table) {
  using O = app::TimedOptions;
  table.row({.name = "uncontrollable",
             .value = "LIST",
             .group = kTimedGroup,
             .help = "Input channels the tester cannot send on, only see.",
             .example = "Auth",
             .applies = kForTimed},
            &O::uncontrollable);
  table.row({.name = "tm",
             .value = "N",
             .group = kTimedGroup,
             .help = "Silence of so many time units is quiescence.",
             .example = "11",
             .says_zero = "one more than the largest constant a clock is "
                          "compared with",
             .applies = kForTimed},
            &O::time_out);
  table.row({.name = "quiescence",
             .value = "STATE=N",
             .group = kTimedGroup,
             .help = "The same for one state.",
             .example = "Verify=20",
             .applies = kForTimed},
            &O::quiescence);
  table.row({.name = "no-simplify",
             .group = kTimedGroup,
             .help = "Leave guards as the rules give them.",
             .applies = kForTimed},
            &O::no_simplify);
}

/// The row that relates time units of a model to real time. `zero`: what 0
/// means for the command.
template <typename Options, typename Owner>
void add_unit_row(option::Table<Options>& table,
                  std::chrono::milliseconds Owner::* member,
                  const std::string& zero,
                  const option::Applies& applies = {}) {
  table.row({.name = "unit",
             .value = "TIME",
             .group = kTimedGroup,
             .help = "How long a time unit of the model is in reality.",
             .example = "100ms",
             .says_zero = zero,
             .applies = applies},
            member,
            option::between(std::chrono::milliseconds(0), kLongestTime));
}

/// The row that allows existing output files to be replaced. Without it they
/// are kept, and the command fails.
template <typename Options, typename Owner>
void add_force_row(option::Table<Options>& table, bool Owner::* member) {
  table.row({.name = "force",
             .group = "Output",
             .help = "Overwrite output files that exist."},
            member);
}

}  // namespace catenary::cli
