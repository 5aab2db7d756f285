// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run`: a suite on a system under test.
#include <algorithm>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/contract/contract_failures.h"
#include "app/contract/contract_oracle.h"
#include "app/events/event_log.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "app/report/publish.h"
#include "app/run/run_checks.h"
#include "app/run/run_mutants.h"
#include "app/run/run_results.h"
#include "app/run/selection.h"
#include "app/run/signal_map.h"
#include "app/run/sut.h"
#include "app/show.h"
#include "app/suite_file.h"
#include "app/timed/run_online.h"
#include "app/timed/timed_run.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "exec/adapter/renamed.h"
#include "exec/adapter/step_trace.h"
#include "exec/adapter/trace.h"
#include "exec/runner.h"
#include "exec/timed/constraint_solver.h"
#include "exec/tree/tree_run.h"
#include "report/console/console.h"
#include "report/console/failure.h"
#include "report/documents.h"
#include "report/export/junit.h"
#include "suite/adaptive.h"
#include "suite/read.h"
#include "suite/results.h"

namespace catenary::app {

namespace {

/// The suite with those tests only that are trees, or that are not.
suite::Suite part_of(const suite::Suite& suite, bool trees) {
  suite::Suite out = suite;
  std::erase_if(out.tests, [trees](const suite::Test& t) {
    return suite::is_automaton(t) != trees;
  });
  return out;
}

/// Passes on what happens to tests; the run begins and ends once.
class Middle final : public suite::RunListener {
 public:
  explicit Middle(suite::RunListener& to) : to_(to) {}
  void test_begins(const suite::Test& test, std::size_t index) override {
    to_.test_begins(test, index);
  }
  void test_ends(const suite::Test& test,
                 const suite::TestResult& result) override {
    to_.test_ends(test, result);
  }

 private:
  suite::RunListener& to_;
};

class Run {
 public:
  Run(const RunOptions& options,
      const suite::Suite& suite,
      const Chosen& chosen,
      std::string sha256,
      Context& context)
      : options_(options),
        suite_(suite),
        chosen_(chosen),
        sha256_(std::move(sha256)),
        context_(context) {}

  suite::RunResults run(suite::RunListener& listener) {
    bool trees = false;
    bool others = false;
    for (const suite::Test& t : suite_.tests) {
      if (!chosen_.has(t)) continue;
      (suite::is_automaton(t) ? trees : others) = true;
    }
    // A timed suite without tests is run as one with tests.
    if (!trees && suite_.tests.empty() && suite_.model.kind == "xlia") {
      return run_trees(suite_, listener);
    }
    if (!trees) return run_steps(suite_, listener);
    if (!others) return run_trees(suite_, listener);
    Middle middle(listener);
    listener.run_begins(suite_, sut_text(options_));
    suite::RunResults out = run_steps(part_of(suite_, false), middle);
    const suite::RunResults more = run_trees(part_of(suite_, true), middle);
    out.channels = more.channels;
    out.complete = out.complete && more.complete;
    out.tests.insert(out.tests.end(), more.tests.begin(), more.tests.end());
    listener.run_ends(suite_, out);
    return out;
  }

 private:
  exec::RunOptions run_options(const suite::Suite& suite) {
    exec::RunOptions o;
    o.suite_path = options_.suite;
    o.suite_sha256 = sha256_;
    o.sut = sut_text(options_);
    o.step_time = options_.step_timeout;
    o.test_time = options_.test_timeout;
    o.keep_going = options_.keep_going;
    o.repeat = options_.repeat;
    o.jobs = options_.jobs;
    o.keep_results = true;
    o.unreachable = [this](const std::string& sut, const std::string& why) {
      say_unreachable(sut, why);
    };
    for (const suite::Test& t : suite.tests) {
      if (!chosen_.all() && chosen_.has(t)) o.tests.push_back(t.id);
    }
    return o;
  }

