// SPDX-License-Identifier: Apache-2.0
#include "app/run/mutation_run.h"

#include <limits>
#include <optional>
#include <ostream>
#include <string>

#include "app/run/run_results.h"
#include "base/journal/task_journal.h"
#include "base/wire.h"
#include "option/text.h"
#include "report/console/mutation.h"

namespace catenary::app {

using suite::MutantStatus;

namespace {

using Judged = std::optional<suite::MutantResult>;

std::string to_bytes(const Judged& judged) {
  base::WireWriter to;
  to.put(judged.has_value());
  if (judged) {
    to.put(judged->status, judged->reason, judged->test, judged->requirements);
  }
  return to.bytes();
}

/// `mutation` is not in the bytes.
Judged from_bytes(const std::string& bytes, const model::Mutation& mutation) {
  base::WireReader from(bytes);
  if (!from.get<bool>()) return std::nullopt;
  suite::MutantResult out;
  out.mutation = mutation;
  out.status = from.get_enum(MutantStatus::equivalent);
  from.get(out.reason, out.test, out.requirements);
  return out;
}

/// What the journal of the command says of a mutant, or else what the judge
/// says.
Judged judge_recorded(std::size_t index,
                      const model::Mutation& mutation,
                      const exec::mutation::Judge& judge) {
  base::TaskJournal* const journal = base::task_journal();
  if (journal == nullptr) return judge(index);
  const base::TaskName task("mutant " + mutation.id);
  const auto decode = [&](const std::string& bytes) {
    return from_bytes(bytes, mutation);
  };
  if (auto kept = base::find_decoded(*journal, task.path(), decode)) {
    return *std::move(kept);
  }
  Judged out = judge(index);
  journal->keep(task.path(), to_bytes(out));
  return out;
}

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

}  // namespace

exec::RunOptions mutant_run_options(const RunOptions& options) {
  exec::RunOptions out;
  out.suite_path = options.suite;
  out.sut = options.sut;
  out.tests = options.tests;
  return out;
}

ExitCode report_mutants(const RunOptions& options,
                        const std::vector<const model::Mutation*>& mutations,
                        const exec::mutation::Judge& judge,
                        std::chrono::steady_clock::time_point started,
                        Context& context) {
  std::uint32_t count = std::numeric_limits<std::uint32_t>::max();
  if (options.mutate != "all") option::parse_text(options.mutate, count);
  const std::vector<std::size_t> chosen =
      exec::mutation::choose_mutants(mutations.size(), count, options.seed);
  suite::MutationReport report;
  report.suite = options.suite;
  report.sut = options.sut;
  report.possible = mutations.size();
  std::size_t done = 0;
  const bool complete = exec::mutation::judge_mutants(
      chosen,
      [&](std::size_t i) {
        context.progress.update(
            {"testing mutants", done++, chosen.size(), mutations[i]->id});
        return judge_recorded(i, *mutations[i], judge);
      },
      context.budget,
      report);
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started)
          .count();
  return conclude(options, report, complete, context);
}

}  // namespace catenary::app
