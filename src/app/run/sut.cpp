// SPDX-License-Identifier: Apache-2.0
#include "app/run/sut.h"

#include <chrono>
#include <optional>
#include <set>

#include "app/machine/machine_system.h"
#include "app/model_file.h"
#include "base/check.h"
#include "base/error.h"
#include "base/text_file.h"
#include "catenary/version.h"
#include "exec/adapter/fmu/fmu.h"
#include "exec/adapter/fresh.h"
#include "exec/adapter/isolated.h"
#include "exec/adapter/line/line_sut.h"
#include "exec/adapter/model.h"
#include "exec/adapter/native.h"
#include "exec/adapter/step_trace.h"
#include "exec/adapter/timed_model.h"
#include "exec/adapter/trace.h"
#include "exec/contract/contract_model.h"
#include "exec/timed/constraint_solver.h"
#include "logic/value/value.h"
#include "option/text.h"
#include "program/goals/criteria.h"

namespace catenary::app {

namespace {

/// The criteria whose goals the suite checks on its model.
std::vector<std::string> criteria_of(const suite::Suite& suite) {
  std::set<std::string> criteria = {"property"};
  for (const suite::SuiteGoal& g : suite.goals) {
    if (program::parse_criterion(g.kind)) criteria.insert(g.kind);
  }
  return {criteria.begin(), criteria.end()};
}

void warn_if_changed(const std::string& where,
                     const std::string& sha256,
                     const suite::Suite& suite,
                     Context& context) {
  if (where != suite.model.path || sha256 == suite.model.sha256) return;
  context.progress.message(base::Diagnostic{
      base::Severity::warning,
      {where, 0, 0},
      "this model is not the one the suite was made from: "
      "it has changed since",
      "model-changed",
      {}}.render());
}

exec::LineAddress address_of(const SutName& name) {
  if (name.kind == "tcp") return exec::parse_tcp_address(name.where);
  exec::LineAddress address;
  address.command = exec::split_command(name.where);
  return address;
}

exec::LineSutOptions line_options(const RunOptions& options) {
  exec::LineSutOptions out;
  out.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  out.answer_time = options.step_timeout;
  out.hello_time = options.step_timeout * 10;
  return out;
}

exec::FmuOptions fmu_options(const RunOptions& options) {
  exec::FmuOptions out;
  if (options.step_size.empty()) return out;
  out.step_size = seconds_of_text(options.step_size);
  return out;
}

/// A simulated system answers in the way it is asked: early, late or anyhow.
exec::TimedModelOptions::AnswerTime answers_of(const RunOptions& options) {
  using Answers = exec::TimedModelOptions::AnswerTime;
  if (options.online || options.policy == Policy::random) {
    return Answers::random;
  }
  return options.policy == Policy::latest ? Answers::latest : Answers::earliest;
}

/// The number that the text is, exactly; nothing if it is none.
std::optional<mpq_class> number_of(std::string_view text) {
  try {
    return logic::parse_value(logic::Sort::real(), text).as_real();
  } catch (const base::InputError&) {
    return std::nullopt;
  }
}

bool is_real_time(const RunOptions& options, const SutName& sut) {
  const bool can = sut.kind == "exec" || sut.kind == "tcp";
  if (options.clock == ClockChoice::automatic) return can;
  const bool real = options.clock == ClockChoice::real;
  if (real && !can) {
    throw base::InputError({},
                           "--clock real is for exec: and tcp: systems; time "
                           "in '" +
                               sut.kind + ":" + sut.where + "' is virtual",
                           "option-conflict");
  }
  return real;
}

}  // namespace

SutName read_sut(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos && colon + 1 < text.size()) {
    const std::string kind = text.substr(0, colon);
    const std::string where = text.substr(colon + 1);
    if (kind == "native" && is_model(where)) {
      throw base::InputError({},
                             "--sut '" + text +
                                 "' is a model and no shared library; expected "
                                 "model:" +
                                 where + " (" + where +
                                 " itself), or the library that is built of "
                                 "'catenary convert " +
                                 where + " --to adapter'",
                             "sut");
    }
    for (const char* const known :
         {"model", "native", "fmu", "exec", "tcp", "trace"}) {
      if (kind == known) return {kind, where};
    }
  }
  throw base::InputError(
      {},
      "--sut '" + text +
          "' names no system under test; expected "
          "native:LIBRARY.so, fmu:FILE.fmu, model:FILE, exec:COMMAND, "
          "tcp:HOST:PORT or trace:LOG",
      "sut");
}

std::string sut_text(const RunOptions& options) {
  std::string out;
  for (const std::string& sut : options.suts) {
    out += (out.empty() ? "" : ", ") + sut;
  }
  return out;
}

const std::string& only_sut(const RunOptions& options) {
  CATENARY_CHECK(options.suts.size() == 1, "one system, not several");
  return options.suts.front();
}

std::string sandbox_of(const RunOptions& options, const std::string& adapter) {
  if (options.sandbox == Sandbox::none) return adapter;
  return adapter == "none" ? "bubblewrap" : adapter + ", bubblewrap";
}

