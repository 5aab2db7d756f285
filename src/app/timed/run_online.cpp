// SPDX-License-Identifier: Apache-2.0
#include "app/timed/run_online.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/events/event_log.h"
#include "app/model_file.h"
#include "app/run/run_results.h"
#include "app/run/sut.h"
#include "app/timed/timed_names.h"
#include "base/error.h"
#include "base/text_file.h"
#include "catenary/version.h"
#include "exec/adapter/line/message.h"
#include "exec/adapter/trace.h"
#include "exec/timed/online_session.h"
#include "option/text.h"
#include "report/console/console.h"
#include "report/console/paint.h"
#include "report/console/timed_run.h"
#include "report/documents.h"

namespace catenary::app {

namespace {

constexpr std::chrono::seconds kDefaultTime{10};

/// A recorded run of a log that may hold several, one after the other.
struct RecordedRun {
  std::string text;
  mpq_class until = 0;  ///< up to here everything is known
};

/// Cuts a log behind each line that ends a run. What is no log is left to the
/// adapter to name.
std::vector<RecordedRun> runs_of(const std::string& text) {
  std::vector<RecordedRun> out;
  bool is_new = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
    const std::string line = text.substr(at, end - at + 1);
    at = end + 1;
    if (line.find_first_not_of(" \t\r\n") == std::string::npos) continue;
    if (is_new) out.emplace_back();
    is_new = false;
    out.back().text += line;
    try {
      const suite::Json json = exec::parse_line(line, "log");
      const suite::Json* t = json.find("t");
      if (t != nullptr) out.back().until = exec::read_time(*t, "log");
      is_new = json.find("end") != nullptr;
    } catch (const base::InputError&) {
      continue;  // the adapter will say where
    }
  }
  return out;
}

/// The suite of no tests that says what the channels are.
suite::Suite interface_of(const model::TimedAutomaton& automaton,
                          const engine::symbolic::TestCaseOptions& options,
                          const std::string& unit) {
  suite::Suite out;
  out.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  out.model = {automaton.system, "xlia", automaton.path, automaton.sha256};
  out.signature =
      engine::symbolic::signature_of(automaton, options.uncontrollable, unit);
  return out;
}

/// How to test, all but the limit on steps.
exec::timed::OnlineOptions session_options(
    const RunOptions& options,
    const model::TimedAutomaton& automaton,
    const engine::symbolic::TestCaseOptions& test_case) {
  exec::timed::OnlineOptions o;
  o.seed = options.seed;
  o.time_out = test_case.time_out
                   ? *test_case.time_out
                   : mpq_class(automaton.largest_clock_constant() + 1);
  o.answer_time = options.step_timeout;
  return o;
}

/// What all sessions together came to.
struct Tested {
  std::string log;
  std::string sandbox = "none";
  std::uint64_t runs = 0;
  suite::TestResult result;
};

/// Adds one session to it.
void test_session(exec::timed::OnlineSession& session,
                  exec::TimedAdapter& adapter,
                  Tested& tested,
                  Context& context) {
  const std::int64_t before = std::max<std::int64_t>(tested.result.step, 0);
  const double seconds = tested.result.seconds;
  std::uint64_t runs = tested.runs;
  tested.result = session.test([&](const suite::TestResult& run) {
    tested.log += exec::write_log(run);
    context.progress.update(
        {"testing", 0, 0, report::plural(++runs, "run") + " so far"});
  });
  tested.result.step += before;
  tested.result.checked = static_cast<std::uint64_t>(tested.result.step);
  tested.result.seconds += seconds;
  tested.runs += session.runs();
  tested.sandbox = adapter.sandbox();
}

void print(std::ostream& out,
           const suite::TestResult& result,
           std::uint64_t runs,
           const report::ConsoleStyle& style) {
  report::print_verdict(out, result, style);
  if (result.verdict != suite::Verdict::pass) {
    report::print_events(out, result.events);
  }
  out << "\n"
      << report::plural(static_cast<std::uint64_t>(result.step), "observation")
      << " in " << report::plural(runs, "run") << "\n";
}

/// Log, results and what people or tools read.
void write(const RunOptions& options,
           const Tested& tested,
           const suite::RunResults& results,
           Context& context) {
  write_output(options.log, tested.log, options.force);
  write_output(options.output, suite::write_results(results), options.force);
  if (context.events != nullptr) {
    // There is no suite to show them with.
    context.events->written("online-results", options.output, "");
  }
  context.progress.finish();
  if (options.json) {
    context.out << report::run_document(results).pretty();
  } else {
    report::ConsoleStyle style = report::console_style(1);
    style.colour = context.color;
    print(context.out, tested.result, tested.runs, style);
  }
}

}  // namespace

