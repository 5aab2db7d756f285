// SPDX-License-Identifier: Apache-2.0
#include "app/run_online.h"

#include <ostream>

#include "app/model_file.h"
#include "app/online_session.h"
#include "app/run_results.h"
#include "app/sut.h"
#include "app/timed_names.h"
#include "base/error.h"
#include "base/text_file.h"
#include "catenary/version.h"
#include "exec/adapter/trace.h"
#include "option/text.h"
#include "report/console.h"
#include "report/documents.h"
#include "report/paint.h"
#include "report/timed_run.h"

namespace catenary::app {

namespace {

constexpr std::chrono::seconds kDefaultTime{10};

/// A log of several runs, one after the other, each with its last line.
class Log {
 public:
  void add(const suite::TestResult& result) { text_ += exec::write_log(result); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// The suite of no tests that says what the channels are.
suite::Suite interface_of(const model::TimedAutomaton& automaton,
                          const engine::symbolic::TestCaseOptions& options,
                          const std::string& unit) {
  suite::Suite out;
  out.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  out.model = {automaton.system, "xlia", automaton.path, automaton.sha256};
  out.signature = engine::symbolic::signature_of(
      automaton, options.uncontrollable, unit);
  return out;
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
      automaton, test_case,
      options.unit.count() == 0 ? "100ms" : option::print_text(options.unit));
  TimedSut sut = open_timed_sut(options, suite, context);

  base::Budget budget = context.budget;
  const bool shorter =
      limit.time.count() > 0 && limit.time < budget.time_left();
  if (shorter) budget.set_time(limit.time);
  engine::symbolic::Online online(automaton, test_case, budget);
  OnlineOptions o;
  o.seed = options.seed;
  o.max_steps = limit.steps;
  o.time_out = test_case.time_out
                   ? *test_case.time_out
                   : mpq_class(automaton.largest_clock_constant() + 1);
  o.answer_time = options.step_timeout;
  OnlineSession session(
      automaton, suite.signature, online, *sut.adapter, o, budget);
  context.progress.update({"testing", 0, 0, options.sut});
  Log log;
  const suite::TestResult result = session.test(
      [&log](const suite::TestResult& run) { log.add(run); });

  suite::RunResults results = results_of(options, suite);
  results.sandbox = sut.adapter->sandbox();
  results.complete = !context.budget.interrupted();
  results.tests.push_back(result);
  write_output(options.log, log.text(), options.force);
  write_output(options.output, suite::write_results(results), options.force);
  context.progress.finish();
  if (options.json) {
    context.out << report::run_document(results).pretty();
  } else {
    report::ConsoleStyle style = report::console_style(1);
    style.colour = context.color;
    print(context.out, result, session.runs(), style);
  }
  if (context.budget.interrupted()) return ExitCode::interrupted;
  return static_cast<ExitCode>(suite::exit_code(results));
}

}  // namespace catenary::app