  suite::RunResults run_steps(const suite::Suite& suite,
                              suite::RunListener& listener) {
    std::vector<StepSut> suts;
    std::vector<exec::Bench> benches;
    for (const std::string& text : options_.suts) {
      StepSut& sut =
          suts.emplace_back(open_step_sut(text, options_, suite, context_));
      if (options_.oracle.empty() && !options_.map.empty()) {
        sut.adapter =
            exec::renamed(std::move(sut.adapter), signal_map(options_, suite));
      }
      benches.push_back({text, sut.adapter.get()});
    }
    exec::RunOptions o = run_options(suite);
    std::optional<ContractOracle> oracle;
    if (!options_.oracle.empty()) {
      o.oracle = &oracle.emplace(options_, suite, context_);
      o.expectations = !options_.oracle_only;
    }
    context_.progress.finish();
    ContractListener named(suite, options_.suite, context_, listener);
    suite::RunResults out =
        exec::run_suite(suite, benches, o, named, context_.budget);
    named.put_into(out);
    if (oracle) out.oracle = oracle->reference();
    return out;
  }

  suite::RunResults run_trees(const suite::Suite& suite,
                              suite::RunListener& listener) {
    std::vector<TimedSut> suts;
    std::vector<exec::TimedBench> benches;
    for (const std::string& text : options_.suts) {
      const TimedSut& sut =
          suts.emplace_back(open_timed_sut(text, options_, suite, context_));
      benches.push_back({text, sut.adapter.get()});
    }
    context_.progress.finish();
    const auto solver = exec::timed::make_constraint_solver(
        exec::timed::kSolverTime, context_.budget);
    exec::TimedRunOptions o = timed_run_options(options_);
    o.run = run_options(suite);
    return exec::run_timed_suite(
        suite, benches, o, solver.get(), listener, context_.budget);
  }

  /// Warns once of a bench, which may have been asked for both kinds of tests.
  void say_unreachable(const std::string& sut, const std::string& why) {
    if (!unreachable_.insert(sut).second) return;
    context_.log.warning(
        "--sut '" + sut + "' gets " +
        (options_.jobs > 1 ? "fewer tests at a time" : "no more tests") +
        ", since it cannot be reached: " + why);
  }

