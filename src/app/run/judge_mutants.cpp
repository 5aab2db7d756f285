// SPDX-License-Identifier: Apache-2.0
#include "app/run/judge_mutants.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/run/fleet_mutants.h"
#include "base/error.h"
#include "base/journal/task_journal.h"
#include "base/wire.h"
#include "exec/parallel.h"

namespace catenary::app {

namespace {

using suite::MutantStatus;

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

/// A mutant of those that are judged.
struct MutantTask {
  std::size_t index = 0;  ///< in MutantsToJudge::mutations
  std::string name;       ///< in the journal; empty where there is none
  std::optional<Judged> judged;
};

std::vector<MutantTask> tasks_of(const MutantsToJudge& mutants) {
  base::TaskJournal* const journal = base::task_journal();
  std::vector<MutantTask> out;
  for (const std::size_t index : mutants.chosen) {
    const model::Mutation& mutation = *mutants.mutations[index];
    const base::TaskName task("mutant " + mutation.id);
    out.push_back({index, task.path(), std::nullopt});
    if (journal == nullptr) continue;
    out.back().judged = base::find_decoded(
        *journal, task.path(), [&](const std::string& bytes) {
          return from_bytes(bytes, mutation);
        });
  }
  return out;
}

void keep(const MutantTask& task, const std::string& bytes) {
  if (base::TaskJournal* const journal = base::task_journal()) {
    journal->keep(task.name, bytes);
  }
}

/// The bytes of what the judge says; nothing where a limit ended it.
std::optional<std::string> judge_one(const MutantsToJudge& mutants,
                                     std::size_t index,
                                     const base::Budget& budget) {
  try {
    std::string out = to_bytes(mutants.judge(index));
    // What a limit ended may look like a refusal or a crash.
    if (budget.poll() == base::StopReason::none) return out;
  } catch (const base::StoppedError&) {
    return std::nullopt;  // while it was compiled
  }
  return std::nullopt;
}

bool judge_at_once(const MutantsToJudge& mutants,
                   std::uint32_t jobs,
                   const base::Budget& budget,
                   std::vector<MutantTask>& tasks) {
  std::vector<MutantTask*> open;
  for (MutantTask& task : tasks) {
    if (!task.judged) open.push_back(&task);
  }
  exec::ParallelWork work;
  work.pieces = open.size();
  work.close = [](std::size_t) {};
  // One byte more, so that a piece that was ended differs from all others.
  work.run = [&](std::size_t, std::size_t k) {
    const auto bytes = judge_one(mutants, open[k]->index, budget);
    return bytes ? "+" + *bytes : std::string("-");
  };
  bool complete = true;
  const bool all = exec::run_in_processes(
      work,
      std::min<std::size_t>(jobs, work.pieces),
      budget,
      [&](std::size_t k, const std::string& text) {
        const model::Mutation& mutation = *mutants.mutations[open[k]->index];
        mutants.tell(mutation.id);
        if (text.starts_with('+')) {
          const std::string bytes = text.substr(1);
          keep(*open[k], bytes);
          open[k]->judged = from_bytes(bytes, mutation);
        } else {
          complete = false;
        }
      });
  return all && complete;
}

bool judge_in_turn(const MutantsToJudge& mutants,
                   const base::Budget& budget,
                   std::vector<MutantTask>& tasks) {
  for (MutantTask& task : tasks) {
    if (task.judged) continue;
    if (budget.poll() != base::StopReason::none) return false;
    const model::Mutation& mutation = *mutants.mutations[task.index];
    mutants.tell(mutation.id);
    const auto bytes = judge_one(mutants, task.index, budget);
    if (!bytes) return false;
    keep(task, *bytes);
    task.judged = from_bytes(*bytes, mutation);
  }
  return true;
}

void ask_fleet(const MutantsToJudge& mutants,
               const base::Budget& budget,
               std::vector<MutantTask>& tasks) {
  std::vector<WantedMutant> wanted;
  for (const MutantTask& task : tasks) {
    wanted.push_back(
        {mutants.mutations[task.index]->id, !task.judged.has_value()});
  }
  judge_by_fleet(
      wanted, *mutants.fleet, budget, [&](std::size_t i, Judged judged) {
        MutantTask& task = tasks[i];
        if (judged) judged->mutation = *mutants.mutations[task.index];
        mutants.tell(wanted[i].id);
        keep(task, to_bytes(judged));
        task.judged = std::move(judged);
      });
}

}  // namespace

bool judge_mutants(const MutantsToJudge& mutants,
                   std::uint32_t jobs,
                   const base::Budget& budget,
                   suite::MutationReport& report) {
  std::vector<MutantTask> tasks = tasks_of(mutants);
  if (mutants.fleet != nullptr) ask_fleet(mutants, budget, tasks);
  const bool complete = jobs > 1 ? judge_at_once(mutants, jobs, budget, tasks)
                                 : judge_in_turn(mutants, budget, tasks);
  for (MutantTask& task : tasks) {
    if (!task.judged) continue;
    if (*task.judged) {
      report.mutants.push_back(**std::move(task.judged));
    } else {
      ++report.not_compiling;
    }
  }
  return complete;
}

}  // namespace catenary::app
