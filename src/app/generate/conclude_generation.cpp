// SPDX-License-Identifier: Apache-2.0
#include "app/generate/conclude_generation.h"

#include <cstdint>
#include <ostream>

#include "app/events/event_log.h"
#include "app/report/publish.h"
#include "app/show.h"
#include "base/text_file.h"
#include "report/console/console.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::app {

void conclude_generation(const GenerateOptions& options,
                         suite::Suite& suite,
                         const suite::GenerateSummary& summary,
                         Context& context) {
  suite::revoke_untested_coverage(suite);
  suite::name_tests(suite);
  if (!options.output.empty()) {
    base::write_file(
        options.output,
        suite::write_suite(suite),
        options.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  append_step_summary(suite, nullptr, context);
  if (context.events != nullptr) {
    context.events->suite(suite, summary.bound);
    context.events->written("suite", options.output, "");
  }
  context.progress.finish();
  if (options.json) {
    context.out
        << report::generate_document(suite, summary, options.output).pretty();
    return;
  }
  report::ConsoleStyle style = report::console_style(1);
  style.colour = context.color;
  report::print_generate(context.out, suite, summary, style);
  if (!options.output.empty() && !options.quiet) {
    hint_at_page(options.output, "", context);
  }
}

void add_conclusions(const std::string& never,
                     const std::string& by,
                     const suite::Bound& bound,
                     suite::Suite& suite) {
  suite::Certificate unreachable;
  unreachable.kind = "unreachability";
  unreachable.claim = never;
  unreachable.by = by;
  for (const suite::SuiteGoal& g : suite.goals) {
    // An unreachable goal of a mutant is an equivalent mutant.
    if (g.status == suite::GoalStatus::unreachable && g.kind != "mutants") {
      unreachable.goals.push_back(g.id);
    }
  }
  if (!unreachable.goals.empty()) {
    suite.certificates.push_back(std::move(unreachable));
  }
  if (!bound.minimal()) return;
  suite::Certificate optimality;
  optimality.kind = "optimality";
  optimality.claim = "no suite of as few tests has fewer than " +
                     std::to_string(bound.lower) + " steps";
  optimality.by = bound.by;
  suite.certificates.push_back(std::move(optimality));
}

ExitCode exit_code_of(const suite::Suite& suite, double min_coverage) {
  std::uint64_t wanted = 0;
  std::uint64_t covered = 0;
  for (const suite::SuiteGoal& g : suite.goals) {
    const bool is_covered = g.status == suite::GoalStatus::covered;
    if (g.violation && is_covered) return ExitCode::findings;
    if (g.status == suite::GoalStatus::unreachable ||
        g.status == suite::GoalStatus::excluded) {
      continue;
    }
    ++wanted;
    if (is_covered) ++covered;
  }
  for (const suite::Finding& f : suite.findings) {
    if (f.severity == base::Severity::error) return ExitCode::findings;
  }
  const double percent = wanted == 0 ? 100.0
                                     : 100.0 * static_cast<double>(covered) /
                                           static_cast<double>(wanted);
  return percent < min_coverage ? ExitCode::findings : ExitCode::success;
}

}  // namespace catenary::app