OnlineLimit read_limit(const std::string& text) {
  OnlineLimit out;
  if (text.empty()) {
    out.time = kDefaultTime;
    return out;
  }
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::string unit =
      digits == std::string::npos ? "" : text.substr(digits);
  try {
    if (unit == "steps" || unit == " steps" || unit == "step" ||
        unit == " step") {
      option::parse_text(text.substr(0, digits), out.steps);
      if (out.steps > 0) return out;
    } else {
      option::parse_text(text, out.time);
      if (out.time.count() > 0) return out;
    }
  } catch (const base::InputError&) {
    out = {};  // the message below says more
  }
  throw base::InputError({},
                         "--for: expected a time or a number of steps, e.g. "
                         "10s or 500steps, found '" +
                             text + "'",
                         "option-for");
}

ExitCode run_online(const RunOptions& options, Context& context) {
  refuse_options(options.suite,
                 ModelKind::timed,
                 {{"--mutate", !options.mutate.empty()},
                  {"--test", !options.tests.empty()},
                  {"--policy", options.policy != Policy::minimal},
                  {"--keep-going", options.keep_going},
                  {"--junit", !options.junit.empty()},
                  {"--repeat", options.repeat != 1}});
  const OnlineLimit limit = read_limit(options.online_for);
  const model::TimedAutomaton automaton =
      load_timed_automaton(options.suite, context);
  const engine::symbolic::TestCaseOptions test_case =
      test_case_options(automaton, options);
  const suite::Suite suite = interface_of(
      automaton,
      test_case,
      options.unit.count() == 0 ? "100ms" : option::print_text(options.unit));
  base::Budget budget = context.budget;
  const bool shorter =
      limit.time.count() > 0 && limit.time < budget.time_left();
  const bool recorded = read_sut(only_sut(options)).kind == "trace";
  if (shorter && !recorded) budget.set_time(limit.time);
  engine::symbolic::Online online(automaton, test_case, budget);
  exec::timed::OnlineOptions o = session_options(options, automaton, test_case);
  o.max_steps = recorded ? 0 : limit.steps;
  context.progress.update({"testing", 0, 0, only_sut(options)});

  Tested tested;
  const auto test = [&](exec::TimedAdapter& adapter) {
    exec::timed::OnlineSession session(
        automaton, suite.signature, online, adapter, o, budget);
    test_session(session, adapter, tested, context);
  };
  if (recorded) {
    const std::string file = read_sut(only_sut(options)).where;
    std::vector<RecordedRun> all = runs_of(base::read_text_file(file));
    if (all.empty()) all.emplace_back();
    for (RecordedRun& run : all) {
      o.recorded_until = run.until;
      const auto adapter = exec::make_trace(std::move(run.text), file);
      test(*adapter);
      if (tested.result.verdict != suite::Verdict::pass) break;
    }
  } else {
    const TimedSut sut =
        open_timed_sut(only_sut(options), options, suite, context);
    test(*sut.adapter);
  }

  suite::RunResults results = results_of(options, suite);
  results.sandbox = sandbox_of(options, tested.sandbox);
  results.complete = !context.budget.interrupted();
  results.tests.push_back(tested.result);
  write(options, tested, results, context);
  if (context.budget.interrupted()) return ExitCode::interrupted;
  return static_cast<ExitCode>(suite::exit_code(results));
}

}  // namespace catenary::app
