// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option tables of the commands, each in a source of its name, and the
/// rows that several commands share.
///
/// A row exists once: command line, config file, `--help`, manual page,
/// docs/cli.md and completion are made from it (option/table.h). Defaults are
/// those of the members in app/options.h. Spec::says_zero tells people what a
/// default of 0 or "" means. The order of calls is the order of the help.
#pragma once

#include <chrono>
#include <concepts>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "cli/bench.h"
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
/// catenary batch.
[[nodiscard]] option::Table<app::BatchOptions> batch_table();
/// catenary resume.
[[nodiscard]] option::Table<app::ResumeOptions> resume_table();
/// catenary worker.
[[nodiscard]] option::Table<app::WorkerOptions> worker_table();
/// catenary init.
[[nodiscard]] option::Table<app::InitOptions> init_table();
/// catenary doctor.
[[nodiscard]] option::Table<app::DoctorOptions> doctor_table();
/// catenary qualify.
[[nodiscard]] option::Table<app::QualifyOptions> qualify_table();
/// catenary bench.
[[nodiscard]] option::Table<BenchOptions> bench_table();

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

/// The heading of options about timed models in the help.
inline constexpr const char* kTimedGroup = "Timed models";

// What people see of the shared options: names, help, examples and
// applicability. The templates below join each to the member of an options
// struct, and give its limits.
namespace spec {

/// --json: the result as one JSON document. Every command has it.
[[nodiscard]] option::Spec json();
/// --quiet: no progress and no information on standard error.
[[nodiscard]] option::Spec quiet();
/// --verbose: debug messages on standard error.
[[nodiscard]] option::Spec verbose();
/// --config: the config file; not allowed in one.
[[nodiscard]] option::Spec config();
/// --dump-config: print the options in effect, and do nothing else.
[[nodiscard]] option::Spec dump_config();
[[nodiscard]] option::Spec events();
/// --timeout: limit on wall-clock time; partial results are written.
[[nodiscard]] option::Spec timeout();
/// --work: limit on work, which does not depend on the load of the machine.
[[nodiscard]] option::Spec work();
/// --memory: limit on what the search itself holds, in bytes.
[[nodiscard]] option::Spec memory();
/// --jobs: threads. Results do not depend on it.
[[nodiscard]] option::Spec jobs();
/// The positional argument MODEL: a file of any kind that a front end reads.
[[nodiscard]] option::Spec model();
/// --capsule: one capsule of a model of state machines. `none`: what an empty
/// name means for the command.
[[nodiscard]] option::Spec capsule(const char* none);
/// --component: one component of a file of FRET. `none`: as for capsule().
[[nodiscard]] option::Spec component(const char* none);
/// --stub-missing.
[[nodiscard]] option::Spec stub_missing();
/// --include: headers for the C++ of state machines.
[[nodiscard]] option::Spec include();
/// --parts: which parts of a system of capsules are tested.
[[nodiscard]] option::Spec parts();
/// --assume: what the environment of state machines does.
[[nodiscard]] option::Spec assume();
/// --semantics: whose rules state machines follow.
[[nodiscard]] option::Spec semantics();
/// --cover: goals besides those of the model; the values are
/// app::cover_values().
[[nodiscard]] option::Spec cover();
/// --engine: the reachability engine for step systems.
[[nodiscard]] option::Spec engine();
/// --second-opinion: proofs of unreachability by two engines.
[[nodiscard]] option::Spec second_opinion();
/// --max-steps: bound on the depth of a search; 0: none.
[[nodiscard]] option::Spec max_steps();
/// --step-timeout: when a step of the model counts as hanging.
[[nodiscard]] option::Spec step_timeout();
/// --challenge: time for runs that try to contradict what was proved.
[[nodiscard]] option::Spec challenge();
/// --uncontrollable: input channels that a tester only observes.
[[nodiscard]] option::Spec uncontrollable();
/// --tm: silence after which a timed system is quiescent, in time units.
[[nodiscard]] option::Spec tm();
/// --quiescence: the same, for single states.
[[nodiscard]] option::Spec quiescence();
/// --no-simplify: guards of test cases as the rules give them.
[[nodiscard]] option::Spec no_simplify();
/// --unit: a time unit of the model in real time. `zero`: what 0 means for the
/// command.
[[nodiscard]] option::Spec unit(const std::string& zero,
                                const option::Applies& applies);
/// --sandbox: what confines code of the user.
[[nodiscard]] option::Spec sandbox();
/// --force: replace output files that exist.
[[nodiscard]] option::Spec force();
/// --nats: a server of the site. `help`: what it is for.
[[nodiscard]] option::Spec nats(const char* help);
/// --nats-key-file: the secret of a fleet.
[[nodiscard]] option::Spec nats_key_file();
/// --nats-token-file: what the server asks for.
[[nodiscard]] option::Spec nats_token_file();
/// --nats-ca: certificates.
[[nodiscard]] option::Spec nats_ca();
/// --certificate, --certificate-time: proofs.
[[nodiscard]] option::Spec certificate(const char* help,
                                       const option::Applies& applies);
[[nodiscard]] option::Spec certificate_time(const option::Applies& applies);
/// --cache: a folder of answers.
[[nodiscard]] option::Spec cache();

}  // namespace spec

