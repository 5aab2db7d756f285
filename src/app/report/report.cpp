// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary report` and `catenary trace`: what was generated and what came of
/// running it, for people and other tools.
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "app/commands.h"
#include "app/contract/contract_failures.h"
#include "app/contract/trace_oracle.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "app/report/page_content.h"
#include "app/report/results_file.h"
#include "app/report/serve_report.h"
#include "app/suite_file.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "report/console/console.h"
#include "report/console/trace.h"
#include "report/documents.h"
#include "report/export/csv.h"
#include "report/export/junit.h"
#include "report/html/html.h"
#include "suite/adaptive.h"
#include "suite/read.h"
#include "suite/results.h"

namespace catenary::app {

namespace {

report::ConsoleStyle style_of(const Context& context) {
  report::ConsoleStyle style = report::console_style(1);
  style.colour = context.color;
  return style;
}

/// The suite that results are about, found by the path they name; refused
/// where its content is another one.
suite::Suite suite_of(const suite::RunResults& results,
                      const std::string& path) {
  namespace fs = std::filesystem;
  std::string suite_path = results.suite_path;
  if (!fs::exists(suite_path)) {
    const fs::path beside =
        fs::path(path).parent_path() / fs::path(suite_path).filename();
    if (fs::exists(beside)) suite_path = beside.string();
  }
  const std::string text = suite::read_suite_text(suite_path);
  require_same_suite(results, path, text, suite_path);
  suite::Suite out = parse_suite(text, suite_path);
  for (const suite::TestResult& result : results.tests) {
    const suite::Test* test = out.find_test(result.id);
    const std::string why =
        test == nullptr ? "" : suite::why_not_its_path(*test, result);
    if (why.empty()) continue;
    throw base::InputError({path, 0, 0},
                           "the path in the result of test " +
                               result.id.substr(0, 12) +
                               " is not a path of that test: " + why,
                           "wrong-path");
  }
  return out;
}

/// Prints what a suite is, when there are no results.
void report_suite(const suite::Suite& suite,
                  const ReportOptions& options,
                  Context& context) {
  suite::GenerateSummary summary;
  const auto method = suite.options.find("method");
  summary.method = method == suite.options.end() ? "" : method->second;
  context.progress.finish();
  if (options.json) {
    context.out
        << report::generate_document(suite, summary, options.suite).pretty();
  } else {
    report::print_generate(context.out, suite, summary, style_of(context));
    for (const suite::Certificate& c : suite.certificates) {
      const std::string of =
          c.goals.empty() ? ""
                          : " of " + std::to_string(c.goals.size()) + " goals";
      context.out << report::printable(c.kind + of + ": " + c.claim + " (" +
                                       c.by + ")")
                  << "\n";
    }
  }
}

/// Prints what came of running a suite.
void report_results(const suite::Suite& suite,
                    const suite::RunResults& results,
                    const ReportOptions& options,
                    Context& context) {
  context.progress.finish();
  if (options.json) {
    context.out << report::run_document(results).pretty();
    return;
  }
  suite::GenerateSummary summary;
  report::print_generate(context.out, suite, summary, style_of(context));
  context.out << "\n";
  report::ConsoleRun console(context.out, style_of(context));
  console.run_begins(suite, results.sut);
  for (const suite::TestResult& r : results.tests) {
    if (const suite::Test* test = suite.find_test(r.id)) {
      console.test_ends(*test, r);
    }
  }
  console.run_ends(suite, results);
}

/// The diagnoses of all failed tests, for the console and for the page.
std::vector<report::TestDiagnoses> explain(const TraceOptions& options,
                                           const suite::Suite& suite,
                                           const suite::RunResults& results,
                                           Context& context) {
  std::vector<report::TestDiagnoses> out =
      report::trace_failures(suite, results);
  if (is_contract_suite(suite)) {
    trace_contracts(options, suite, results, context, out);
  }
  if (results.oracle) trace_oracle(options, suite, results, context, out);
  return out;
}

/// Writes the HTML page.
void write_page(const suite::Suite& suite,
                const suite::RunResults* results,
                const ReportOptions& options,
                Context& context) {
  if (options.html.empty()) return;
  report::PageContent content{.suite = suite, .suite_path = options.suite};
  if (results != nullptr) {
    content.results = results;
    content.results_path = options.results;
    TraceOptions trace;
    trace.results = options.results;
    try {
      content.diagnoses = explain(trace, suite, *results, context);
    } catch (const base::InputError&) {
      // The requirements are gone or have changed; what the run itself found
      // is still true.
      content.diagnoses = report::trace_failures(suite, *results);
    }
  }
  add_model(content, context);
  base::write_file(options.html,
                   report::write_html(content),
                   options.force ? base::Overwrite::yes : base::Overwrite::no);
}

}  // namespace

ExitCode report(const ReportOptions& options, Context& context) {
  if (options.serve) {
    const bool writes = !options.html.empty() || !options.junit.empty() ||
                        !options.csv.empty() || options.json;
    if (writes || (!options.command.empty() && !options.suite.empty())) {
      throw base::InputError(
          {},
          writes ? "--serve writes no files: expected it without --html, "
                   "--junit, --csv and --json"
                 : "--serve shows a suite or a command: expected SUITE or "
                   "'-- COMMAND', not both",
          "option-conflict");
    }
    return serve_report(options, context);
  }
  if (options.port != 0 || options.idle.count() != 0) {
    throw base::InputError(
        {}, "--port and --idle require --serve", "option-conflict");
  }
  const base::Overwrite overwrite =
      options.force ? base::Overwrite::yes : base::Overwrite::no;
  require_outputs(outputs_of(options),
                  {options.suite, options.results, config_file(options.config)},
                  options.force);
  const std::string suite_text = suite::read_suite_text(options.suite);
  const suite::Suite suite = parse_suite(suite_text, options.suite);
  const auto write_csv = [&] {
    if (options.csv.empty()) return;
    base::write_file(options.csv, report::write_csv(suite), overwrite);
  };
  if (options.results.empty()) {
    if (!options.junit.empty()) {
      throw base::InputError(
          {},
          "--junit reports verdicts: expected results after the suite",
          "results");
    }
    write_csv();
    write_page(suite, nullptr, options, context);
    report_suite(suite, options, context);
    return ExitCode::success;
  }
  const suite::RunResults results =
      read_results_of(options.results, suite_text, options.suite);
  write_csv();
  if (!options.junit.empty()) {
    base::write_file(options.junit,
                     report::write_junit(suite, results, {options.strict}),
                     overwrite);
  }
  write_page(suite, &results, options, context);
  report_results(suite, results, options, context);
  return ExitCode::success;
}

ExitCode trace(const TraceOptions& options, Context& context) {
  const suite::RunResults results = suite::read_results(
      suite::read_suite_text(options.results), options.results);
  // Of on-line tests the model is named in place of a suite; the results say
  // all there is to know.
  const bool online = results.suite_sha256 == results.model.sha256;
  const suite::Suite suite =
      online ? suite::Suite() : suite_of(results, options.results);
  const std::vector<report::TestDiagnoses> diagnoses =
      explain(options, suite, results, context);
  if (!is_contract_suite(suite) && !results.oracle) {
    refuse_options(options.results,
                   ModelKind::none,
                   {{"--all", options.all}, {"--latent", options.latent}});
  }
  context.progress.finish();
  if (options.json) {
    context.out << report::trace_document(options.results, diagnoses).pretty();
  } else {
    report::print_trace(context.out, diagnoses, style_of(context));
  }
  const bool explained = std::any_of(
      diagnoses.begin(), diagnoses.end(), [](const report::TestDiagnoses& t) {
        return !t.diagnoses.empty();
      });
  return explained ? ExitCode::findings : ExitCode::success;
}

}  // namespace catenary::app
