// SPDX-License-Identifier: Apache-2.0
/// \file
/// The options of every command, as plain structs with their defaults. What
/// they are called and what is allowed is in the tables of cli/.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "exec/policy.h"
#include "option/text.h"

namespace catenary::app {

/// What every command understands.
struct CommonOptions {
  bool json = false;         ///< stdout: exactly one JSON document
  bool quiet = false;        ///< stderr: warnings and errors only
  bool verbose = false;      ///< stderr: what is going on, in detail
  std::string config;        ///< empty = catenary.toml, where there is one
  bool dump_config = false;  ///< print the options instead of running
  std::string events;        ///< JSON lines of what goes on; empty = none
};

/// Whether answers are kept; see app/cache/command_cache.h.
struct CacheOptions {
  std::string cache;  ///< a folder; empty = nothing is kept
};

/// What computations may use; program.cpp puts it into the Budget.
struct BudgetOptions {
  std::chrono::milliseconds timeout{0};  ///< wall-clock; 0 = no limit
  /// In units of base/work_clock.h's milliseconds; 0 = no limit.
  std::uint64_t work = 0;
  option::Bytes memory;    ///< 0 = half of the machine's memory
  std::uint32_t jobs = 0;  ///< threads; 0 = one for each processor
};

/// What confines code of the user, beside the limits of its processes.
enum class Sandbox : std::uint8_t {
  none,
  bwrap  ///< whoever calls the command has put the process into bubblewrap
};

/// Of commands that run code of the user.
struct SandboxOptions {
  Sandbox sandbox = Sandbox::none;
};

enum class EngineChoice : std::uint8_t {
  automatic,  ///< the best for the model
  explicit_states,
  symbolic,
  input_classes
};
/// Whether a solver may be asked for what exploration leaves open.
[[nodiscard]] constexpr bool asks_solver(EngineChoice choice) {
  return choice == EngineChoice::automatic || choice == EngineChoice::symbolic;
}

/// The semantics of the tool that wrote a file of state machines.
inline constexpr const char* kFileSemantics = "file";

/// What is looked for in a model, and how.
struct SearchOptions {
  std::string model;
  std::string capsule;  ///< of state machines; empty = all, or the only one
  /// For systems of capsules: the names of the parts to test, separated by
  /// commas; "none" = the capsule alone, empty = all parts.
  std::string parts;
  std::string component;  ///< of files of FRET; empty = all, or the only one
  /// Of state machines: headers before those of the model.
  std::vector<std::string> include;
  /// Of state machines: the name of their semantics, as model::to_string()
  /// gives it, or kFileSemantics.
  std::string semantics = kFileSemantics;
  /// Of state machines: a file with what is assumed of the environment; empty =
  /// nothing.
  std::string assume;
  bool stub_missing = false;       ///< of programs: see ModelOptions
  std::vector<std::string> cover;  ///< criteria; empty = what the model says
  EngineChoice engine = EngineChoice::automatic;
  std::uint32_t max_steps = 0;  ///< length of a run; 0 = no bound
  bool second_opinion = false;  ///< decide proved goals by another engine, too
  std::chrono::milliseconds step_timeout{1000};  ///< of one step of the model
};

/// What test cases of timed models rest on. Names are those of the model,
/// numbers are in its time unit and may be fractions ("5/2", "2.5").
struct TimedOptions {
  std::vector<std::string> uncontrollable;  ///< inputs, only observed
  std::string time_out;  ///< TM; empty = one more than the largest constant
  std::vector<std::string> quiescence;  ///< "STATE=N": TM of single states
  bool no_simplify = false;             ///< leave guards as the rules give them
};

/// Which notions of consistency are asked for.
enum class NotionChoice : std::uint8_t { both, strategy, no_dead_end };

/// How long claims that something never happens are challenged by runs of the
/// system itself before they are printed.
struct ChallengeOptions {
  option::TimeOrOff challenge{std::chrono::seconds(2)};  ///< at most
};

/// Proofs for catenary-check-proof.
struct CertificateOptions {
  std::string certificate;  ///< a file; empty = none is written
  std::chrono::milliseconds certificate_time{60'000};  ///< work on it
};

struct CheckOptions : CommonOptions,
                      SandboxOptions,
                      CacheOptions,
                      BudgetOptions,
                      SearchOptions,
                      ChallengeOptions,
                      TimedOptions,
                      CertificateOptions {
  // Of requirement interfaces.
  NotionChoice notion = NotionChoice::both;
  std::string steps;  ///< the last step, from 0; empty or "forever": no last
  std::uint32_t max_conflicts = 1000;  ///< conflicts, cores, corrections
  std::string refines;  ///< another interface; empty: consistency is asked
  // Of step programs.
  std::string requirements;            ///< a file; empty = none
  std::vector<std::string> map;        ///< "VARIABLE=SIGNAL"
  std::vector<std::string> map_value;  ///< "VARIABLE.NAME=VALUE"

  std::string sarif;  ///< a file for the findings; empty = none
  bool force = false;
};

/// Which steps a test of requirements may have, so that it does not reach its
/// goal only because nothing is asked of the system.
enum class Trigger : std::uint8_t {
  any,      ///< some assumption holds; `true` where a contract has none
  written,  ///< some assumption that was written holds
  each,     ///< a test for each contract whose assumption holds in the end
  none      ///< all steps
};

/// What tests of requirement interfaces rest on.
struct ContractOptions {
  std::vector<std::string> views;  ///< the only ones; empty = all
  Trigger trigger = Trigger::any;
};

enum class Method : std::uint8_t {
  automatic,  ///< chain for step programs, path for timed models, else single
  chain,      ///< the fewest, then shortest runs that cover all goals
  single,     ///< a shortest run for each goal
  random,     ///< the cheapest of many random runs
  concolic,   ///< native runs, and others that a solver steers
  path        ///< a test case for each of the shortest paths
};

/// How concolic runs are chosen.
enum class ConcolicStrategy : std::uint8_t { directed, sc, rc, se, rt };

/// What a suite of chains is to have least of.
enum class Objective : std::uint8_t {
  automatic,  ///< time where resets have a cost, else chains
  chains,     ///< chains, and then steps
  steps,      ///< steps in all
  time        ///< steps, and what resets cost
};

/// What solves the problem of the order of goals.
enum class Optimiser : std::uint8_t {
  cbc,    ///< integer programming
  clingo  ///< answer-set programming
};

/// How a NATS server is reached.
struct NatsOptions {
  std::string nats;             ///< its address; empty = none
  std::string nats_token_file;  ///< empty = no token
  std::string nats_ca;          ///< certificates; empty = those of the system
  std::string nats_key_file;    ///< the key of the fleet
};

/// Who computes the tasks of a command.
struct FleetOptions : NatsOptions {
  std::uint32_t workers = 0;  ///< processes of a private fleet; 0 = none
  /// Whether there is a fleet.
  [[nodiscard]] bool has_fleet() const { return workers > 0 || !nats.empty(); }
};

struct GenerateOptions : CommonOptions,
                         SandboxOptions,
                         CacheOptions,
                         BudgetOptions,
                         SearchOptions,
                         ChallengeOptions,
                         TimedOptions,
                         ContractOptions,
                         CertificateOptions,
                         FleetOptions {
  std::vector<std::string> goals;     ///< ids; empty = all
  std::vector<std::string> path;      ///< each "tr1,tr2,…"
  std::vector<std::string> through;   ///< each "a,b,…"
  std::chrono::milliseconds unit{0};  ///< of timed models; 0 = 100 ms
  std::string output;                 ///< the suite; empty = not written
  bool force = false;                 ///< overwrite outputs
  Method method = Method::automatic;
  std::uint64_t seed = 1;
  std::uint64_t runs = 100'000;  ///< of random testing, at most
  std::uint32_t run_length = 0;  ///< in steps; 0 = of many lengths
  ConcolicStrategy strategy = ConcolicStrategy::directed;
  std::uint32_t set_length = 0;  ///< steps of a transition set; 0 = growing
  std::uint32_t set_runs = 0;    ///< executions of one; 0 = no limit
  std::uint32_t message_repeats = 0;  ///< in one run; 0 = no limit
  Objective objective = Objective::automatic;
  Optimiser optimiser = Optimiser::cbc;
  std::uint32_t reset_cost = 0;  ///< in steps; 0 = what the model says
  std::string extend;            ///< tests to complete; empty = none
  double min_coverage = 100;     ///< percent of the goals not unreachable
  bool tidy = true;              ///< simpler values, where they do as well
  bool stats = false;            ///< say what the generation took
  /// Work of the search before workers are asked, in the units of
  /// BudgetOptions::work.
  std::uint64_t first_work = 60'000;
  std::string oracle;  ///< requirements that runs may violate; empty = none
  std::vector<std::string> map;        ///< "VARIABLE=SIGNAL"
  std::vector<std::string> map_value;  ///< "VARIABLE.NAME=VALUE"
};

using exec::Policy;

enum class ClockChoice : std::uint8_t {
  automatic,  ///< real for processes and sockets, else virtual
  real,
  virtual_time
};

struct RunOptions : CommonOptions,
                    CacheOptions,
                    SandboxOptions,
                    TimedOptions,
                    FleetOptions {
  std::string suite;  ///< with `online`: a timed model
  /// "model:FILE", "native:LIBRARY", "exec:COMMAND", …; several are benches
  /// that run the tests of one suite.
  std::vector<std::string> suts;
  std::vector<std::string> tests;  ///< ids or their beginnings; empty = all
  std::string output;              ///< the results; empty = not written
  std::string junit;               ///< empty = not written
  bool force = false;
  std::chrono::milliseconds timeout{0};  ///< of everything; 0 = no limit
  std::chrono::milliseconds step_timeout{1000};
  std::chrono::milliseconds test_timeout{60000};
  std::uint32_t repeat = 1;  ///< runs of every test, to find flaky ones
  bool shuffle = false;      ///< tests in a random order, by `seed`
  bool keep_going = false;   ///< go on after a test that did not pass
  bool strict = false;       ///< inconclusive counts as an error in JUnit XML
  bool allow_empty = false;  ///< a suite without tests is a success
  std::string oracle;        ///< requirements that judge as well; empty = none
  std::vector<std::string> map;        ///< "VARIABLE=SIGNAL"
  std::vector<std::string> map_value;  ///< "VARIABLE.NAME=VALUE"
  bool oracle_only = false;            ///< do not ask what the suite expects
  // Of timed tests.
  Policy policy = Policy::minimal;
  std::uint64_t seed = 1;             ///< of random choices
  std::chrono::milliseconds unit{0};  ///< 0 = what the suite says
  ClockChoice clock = ClockChoice::automatic;
  std::string log;     ///< events, for trace:; empty = not written
  std::string mutate;  ///< "all" or how many mutants; empty = none
  bool online = false;
  std::string online_for;  ///< "10s", "500steps"; empty = 10 s
  std::string step_size;   ///< of fmu:, "10ms"; empty = what the FMU says
  // Which tests run, and how many at a time.
  std::vector<std::string> goals;         ///< tests that cover one; empty = all
  std::vector<std::string> requirements;  ///< tests about one; empty = all
  std::string last_failed;  ///< results: what did not pass there; empty = all
  std::string shard;        ///< "I/N", of mutants if any; empty = all
  std::uint32_t jobs = 1;   ///< tests at a time
};

struct TraceOptions : CommonOptions {
  std::string results;
  bool all = false;     ///< every set of requirements, not only a cover
  bool latent = false;  ///< faults before the failing step, too
};

struct ReportOptions : CommonOptions, SandboxOptions {
  std::string suite;
  std::string results;  ///< empty = the suite alone
  std::string junit;    ///< empty = not written
  std::string csv;      ///< empty = not written
  std::string html;     ///< empty = not written
  bool force = false;
  bool strict = false;
  bool serve = false;
  std::uint32_t port = 0;             ///< 0 = any that is free
  std::chrono::milliseconds idle{0};  ///< 0 = until Ctrl-C
  /// The words after "--": the command whose progress the page shows.
  std::vector<std::string> command;
};

/// The version of an exported FMU.
enum class FmiVersion : std::uint8_t { fmi2 = 2, fmi3 = 3 };

struct ConvertOptions : CommonOptions, SandboxOptions {
  std::string input;    ///< a model or a suite
  std::string to;       ///< the name of an export, see convert/exports.h
  std::string test;     ///< id of a test, or its beginning; empty = all
  std::string results;  ///< of `run`, for what shows verdicts; empty = none
  std::string texts;    ///< a file of ids and texts for requirements, or empty
  std::string capsule;  ///< of state machines, the only one; empty = all
  std::string output;   ///< a file, or a directory for harness; empty = stdout
  bool force = false;
  // Of models with steps, as terms.
  std::vector<std::string> cover;  ///< criteria; empty = what the model says
  std::uint32_t max_steps = 0;     ///< of runs that smtlib asks about; 0 = none
  // Of reqif.
  std::string into;          ///< the file whose copy gets the verdicts
  std::string id_attribute;  ///< long name; empty = ReqIF.ForeignID
  // Of FMUs.
  FmiVersion fmi = FmiVersion::fmi2;
  std::string step_size;  ///< "10ms"; empty = [time] step_ms, else 1 s
};

struct InitOptions : CommonOptions {
  std::string file;    ///< the C file
  std::string output;  ///< empty = the file with the ending .toml
  /// For Clang; folders are relative to the working directory.
  std::vector<std::string> flags;
  bool force = false;
};

struct BatchOptions : CommonOptions, FleetOptions {
  std::string project;                    ///< a folder or a file
  std::string output = "catenary-batch";  ///< a folder
  std::vector<std::string> actions;       ///< empty = what the project says
  bool no_cache = false;                  ///< compute everything anew
  bool no_pages = false;                  ///< no page for each model
  bool force = false;
  std::chrono::milliseconds timeout{0};        ///< of everything; 0 = no limit
  std::uint64_t work = 0;                      ///< of everything; 0 = no limit
  std::chrono::milliseconds model_timeout{0};  ///< of a command; 0 = no limit
  std::uint64_t model_work = 0;                ///< of a command; 0 = no limit
  std::uint32_t jobs = 0;  ///< models at a time; 0 = one for each processor
};

struct WorkerOptions : CommonOptions, NatsOptions {
  std::uint32_t jobs = 1;             ///< tasks at a time
  std::chrono::milliseconds idle{0};  ///< without a task; 0 = until Ctrl-C
};

struct QualifyOptions : CommonOptions {
  std::string output;                    ///< a folder; empty = not written
  bool keep = false;                     ///< keep the files of the tests
  bool force = false;                    ///< replace a report
  std::vector<std::string> only;         ///< ids; empty = all requirements
  std::string program;                   ///< to qualify; empty = this one
  std::chrono::milliseconds timeout{0};  ///< of everything; 0 = no limit
};

struct DoctorOptions : CommonOptions {};

/// The command that is resumed gets what is given here besides.
struct ResumeOptions : CommonOptions, BudgetOptions {
  std::string output;  ///< that it was to write
  bool force = false;
};

}  // namespace catenary::app