/// The rows of CommonOptions. Every table ends with them, so that the help
/// shows what is special to a command first.
template <std::derived_from<app::CommonOptions> Options>
void add_common_rows(option::Table<Options>& table) {
  using O = app::CommonOptions;
  table.row(spec::json(), &O::json);
  table.row(spec::quiet(), &O::quiet);
  table.row(spec::verbose(), &O::verbose);
  table.row(spec::config(), &O::config);
  table.row(spec::dump_config(), &O::dump_config);
  table.row(spec::events(), &O::events);
}

/// The row of SandboxOptions, for commands that run code of the user.
template <std::derived_from<app::SandboxOptions> Options>
void add_sandbox_row(option::Table<Options>& table) {
  table.row(spec::sandbox(),
            &app::SandboxOptions::sandbox,
            {{"none", app::Sandbox::none}, {"bwrap", app::Sandbox::bwrap}});
}

/// The row of BudgetOptions::timeout, or of the member of that name in
/// RunOptions, which has no other limits. 0: no limit; at most kLongestTime.
template <typename Options, typename Owner>
void add_timeout_row(option::Table<Options>& table,
                     std::chrono::milliseconds Owner::* member) {
  table.row(spec::timeout(),
            member,
            option::between(std::chrono::milliseconds(0), kLongestTime));
}

/// The rows of BudgetOptions, for commands that search. Results do not depend
/// on the number of threads, only on whether a limit was met. The upper limits
/// only exclude typing errors: 2^50 bytes, 1024 threads.
template <std::derived_from<app::BudgetOptions> Options>
void add_budget_rows(option::Table<Options>& table) {
  using O = app::BudgetOptions;
  add_timeout_row(table, &O::timeout);
  table.row(spec::work(),
            &O::work,
            option::between(std::uint64_t{0}, std::uint64_t{1} << 40));
  table.row(
      spec::memory(),
      &O::memory,
      option::between(option::Bytes{0}, option::Bytes{std::uint64_t{1} << 50}));
  table.row(spec::jobs(), &O::jobs, option::between(0U, 1024U));
}

/// The row of SearchOptions::model, the positional argument of commands that
/// read a model.
template <std::derived_from<app::SearchOptions> Options>
void add_model_row(option::Table<Options>& table) {
  table.row(spec::model(), &app::SearchOptions::model);
}

/// The row of SearchOptions::capsule. `none`: what an empty one means for the
/// command.
template <std::derived_from<app::SearchOptions> Options>
void add_capsule_row(option::Table<Options>& table, const char* none) {
  table.row(spec::capsule(none), &app::SearchOptions::capsule);
}

/// The row of SearchOptions::component. `none`: as for add_capsule_row().
template <std::derived_from<app::SearchOptions> Options>
void add_component_row(option::Table<Options>& table, const char* none) {
  table.row(spec::component(none), &app::SearchOptions::component);
}

/// The rows of SearchOptions for state machines.
template <std::derived_from<app::SearchOptions> Options>
void add_include_row(option::Table<Options>& table) {
  table.row(spec::include(), &app::SearchOptions::include);
  table.row(spec::semantics(),
            &app::SearchOptions::semantics,
            {"file", "papyrus-rt", "uml", "code-realtime"});
  table.row(spec::parts(), &app::SearchOptions::parts);
  table.row(spec::assume(), &app::SearchOptions::assume);
}

template <std::derived_from<app::SearchOptions> Options>
void add_stub_row(option::Table<Options>& table) {
  table.row(spec::stub_missing(), &app::SearchOptions::stub_missing);
}

