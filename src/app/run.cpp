// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run`: a suite on a system under test.
#include <memory>
#include <ostream>
#include <string>

#include "app/commands.h"
#include "app/model_file.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "exec/adapter/fresh.h"
#include "exec/adapter/isolated.h"
#include "exec/adapter/model.h"
#include "exec/adapter/native.h"
#include "exec/runner.h"
#include "report/console.h"
#include "report/documents.h"
#include "report/junit.h"
#include "suite/read.h"
#include "suite/results.h"

namespace catenary::app {

namespace {

/// A SUT and what it needs to live.
struct Sut {
  std::unique_ptr<model::StepSystem> system;
  std::unique_ptr<exec::Adapter> adapter;
};

/// The criteria whose goals the suite checks on its model.
std::vector<std::string> criteria_of(const suite::Suite& suite) {
  for (const suite::SuiteGoal& g : suite.goals) {
    if (g.kind == "branch") return {"branch"};
  }
  return {"property"};
}

Sut open_sut(const RunOptions& options,
             const suite::Suite& suite,
             Context& context) {
  const std::size_t colon = options.sut.find(':');
  const std::string kind = options.sut.substr(0, colon);
  const std::string where =
      colon == std::string::npos ? "" : options.sut.substr(colon + 1);
  if (where.empty() || (kind != "native" && kind != "model")) {
    throw base::InputError(
        {},
        "--sut '" + options.sut +
            "' names no system under test; expected native:LIBRARY.so or "
            "model:FILE",
        "sut");
  }
  Sut sut;
  if (kind == "native") {
    (void)base::read_file(where);  // a missing library is an input error
    sut.adapter = exec::fresh_for_each_test(exec::isolate(
        [where] { return exec::make_native(where); }, {}, context.budget));
    return sut;
  }
  sut.system = std::make_unique<model::StepSystem>(load_step_system(
      where, {criteria_of(suite), options.step_timeout}, context));
  const model::StepSystem& system = *sut.system;
  if (where == suite.model.path && system.sha256 != suite.model.sha256) {
    context.progress.message(base::Diagnostic{
        base::Severity::warning,
        {where, 0, 0},
        "this model is not the one the suite was made from: "
        "it has changed since",
        "model-changed",
        {}}.render());
  }
  sut.adapter = exec::isolate(
      [&system] {
        return exec::make_model(
            [&system] { return exec::simulate_step_system(system); });
      },
      {},
      context.budget);
  return sut;
}

void write_output(const std::string& path,
                  const std::string& text,
                  bool force) {
  if (path.empty()) return;
  base::write_file(
      path, text, force ? base::Overwrite::yes : base::Overwrite::no);
}

}  // namespace

ExitCode run(const RunOptions& options, Context& context) {
  for (const std::string& path : {options.output, options.junit}) {
    if (path.empty()) continue;
    base::check_can_write(
        path, options.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  const std::string text = base::read_text_file(options.suite);
  const suite::Suite suite = suite::read_suite(text, options.suite);
  Sut sut = open_sut(options, suite, context);

  exec::RunOptions o;
  o.suite_path = options.suite;
  o.suite_sha256 = base::sha256(text);
  o.sut = options.sut;
  o.step_time = options.step_timeout;
  o.test_time = options.test_timeout;
  o.keep_going = options.keep_going;
  o.repeat = options.repeat;
  context.progress.finish();
  report::ConsoleStyle style = report::console_style(1);
  style.colour = context.color;
  report::ConsoleRun console(context.out, style);
  suite::RunListener silent;
  suite::RunListener& listener =
      options.json ? silent : static_cast<suite::RunListener&>(console);
  const suite::RunResults results = exec::run_suite(
      suite, *sut.adapter, o, nullptr, listener, context.budget);

  write_output(options.output, suite::write_results(results), options.force);
  write_output(options.junit,
               report::write_junit(suite, results, {options.strict}),
               options.force);
  if (options.json) context.out << report::run_document(results).pretty();
  if (context.budget.interrupted()) return ExitCode::interrupted;
  return static_cast<ExitCode>(suite::exit_code(results));
}

}  // namespace catenary::app
