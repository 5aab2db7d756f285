// SPDX-License-Identifier: Apache-2.0
#include "app/run/run_checks.h"

#include <algorithm>
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

}  // namespace

void require_sut(const RunOptions& options) {
  if (options.sandbox == Sandbox::bwrap &&
      read_sut(options.sut).kind == "tcp") {
    conflict(
        "--sandbox bwrap has no network; a system behind tcp: is not run by "
        "this command, so that there is nothing to confine");
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
  if (!options.step_size.empty() && read_sut(options.sut).kind != "fmu") {
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
  const SutName sut = read_sut(options.sut);
  const bool requirements =
      sut.kind == "model" && kind_of(sut.where) == ModelKind::contract;
  // Simulated requirements answer at random on request.
  const bool answers = requirements && options.policy == Policy::random;
  refuse_options(of,
                 ModelKind::step,
                 {{"--policy", !answers && options.policy != Policy::minimal},
                  {"--clock", options.clock != ClockChoice::automatic},
                  {"--unit", options.unit.count() != 0}});
}

}  // namespace catenary::app