/// The rows of SearchOptions that every search has; not model, capsule and
/// include, which have rows of their own, as their place in the help differs.
template <std::derived_from<app::SearchOptions> Options>
void add_search_rows(option::Table<Options>& table) {
  using O = app::SearchOptions;
  table.row(spec::cover(), &O::cover, app::cover_values());
  table.row(spec::engine(),
            &O::engine,
            {{"auto", app::EngineChoice::automatic},
             {"explicit", app::EngineChoice::explicit_states},
             {"symbolic", app::EngineChoice::symbolic},
             {"classes", app::EngineChoice::input_classes}});
  table.row(spec::second_opinion(), &O::second_opinion);
  table.row(
      spec::max_steps(), &O::max_steps, option::between(0U, 1'000'000'000U));
  table.row(spec::step_timeout(),
            &O::step_timeout,
            option::between(std::chrono::milliseconds(1), kLongestTime));
}

/// The row of ChallengeOptions: how long claims about all runs are tested by
/// runs of the unmodified program.
template <std::derived_from<app::ChallengeOptions> Options>
void add_challenge_row(option::Table<Options>& table) {
  table.row(
      spec::challenge(),
      &app::ChallengeOptions::challenge,
      option::between(option::TimeOrOff{}, option::TimeOrOff{kLongestTime}));
}

/// The rows of TimedOptions. Numbers are given as text: they are in time units
/// of the model and may be fractions.
template <std::derived_from<app::TimedOptions> Options>
void add_timed_rows(option::Table<Options>& table) {
  using O = app::TimedOptions;
  table.row(spec::uncontrollable(), &O::uncontrollable);
  table.row(spec::tm(), &O::time_out);
  table.row(spec::quiescence(), &O::quiescence);
  table.row(spec::no_simplify(), &O::no_simplify);
}

/// The row that relates time units of a model to real time. `zero`: what 0
/// means for the command; `applies`: the kinds of models, where the command
/// reads models.
template <typename Options, typename Owner>
void add_unit_row(option::Table<Options>& table,
                  std::chrono::milliseconds Owner::* member,
                  const std::string& zero,
                  const option::Applies& applies = {}) {
  table.row(spec::unit(zero, applies),
            member,
            option::between(std::chrono::milliseconds(0), kLongestTime));
}

/// The row that allows existing output files to be replaced. Without it they
/// are kept, and the command fails. `member`: the flag of the command.
template <typename Options, typename Owner>
void add_force_row(option::Table<Options>& table, bool Owner::* member) {
  table.row(spec::force(), member);
}

/// Where the rows of a fleet may be given.
struct FleetRows {
  bool line_only = false;     ///< not in the config file
  option::Applies applies{};  ///< of all of them
  bool matters = false;       ///< results depend on whether there is a fleet

  [[nodiscard]] option::Spec operator()(option::Spec spec) const {
    spec.line_only = line_only;
    spec.applies = applies;
    spec.never_matters = !matters;
    return spec;
  }
};

/// The rows of NatsOptions. `nats`: what the help says about its address.
template <std::derived_from<app::NatsOptions> Options>
void add_nats_rows(option::Table<Options>& table,
                   const char* nats,
                   const FleetRows& where = {}) {
  using O = app::NatsOptions;
  table.row(where(spec::nats(nats)), &O::nats);
  table.row(where(spec::nats_key_file()), &O::nats_key_file);
  table.row(where(spec::nats_token_file()), &O::nats_token_file);
  table.row(where(spec::nats_ca()), &O::nats_ca);
}

/// The rows of FleetOptions. `without`: who computes without a fleet.
template <std::derived_from<app::FleetOptions> Options>
void add_fleet_rows(option::Table<Options>& table,
                    const char* without,
                    const FleetRows& where = {}) {
  table.row(where({.name = "workers",
                   .value = "N",
                   .group = "Workers",
                   .help = "Compute by so many worker processes, which a "
                           "private nats-server gives their tasks, but not by "
                           "more than there are cores; a crash of one harms no "
                           "other. Results do not depend on it.",
                   .says_zero = without,
                   .never_matters = true}),
            &app::FleetOptions::workers,
            option::between(0U, 1024U));
  add_nats_rows(table,
                "Compute by the workers of this NATS server with JetStream, "
                "see 'catenary worker'.",
                where);
}

/// The row of CacheOptions.
template <std::derived_from<app::CacheOptions> Options>
void add_cache_row(option::Table<Options>& table) {
  table.row(spec::cache(), &app::CacheOptions::cache);
}

/// The rows of CertificateOptions. `help`: what the certificate proves.
template <std::derived_from<app::CertificateOptions> Options>
void add_certificate_rows(option::Table<Options>& table,
                          const char* help,
                          const option::Applies& applies) {
  using O = app::CertificateOptions;
  table.row(spec::certificate(help, applies), &O::certificate);
  table.row(spec::certificate_time(applies),
            &O::certificate_time,
            option::between(std::chrono::milliseconds(1), kLongestTime));
}

}  // namespace catenary::cli