  const RunOptions& options_;
  const suite::Suite& suite_;
  const Chosen& chosen_;
  std::string sha256_;
  Context& context_;
  std::set<std::string> unreachable_;  ///< benches that were warned of
};

/// The files that options ask for.
void write_files(const RunOptions& options,
                 const suite::Suite& suite,
                 const suite::RunResults& results,
                 const Context& context) {
  if (!options.log.empty() && !results.tests.empty()) {
    const bool timed = !results.tests.front().events.empty() ||
                       std::ranges::any_of(suite.tests, suite::is_automaton);
    write_output(options.log,
                 timed ? exec::write_log(results.tests.front())
                       : exec::write_step_log(suite, results),
                 options.force);
  }
  write_output(options.output, suite::write_results(results), options.force);
  write_output(options.junit,
               report::write_junit(suite, results, {options.strict}),
               options.force);
  if (context.events != nullptr) {
    context.events->written("results", options.output, options.suite);
  }
}

/// What people see of a run.
report::ConsoleRun console_of(const RunOptions& options,
                              const suite::Suite& suite,
                              const Chosen& chosen,
                              Context& context) {
  report::ConsoleStyle style = report::console_style(1);
  style.colour = context.color;
  report::ConsoleRun out(context.out,
                         style,
                         options.verbose ? report::FailureDetail::everything
                                         : report::FailureDetail::brief);
  if (!chosen.all()) {
    out.select(static_cast<std::size_t>(std::ranges::count_if(
        suite.tests, [&](const suite::Test& t) { return chosen.has(t); })));
  }
  return out;
}

ExitCode run_suite_file(const RunOptions& options, Context& context) {
  const std::string text = suite::read_suite_text(options.suite);
  const suite::Suite original = parse_suite(text, options.suite);
  suite::Suite suite = original;
  require_oracle(options, suite);
  require_step_options_only(options, suite);
  if (suite.tests.empty() && !options.allow_empty) {
    context.log.warning(options.suite +
                        ": the suite has no tests, so nothing was tested; "
                        "--allow-empty accepts that");
  }
  const Chosen chosen = choose_tests(options, suite, context);
  require_one_test(options, suite, chosen);
  if (options.shuffle) base::Rng(options.seed).shuffle(suite.tests);
  if (!options.mutate.empty()) {
    std::erase_if(suite.tests,
                  [&](const suite::Test& t) { return !chosen.has(t); });
    RunOptions all = options;
    all.tests.clear();
    return run_mutants(all, suite, context);
  }
  report::ConsoleRun console = console_of(options, suite, chosen, context);
  suite::RunListener silent;
  suite::RunListener& listener =
      options.json ? silent : static_cast<suite::RunListener&>(console);
  ReportedRun reported(listener, context.events);
  suite::RunResults results =
      Run(options, suite, chosen, base::sha256(text), context).run(reported);
  results.sandbox = sandbox_of(options, results.sandbox);

  write_files(options, original, results, context);
  append_step_summary(original, &results, context);
  if (options.json) {
    context.out << report::run_document(results).pretty();
  } else if (!options.quiet) {
    hint_at_page(options.suite, options.output, context);
  }
  if (context.budget.interrupted()) return ExitCode::interrupted;
  if (results.tests.empty() && results.complete) {
    return options.allow_empty ? ExitCode::success : ExitCode::inconclusive;
  }
  return static_cast<ExitCode>(suite::exit_code(results));
}

}  // namespace

suite::RunResults results_of(const RunOptions& options,
                             const suite::Suite& suite) {
  suite::RunResults out;
  out.tool = suite.tool;
  out.suite_path = options.suite;
  out.suite_sha256 = base::sha256(suite::read_suite_text(options.suite));
  out.model = suite.model;
  out.sut = sut_text(options);
  out.repeat = options.repeat;
  out.channels = suite.signature.channels;
  return out;
}

void write_output(const std::string& path,
                  const std::string& text,
                  bool force) {
  if (path.empty()) return;
  base::write_file(
      path, text, force ? base::Overwrite::yes : base::Overwrite::no);
}

exec::TimedRunOptions timed_run_options(const RunOptions& options) {
  exec::TimedRunOptions out;
  out.policy = options.policy;
  out.seed = options.seed;
  return out;
}

ExitCode run(const RunOptions& options, Context& context) {
  require_suts(options);
  std::vector<std::string> inputs{
      options.suite, options.oracle, config_file(options.config)};
  for (const std::string& text : options.suts) {
    const SutName sut = read_sut(text);
    inputs.push_back(sut.where);
    // A command has several words; files among them are the system under test.
    std::istringstream words(sut.where);
    for (std::string word; words >> word;) inputs.push_back(word);
  }
  require_outputs(outputs_of(options), inputs, options.force);
  if (options.online) {
    refuse_options("--online",
                   ModelKind::none,
                   {{"--oracle", !options.oracle.empty()},
                    {"--map", !options.map.empty()},
                    {"--map-value", !options.map_value.empty()},
                    {"--oracle-only", options.oracle_only},
                    {"--goal", !options.goals.empty()},
                    {"--requirement", !options.requirements.empty()},
                    {"--last-failed", !options.last_failed.empty()},
                    {"--shard", !options.shard.empty()},
                    {"--jobs", options.jobs != 1},
                    {"--shuffle", options.shuffle}});
    return run_online(options, context);
  }
  if (is_model(options.suite)) {
    throw base::InputError({options.suite, 0, 0},
                           "this is a model, not a suite; expected a suite "
                           "that 'catenary generate -o' wrote, or --online",
                           "wrong-input");
  }
  return run_suite_file(options, context);
}

}  // namespace catenary::app