mpq_class seconds_of_text(const std::string& text) {
  // Beyond these a double cannot tell the times of steps apart.
  static const mpq_class kShortestStep(1, 1'000'000'000'000);
  static const mpq_class kLongestStep(1'000'000'000);
  static constexpr struct {
    const char* name;
    long per_second;
  } kUnits[] = {{"ms", 1000}, {"us", 1'000'000}, {"s", 1}, {"", 1}};
  for (const auto& unit : kUnits) {
    const std::string_view name = unit.name;
    if (!text.ends_with(name)) continue;
    const auto number =
        number_of(std::string_view(text).substr(0, text.size() - name.size()));
    if (!number) break;
    mpq_class seconds = *number / unit.per_second;
    if (seconds >= kShortestStep && seconds <= kLongestStep) return seconds;
    break;
  }
  throw base::InputError({},
                         "'" + text +
                             "' is not a step size; expected a time such as "
                             "10ms, 250us, 0.5s or 0.5",
                         "option-step-size");
}

mpq_class seconds_of_unit(const RunOptions& options,
                          const std::string& unit_text) {
  std::chrono::milliseconds unit = options.unit;
  if (unit.count() == 0) {
    try {
      option::parse_text(unit_text, unit);
    } catch (const base::InputError&) {
      unit = std::chrono::milliseconds(0);  // "step": the suite does not say
    }
  }
  if (unit.count() == 0) unit = std::chrono::milliseconds(100);
  mpq_class seconds(static_cast<long>(unit.count()), 1000);
  seconds.canonicalize();
  return seconds;
}

ModelOptions model_options(const suite::Suite& suite) {
  ModelOptions how{criteria_of(suite)};
  how.timers = kAllTimers;
  how.include = includes_of(suite);
  how.semantics = semantics_of(suite);
  how.assume = assumption_of(suite);
  how.stub_missing = suite.options.contains(kStubsOption);
  return how;
}

StepSut open_step_sut(const std::string& text,
                      const RunOptions& options,
                      const suite::Suite& suite,
                      Context& context) {
  const SutName name = read_sut(text);
  const std::string& where = name.where;
  StepSut sut;
  if (name.kind == "native") {
    (void)base::read_file(where);  // a missing library is an input error
    sut.adapter = exec::fresh_for_each_test(exec::isolate(
        [where] { return exec::make_native(where); }, {}, context.budget));
    return sut;
  }
  if (name.kind == "fmu") {
    sut.adapter = exec::make_fmu(where, fmu_options(options), context.budget);
    return sut;
  }
  if (name.kind == "exec" || name.kind == "tcp") {
    sut.adapter = exec::make_step_lines(
        address_of(name), line_options(options), context.budget);
    return sut;
  }
  if (name.kind == "trace") {
    sut.adapter = exec::make_step_trace(
        base::read_text_file(where), where, suite.signature);
    return sut;
  }
  if (kind_of(where) == ModelKind::contract) {
    sut.interface =
        std::make_unique<model::Interface>(load_interface(where, context));
    warn_if_changed(where, sut.interface->sha256, suite, context);
    const bool random = options.policy == Policy::random;
    sut.adapter = exec::contract::make_contract_model(
        *sut.interface,
        random ? std::optional(options.seed) : std::nullopt,
        context.budget);
    return sut;
  }
  ModelOptions how = model_options(suite);
  how.step_timeout = options.step_timeout;
  how.judged = !options.oracle.empty() || suite.model.kind == "req";
  const std::string model = with_capsule_of(suite, where, context);
  sut.system = std::make_unique<model::StepSystem>(
      load_step_system(model, how, context));
  const model::StepSystem& system = *sut.system;
  warn_if_changed(model, system.sha256, suite, context);
  sut.adapter = exec::isolate(
      [&system] {
        return exec::make_model(
            [&system] { return exec::simulate_step_system(system); });
      },
      {},
      context.budget);
  return sut;
}

TimedSut open_timed_sut(const std::string& text,
                        const RunOptions& options,
                        const suite::Suite& suite,
                        Context& context) {
  const SutName name = read_sut(text);
  const bool real = is_real_time(options, name);
  TimedSut sut;
  if (name.kind == "native" || name.kind == "fmu") {
    throw base::InputError(
        {},
        "--sut " + name.kind +
            ": is for suites that go by steps; "
            "expected model:, exec:, tcp: or trace: for timed "
            "tests",
        "sut");
  }
  if (name.kind == "trace") {
    sut.adapter =
        exec::make_trace(base::read_text_file(name.where), name.where);
    return sut;
  }
  if (name.kind == "model") {
    sut.automaton = std::make_unique<model::TimedAutomaton>(
        load_timed_automaton(name.where, context));
    warn_if_changed(name.where, sut.automaton->sha256, suite, context);
    exec::TimedModelOptions m;
    m.answers = answers_of(options);
    m.seed = options.seed;
    m.find_run = exec::timed::find_runs_of(*sut.automaton, context.budget);
    if (!options.online) {
      m.third_parties = exec::TimedModelOptions::ThirdParties::arranged;
    }
    sut.adapter = exec::make_timed_model(*sut.automaton, m);
    return sut;
  }
  sut.adapter = exec::make_timed_lines(
      address_of(name),
      real ? exec::TimeMode::real_time : exec::TimeMode::virtual_time,
      seconds_of_unit(options, suite.signature.time_unit),
      line_options(options),
      context.budget);
  return sut;
}

}  // namespace catenary::app
