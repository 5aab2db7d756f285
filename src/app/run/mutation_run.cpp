// SPDX-License-Identifier: Apache-2.0
#include "app/run/mutation_run.h"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <string>

#include "app/run/run_results.h"
#include "base/rng.h"
#include "option/text.h"
#include "report/console/console.h"

namespace catenary::app {

using report::MutantStatus;

std::vector<std::size_t> chosen_mutants(const RunOptions& options,
                                        std::size_t possible) {
  std::vector<std::size_t> out(possible);
  std::iota(out.begin(), out.end(), std::size_t{0});
  if (options.mutate == "all") return out;
  std::uint32_t count = 0;
  option::parse_text(options.mutate, count);
  if (count >= possible) return out;
  base::Rng random(options.seed);
  random.shuffle(out);
  out.resize(count);
  std::sort(out.begin(), out.end());
  return out;
}

ExitCode conclude_mutation(const RunOptions& options,
                           const report::MutationReport& report,
                           bool complete,
                           Context& context) {
  const std::string document = report::mutation_document(report).pretty();
  write_output(options.output, document, options.force);
  context.progress.finish();
  if (options.json) {
    context.out << document;
  } else {
    report::ConsoleStyle style = report::console_style(1);
    style.colour = context.color;
    report::print_mutation(context.out, report, style);
  }
  if (context.budget.interrupted()) return ExitCode::interrupted;
  if (report.count(MutantStatus::survived) > 0) return ExitCode::findings;
  if (!complete) return ExitCode::budget_spent;
  return report.count(MutantStatus::broken) > 0 ? ExitCode::tool_error
                                                : ExitCode::success;
}

}  // namespace catenary::app
