// SPDX-License-Identifier: Apache-2.0
#include "app/run/run_checks.h"

#include <algorithm>
#include <set>
#include <string>

#include "app/model_file.h"
#include "app/run/sut.h"
#include "base/error.h"
#include "suite/adaptive.h"

namespace catenary::app {

namespace {

[[noreturn]] void conflict(const std::string& text) {
  throw base::InputError({}, text, "option-conflict");
}

/// Whether one of the options `--sut` has this kind (`exec`, `tcp`, `model`).
bool some_sut(const RunOptions& options, const char* kind) {
  return std::ranges::any_of(options.suts, [kind](const std::string& sut) {
    return read_sut(sut).kind == kind;
  });
}

}  // namespace

void require_suts(const RunOptions& options) {
  std::set<std::string> named;
  for (const std::string& sut : options.suts) {
    (void)read_sut(sut);
    if (!named.insert(sut).second) {
      conflict("--sut '" + sut +
               "' is given twice; expected different systems, or --jobs N to "
               "run N tests at a time on one");
    }
  }
  if (options.sandbox == Sandbox::bwrap && some_sut(options, "tcp")) {
    conflict(
        "--sandbox bwrap has no network; a system behind tcp: is not run by "
        "this command, so that there is nothing to confine");
  }
  if (options.suts.size() < 2) return;
  const std::string one =
      "; expected one --sut, found " + std::to_string(options.suts.size());
  if (!options.mutate.empty()) conflict("--mutate changes one model" + one);
  if (options.online) conflict("--online tests one system" + one);
  if (some_sut(options, "trace")) {
    conflict("--sut trace: judges what was recorded, which is not divided" +
             one);
  }
}

void require_one_test(const RunOptions& options,
                      const suite::Suite& suite,
                      const Chosen& chosen) {
  if (options.log.empty()) return;
  const bool timed = std::ranges::any_of(suite.tests, suite::is_automaton);
  if (!timed && options.repeat == 1) return;
  const auto count = std::count_if(
      suite.tests.begin(), suite.tests.end(), [&](const suite::Test& t) {
        return chosen.has(t) && suite::is_automaton(t);
      });
  if (count == 1 && options.repeat == 1) return;
  const std::string problem =
      count == 1   ? "--repeat asks for more; expected --repeat 1"
      : count == 0 ? "none is selected"
                   : std::to_string(count) +
                         " are selected; expected --test ID to choose one";
  throw base::InputError(
      {options.suite, 0, 0},
      "--log records one run of one timed test, but " + problem,
      "option-log");
}

void require_oracle(const RunOptions& options, const suite::Suite& suite) {
  if (options.oracle.empty()) {
    if (!options.map_value.empty()) conflict("--map-value requires --oracle");
    if (options.oracle_only) conflict("--oracle-only requires --oracle");
    if (!options.map.empty() && suite.model.kind != "req") {
      conflict(
          "--map requires --oracle, or tests that were made from "
          "requirements");
    }
    return;
  }
  if (std::any_of(
          suite.tests.begin(), suite.tests.end(), suite::is_automaton)) {
    throw base::InputError({options.suite, 0, 0},
                           "--oracle judges tests that go by steps; tests of "
                           "timed systems are judged by their own model",
                           "option-kind");
  }
}

void require_step_options_only(const RunOptions& options,
                               const suite::Suite& suite) {
  const bool trees =
      std::any_of(suite.tests.begin(), suite.tests.end(), suite::is_automaton);
  const std::string& of = options.suite;
  if (!options.step_size.empty() && !some_sut(options, "fmu")) {
    throw base::InputError(
        {}, "--step-size is of FMUs; expected --sut fmu:FILE", "option-kind");
  }
  refuse_options(of,
                 ModelKind::none,
                 {{"--for", !options.online_for.empty()},
                  {"--uncontrollable", !options.uncontrollable.empty()},
                  {"--tm", !options.time_out.empty()},
                  {"--quiescence", !options.quiescence.empty()},
                  {"--no-simplify", options.no_simplify}});
  if (trees || suite.tests.empty()) return;
  const bool requirements =
      std::ranges::all_of(options.suts, [](const std::string& text) {
        const SutName sut = read_sut(text);
        return sut.kind == "model" && kind_of(sut.where) == ModelKind::contract;
      });
  // Simulated requirements answer at random on request.
  const bool answers = requirements && options.policy == Policy::random;
  refuse_options(of,
                 ModelKind::step,
                 {{"--policy", !answers && options.policy != Policy::minimal},
                  {"--clock", options.clock != ClockChoice::automatic},
                  {"--unit", options.unit.count() != 0}});
}

}  // namespace catenary::app
