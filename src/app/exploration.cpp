// SPDX-License-Identifier: Apache-2.0
#include "app/exploration.h"

#include <sched.h>

#include <algorithm>
#include <string>
#include <thread>

#include "app/check/conclusions.h"
#include "app/engine_choice.h"
#include "app/events/event_log.h"
#include "base/error.h"
#include "engine/reach/journal/recorded_search.h"
#include "engine/shadow/shadow.h"
#include "frontend/c/assumptions.h"

namespace catenary::app {

namespace reach = engine::reach;

namespace {

/// Where the assumptions forbid every first step, nothing was tested at all. A
/// state machine has its initialisation all the same.
void require_a_step(const model::StepSystem& system,
                    const reach::Result& reached,
                    Context& context) {
  if (!system.assume_where.known() || !reached.closed ||
      reached.transitions != 0 || !reached.findings.empty() ||
      reached.initial_ended) {
    return;
  }
  const auto assumed = std::ranges::find(
      system.warnings, frontend::c::kAssumed, &base::Diagnostic::code);
  if (assumed != system.warnings.end()) {
    context.progress.message(base::Diagnostic{
        base::Severity::warning,
        assumed->where,
        "the assumption leaves nothing that can happen after "
        "the initialisation",
        frontend::c::kNothingSent,
        {}}.render());
    return;
  }
  throw base::InputError(
      system.assume_where,
      "no input satisfies the assumptions in the initial "
      "state, so there is no test: expected assumptions that "
      "do not contradict each other or the ranges",
      "contradictory-assumptions");
}

/// For example "novelty: 8,410 states, 92,300 steps, 3 of 5 goals hit". Figures
/// that the engine does not have are left out.
std::string progress_text(const reach::Progress& p) {
  std::string text;
  if (p.engine[0] != '\0') text = std::string(p.engine) + ": ";
  if (p.states != 0) text += with_thousands(p.states) + " states, ";
  if (p.transitions != 0) text += with_thousands(p.transitions) + " steps, ";
  if (p.depth != 0) text += "depth " + std::to_string(p.depth) + ", ";
  return text + std::to_string(p.goals_hit) + " of " + std::to_string(p.goals) +
         " goals hit";
}

}  // namespace

std::uint32_t usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  // It fails on a machine with more than CPU_SETSIZE processors.
  const auto count = ::sched_getaffinity(0, sizeof cores, &cores) == 0
                         ? static_cast<unsigned>(CPU_COUNT(&cores))
                         : std::thread::hardware_concurrency();
  return std::max(1U, count);
}

std::uint32_t threads_for(const BudgetOptions& options) {
  if (options.jobs != 0) return options.jobs;
  return usable_cores();
}

reach::Options reach_options(const SearchOptions& search,
                             const BudgetOptions& budget,
                             const Context& context) {
  reach::Options o;
  o.max_steps = search.max_steps;
  o.jobs = threads_for(budget);
  o.step_time_limit = search.step_timeout;
  o.memory_bytes = context.budget.memory_bytes();
  return o;
}

reach::Result explore(const model::StepSystem& system,
                      EngineChoice choice,
                      const reach::Options& options,
                      const base::Budget& budget,
                      Context& context,
                      std::optional<base::WorkClock::time_point> end) {
  const auto before = base::WorkClock::now();
  SearchEvents events(context.events, system);
  reach::Result result = reach::explore_recorded(
      *make_engine(choice, system, end),
      "search",
      system,
      options,
      budget,
      [&](const reach::Progress& p) {
        context.progress.update(
            {"exploring", p.goals_hit, p.goals, progress_text(p)});
        events.progress(p);
      },
      reach::Kept::finished);
  result.work = std::chrono::duration_cast<std::chrono::milliseconds>(
      base::WorkClock::now() - before);
  require_a_step(system, result, context);
  context.progress.update({"replaying", 0, 0, ""});
  reach::confirm(
      system, result, {options.step_time_limit}, replay_budget(context.budget));
  engine::shadow::challenge(system, result, replay_budget(context.budget));
  events.result(result);
  return result;
}

base::Budget replay_budget(const base::Budget& of) {
  constexpr std::chrono::milliseconds kAfterDeadline{1000};
  constexpr std::chrono::milliseconds kMost{60'000};
  base::Budget budget;
  budget.set_time(of.has_deadline()
                      ? std::min(kMost, of.time_left() + kAfterDeadline)
                      : kMost);
  return budget;
}

}  // namespace catenary::app
