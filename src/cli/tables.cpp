// SPDX-License-Identifier: Apache-2.0
/// \file
/// The texts of options that several commands share, and where each applies.
///
/// The texts are data: the help, the manual page, docs/cli.md and completion
/// are made from them, and a test compares docs/cli.md with the tables.
#include "cli/tables.h"

namespace catenary::cli::spec {

option::Spec json() {
  return {.name = "json",
          .group = "Output",
          .help = "Print exactly one JSON document."};
}

option::Spec quiet() {
  return {.name = "quiet",
          .short_name = 'q',
          .group = "Output",
          .help = "Only warnings and errors on standard error."};
}

option::Spec verbose() {
  return {.name = "verbose",
          .short_name = 'v',
          .group = "Output",
          .help = "Tell in detail what is going on."};
}

// Only on the command line: a config file cannot name another one, and one that
// asks for a dump would make the command useless.
option::Spec config() {
  return {.name = "config",
          .value = "FILE",
          .group = "Configuration",
          .help = "Read options from this file first.",
          .says_zero = "catenary.toml, where there is one",
          .line_only = true};
}

option::Spec dump_config() {
  return {.name = "dump-config",
          .group = "Configuration",
          .help = "Print the options in effect as a config file.",
          .line_only = true};
}

option::Spec events() {
  return {.name = "events",
          .value = "FILE",
          .group = "Output",
          .help =
              "Write what goes on, as it happens, as JSON lines to a new "
              "file, or to a pipe.",
          .example = "/dev/fd/3",
          .says_zero = "nothing is written",
          .line_only = true};
}

option::Spec timeout() {
  return {.name = "timeout",
          .value = "TIME",
          .group = "Limits",
          .help = "Stop after this time and write what is there.",
          .example = "5m",
          .says_zero = "no limit"};
}

option::Spec work() {
  return {.name = "work",
          .value = "N",
          .group = "Limits",
          .help =
              "Stop after this much work and write what is there. 1,000 is "
              "about a second on an idle machine; other than a time, it "
              "gives the same result at any load.",
          .example = "60000",
          .says_zero = "no limit"};
}

// The meaning of 0 is applied in program.cpp, for all commands alike.
option::Spec memory() {
  return {.name = "memory",
          .value = "SIZE",
          .group = "Limits",
          .help = "Memory that the search may use.",
          .example = "4G",
          .says_zero = "half of the machine's memory"};
}

option::Spec jobs() {
  return {.name = "jobs",
          .short_name = 'j',
          .value = "N",
          .group = "Limits",
          .help = "Threads. The result does not depend on it.",
          .says_zero = "one for each processor",
          .never_matters = true};
}

// One argument for all kinds of models: the name of the file decides which
// front end reads it (app::kind_name()).
option::Spec model() {
  return {
      .name = "model",
      .value = "MODEL",
      .help =
          "A .toml description, a .c file, a Verilog design (.v, .sv) or "
          "its .btor2, a timed model (.xlia), requirements (.req, or "
          ".json of FRET) or state machines (.uml of Papyrus-RT, .sm, .art).",
      .positional = true,
      .required = true};
}

option::Spec capsule(const char* none) {
  return {.name = "capsule",
          .value = "NAME",
          .group = "State machines",
          .help =
              "Only this capsule of a model of state machines; MODEL "
              "may be written FILE#NAME as well.",
          .says_zero = none,
          .applies = kForMachines};
}

option::Spec component(const char* none) {
  return {.name = "component",
          .value = "NAME",
          .group = "Requirements",
          .help =
              "Only this component of a file of FRET; MODEL may be written "
              "FILE.json#NAME as well.",
          .says_zero = none,
          .applies = kForRequirements};
}

option::Spec include() {
  return {.name = "include",
          .value = "FILE.h",
          .group = "State machines",
          .help =
              "A header for the C++ of the model, e.g. with what its "
              "own includes lack.",
          .says_zero = "none",
          .applies = kForMachines};
}

option::Spec parts() {
  return {
      .name = "parts",
      .value = "A,B",
      .group = "State machines",
      .help =
          "Of a capsule with parts, which is tested as a whole system: only "
          "these parts, with the rest as the environment; none: the capsule "
          "alone.",
      .says_zero = "all parts",
      .applies = kForMachines};
}

option::Spec assume() {
  return {
      .name = "assume",
      .value = "FILE",
      .group = "State machines",
      .help =
          "What the environment keeps to: a protocol state machine (.sm) that "
          "has a transition for each message that may come, or the env items "
          "of requirements (.req).",
      .says_zero = "it may send anything at any time",
      .applies = kForMachines};
}

option::Spec semantics() {
  return {
      .name = "semantics",
      .value = "RULES",
      .group = "State machines",
      .help =
          "Whose rules they follow: papyrus-rt, uml, code-realtime, or those "
          "of the tool that wrote the file; docs/semantics.md has the "
          "differences.",
      .applies = kForMachines};
}

option::Spec stub_missing() {
  return {.name = "stub-missing",
          .group = "Search",
          .help =
              "Functions that no source defines return inputs of the test, "
              "and what those without a result are given is an output.",
          .applies = kForPrograms};
}

// One option for all kinds of models, so no `applies`: which criteria a model
// has is checked when its goals are made.
option::Spec cover() {
  return {.name = "cover",
          .value = "LIST",
          .group = "Search",
          .help =
              "Goals besides the properties of the model. Of C "
              "programs: statement to ub, which docs/coverage.md "
              "defines. Of timed "
              "models: transitions, pairs of consecutive ones, states, "
              "or every path of up to K steps that ends in an output. "
              "Of requirements: contracts (every assumption holds), "
              "assumptions (every atom of one decides it, true and "
              "false), boundaries of ranges, pairs of requirements, "
              "mutants (a test fails on each faulty contract).",
          .example = "branch",
          .says_zero = "what the model asks for; transitions"};
}

// The names of the engines are with the member, in add_search_rows().
option::Spec engine() {
  return {.name = "engine",
          .value = "ENGINE",
          .group = "Search",
          .help =
              "How states are explored. explicit: all of them, by "
              "running the program. symbolic: by a solver, in runs of "
              "rising length, and by induction. classes: all states, with "
              "one input of each class that a step can tell apart, found "
              "by a solver. auto: explicit where states and inputs are "
              "few enough, else all of them.",
          .applies = kForStepSystems};
}

option::Spec second_opinion() {
  return {.name = "second-opinion",
          .group = "Search",
          .help =
              "Decide every goal that was proved unreachable by another "
              "engine as well. Trust is 'agreed' where both prove it. "
              "Where they contradict each other, nothing proved is "
              "believed, and the exit status is 70.",
          .applies = kForStepSystems};
}

option::Spec max_steps() {
  return {.name = "max-steps",
          .value = "STEPS",
          .group = "Search",
          .help =
              "Depth to which states are explored; a chain may pass "
              "through them more than once and be longer.",
          .says_zero = "no bound"};
}

option::Spec step_timeout() {
  return {.name = "step-timeout",
          .value = "TIME",
          .group = "Limits",
          .help = "A step of the model that takes longer hangs."};
}

// No `applies`: every kind of model has claims that can be challenged.
option::Spec challenge() {
  return {.name = "challenge",
          .value = "TIME|off",
          .group = "Search",
          .help =
              "Before claims such as unreachable, holds, always in and "
              "minimal are printed, run the unmodified program, "
              "compiled on its own, with random and boundary inputs for "
              "at most this time; a run that contradicts a claim "
              "withdraws it.",
          .example = "10s"};
}

// What test cases of timed models rest on; a suite records it, so `run` needs
// these options for --online only.
option::Spec uncontrollable() {
  return {.name = "uncontrollable",
          .value = "LIST",
          .group = kTimedGroup,
          .help = "Input channels the tester cannot send on, only see.",
          .example = "Auth",
          .applies = kForTimed};
}

option::Spec tm() {
  return {.name = "tm",
          .value = "N",
          .group = kTimedGroup,
          .help = "Silence of so many time units is quiescence.",
          .example = "11",
          .says_zero =
              "one more than the largest constant a clock is "
              "compared with",
          .applies = kForTimed};
}

option::Spec quiescence() {
  return {.name = "quiescence",
          .value = "STATE=N",
          .group = kTimedGroup,
          .help = "The same for one state.",
          .example = "Verify=20",
          .applies = kForTimed};
}

option::Spec no_simplify() {
  return {.name = "no-simplify",
          .group = kTimedGroup,
          .help = "Leave guards as the rules give them.",
          .applies = kForTimed};
}

// A command decides where the option applies: `generate` writes the unit into a
// suite, `run` replaces the one that the suite has.
option::Spec unit(const std::string& zero, const option::Applies& applies) {
  return {.name = "unit",
          .value = "TIME",
          .group = kTimedGroup,
          .help = "How long a time unit of the model is in reality.",
          .example = "100ms",
          .says_zero = zero,
          .applies = applies};
}

option::Spec sandbox() {
  return {.name = "sandbox",
          .value = "WHICH",
          .group = "Limits",
          .help =
              "What confines programs and models that are run, beside the "
              "limits of their processes. bwrap: bubblewrap, without "
              "network, other processes, and files to write outside the "
              "working folder and the folders of outputs."};
}

option::Spec force() {
  return {.name = "force",
          .group = "Output",
          .help = "Overwrite output files that exist.",
          .never_matters = true};
}

option::Spec nats(const char* help) {
  return {.name = "nats",
          .value = "URL",
          .group = "Workers",
          .help = help,
          .example = "tls://nats.example.com:4222",
          .never_matters = true};
}

option::Spec nats_key_file() {
  return {.name = "nats-key-file",
          .value = "FILE",
          .group = "Workers",
          .help =
              "The secret that coordinator and workers share: tasks and "
              "results without its seal are refused. Required with "
              "--nats.",
          .never_matters = true};
}

option::Spec nats_token_file() {
  return {.name = "nats-token-file",
          .value = "FILE",
          .group = "Workers",
          .help = "The token that the server asks for.",
          .says_zero = "no token",
          .never_matters = true};
}

option::Spec nats_ca() {
  return {.name = "nats-ca",
          .value = "FILE",
          .group = "Workers",
          .help =
              "Certificates that the server's must be signed by; asks for "
              "TLS whatever the address says.",
          .says_zero = "those of the system",
          .never_matters = true};
}

option::Spec certificate(const char* help, const option::Applies& applies) {
  return {.name = "certificate",
          .value = "FILE",
          .group = "Output",
          .help = help,
          .example = "proof.cert",
          .says_zero = "nothing is written",
          .applies = applies};
}

option::Spec certificate_time(const option::Applies& applies) {
  return {.name = "certificate-time",
          .value = "TIME",
          .group = "Output",
          .help = "Work on the certificate, at most.",
          .applies = applies};
}

option::Spec cache() {
  return {.name = "cache",
          .value = "FOLDER",
          .group = "Output",
          .help =
              "Keep the answer in this folder, and answer from there where the "
              "same was asked before of files that have not changed since.",
          .example = ".catenary",
          .says_zero = "nothing is kept",
          .never_matters = true};
}

}  // namespace catenary::cli::spec
