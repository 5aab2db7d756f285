// SPDX-License-Identifier: Apache-2.0
#include "app/run/mutation_run.h"

#include <limits>
#include <ostream>
#include <string>

#include "app/run/judge_mutants.h"
#include "app/run/run_results.h"
#include "app/run/selection.h"
#include "app/run/sut.h"
#include "base/error.h"
#include "option/text.h"
#include "report/console/mutation.h"

namespace catenary::app {

using suite::MutantStatus;

namespace {

/// Writes and prints the report. `complete`: it has every mutant asked for.
ExitCode conclude(const RunOptions& options,
                  const suite::MutationReport& report,
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
  context.partial = !complete;
  if (context.budget.interrupted()) return ExitCode::interrupted;
  if (report.count(MutantStatus::survived) > 0) return ExitCode::findings;
  if (!complete) return ExitCode::budget_spent;
  return report.count(MutantStatus::broken) > 0 ? ExitCode::tool_error
                                                : ExitCode::success;
}

/// The mutants of --mutate, and of them those of --shard. Throws
/// base::InputError if there are none.
std::vector<std::size_t> chosen_mutants(const RunOptions& options,
                                        std::size_t possible) {
  std::uint32_t count = std::numeric_limits<std::uint32_t>::max();
  if (options.mutate != "all") option::parse_text(options.mutate, count);
  std::vector<std::size_t> out =
      exec::mutation::choose_mutants(possible, count, options.seed);
  if (options.shard.empty()) return out;
  const Shard shard = read_shard(options.shard);
  std::vector<std::size_t> part;
  for (std::size_t i = shard.part - 1; i < out.size(); i += shard.of) {
    part.push_back(out[i]);
  }
  if (part.empty() && !out.empty() && !options.allow_empty) {
    throw base::InputError({options.suite, 0, 0},
                           "--shard " + options.shard +
                               " has no mutants: there are only " +
                               std::to_string(out.size()) +
                               "; expected fewer shards, or --allow-empty",
                           "nothing-selected");
  }
  return part;
}

}  // namespace

exec::RunOptions mutant_run_options(const RunOptions& options) {
  exec::RunOptions out;
  out.suite_path = options.suite;
  out.sut = only_sut(options);
  out.tests = options.tests;
  return out;
}

ExitCode report_mutants(const RunOptions& options,
                        const std::vector<const model::Mutation*>& mutations,
                        const exec::mutation::Judge& judge,
                        std::chrono::steady_clock::time_point started,
                        Context& context) {
  const std::vector<std::size_t> chosen =
      chosen_mutants(options, mutations.size());
  suite::MutationReport report;
  report.suite = options.suite;
  report.sut = only_sut(options);
  report.possible = mutations.size();
  std::size_t done = 0;
  const MutantsToJudge mutants{
      mutations,
      chosen,
      judge,
      [&](const std::string& id) {
        context.progress.update({"testing mutants", done++, chosen.size(), id});
      },
      context.fleet};
  const bool complete =
      judge_mutants(mutants, options.jobs, context.budget, report);
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started)
          .count();
  return conclude(options, report, complete, context);
}

}  // namespace catenary::app
