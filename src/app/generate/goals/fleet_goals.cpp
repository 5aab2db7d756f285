// SPDX-License-Identifier: Apache-2.0
#include "app/generate/goals/fleet_goals.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/batch/executor.h"
#include "app/fleet/fleet_executor.h"
#include "base/error.h"
#include "base/journal/task_journal.h"
#include "base/sha256.h"

namespace catenary::app {

namespace {

/// Calls a fleet once, for the tasks that have no answer yet.
class GoalAsking {
 public:
  GoalAsking(const std::vector<GoalTask>& tasks,
             const CommandFleet& fleet,
             const base::Budget& budget,
             Context& context)
      : tasks_(tasks),
        fleet_(fleet),
        budget_(budget),
        context_(context),
        answers_(tasks.size()),
        answered_(tasks.size()) {}

  std::vector<GoalTaskAnswer> run() {
    name_tasks();
    if (std::ranges::find(answered_, false) == answered_.end()) {
      return std::move(answers_);
    }
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      if (!answered_[t]) answers_[t].why = "no worker has answered";
    }
    try {
      ask();
    } catch (const DisagreementError&) {
      throw;  // nothing that this fleet says is to be believed
    } catch (const base::StoppedError&) {
      return std::move(answers_);
    } catch (const base::ToolError& e) {
      context_.log.warning(std::string(e.what()) +
                           "; goals that are open stay undecided");
    }
    return std::move(answers_);
  }

 private:
  /// Gives each task its name in the journal, and takes what that has.
  void name_tasks() {
    base::TaskJournal* const journal = base::task_journal();
    if (journal == nullptr) return;
    constexpr std::size_t kDigits = 16;
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      const std::string what =
          tasks_[t].ids + " " + std::to_string(tasks_[t].work.count());
      const base::TaskName name("goals " +
                                base::sha256(what).substr(0, kDigits));
      names_.push_back(name.path());
      if (auto suite = journal->find(name.path())) {
        answers_[t].suite = std::move(*suite);
        answered_[t] = true;
      }
    }
  }

  Task task_of(std::size_t t) const {
    Task out;
    out.id = t;
    out.words = fleet_.words;
    std::vector<std::string> more = {
        "--goal=" + tasks_[t].ids,
        "--work=" + std::to_string(tasks_[t].work.count())};
    if (budget_.has_deadline()) {
      const auto left =
          std::max(budget_.time_left(), std::chrono::milliseconds(1));
      more.push_back("--timeout=" + std::to_string(left.count()) + "ms");
    }
    out.words.insert(out.words.begin() + 1, more.begin(), more.end());
    return out;
  }

  void ask() {
    const std::unique_ptr<Executor> executor = fleet_.start();
    std::size_t next = 0;
    std::size_t done = 0;
    const auto submit_some = [&] {
      for (; next < tasks_.size() && executor->free_places() > 0; ++next) {
        if (answered_[next]) {
          ++done;
        } else {
          executor->submit(task_of(next));
        }
      }
      context_.progress.update({"asking workers", done, tasks_.size(), ""});
    };
    submit_some();
    while (const auto result = executor->next(budget_)) {
      take(*result);
      ++done;
      submit_some();
    }
  }

  void take(const TaskResult& result) {
    GoalTaskAnswer& answer = answers_[result.id];
    if (!result.crash.empty()) {
      answer.why = "the process of a worker that searched for it was ended: " +
                   result.crash;
      return;
    }
    if (result.out.empty()) {
      answer.why = "the search of a worker failed";
      context_.log.debug(result.err);
      return;
    }
    answer = {result.out, ""};
    // What a deadline ended may be answered better the next time.
    if (budget_.has_deadline() && result.partial) return;
    if (base::TaskJournal* const journal = base::task_journal()) {
      journal->keep(names_[result.id], answer.suite);
    }
  }

  const std::vector<GoalTask>& tasks_;
  const CommandFleet& fleet_;
  const base::Budget& budget_;
  Context& context_;
  std::vector<GoalTaskAnswer> answers_;
  std::vector<bool> answered_;      ///< by the journal
  std::vector<std::string> names_;  ///< in the journal; empty without one
};

}  // namespace

std::vector<std::vector<std::uint32_t>> groups_of(
    const std::vector<std::uint32_t>& goals, std::size_t most) {
  const std::size_t groups = std::min(goals.size(), most);
  std::vector<std::vector<std::uint32_t>> out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < groups; ++i) {
    const std::size_t end = goals.size() * (i + 1) / groups;
    out.emplace_back(goals.begin() + static_cast<std::ptrdiff_t>(next),
                     goals.begin() + static_cast<std::ptrdiff_t>(end));
    next = end;
  }
  return out;
}

std::vector<GoalTaskAnswer> ask_fleet_for_goals(
    const std::vector<GoalTask>& tasks,
    const CommandFleet& fleet,
    const base::Budget& budget,
    Context& context) {
  return GoalAsking(tasks, fleet, budget, context).run();
}

}  // namespace catenary::app
