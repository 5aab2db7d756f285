// SPDX-License-Identifier: Apache-2.0
#include "app/generate/tidy/tidy_tests.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "app/model_file.h"
#include "engine/tidy/tidy.h"
#include "exec/adapter/model.h"
#include "suite/texts.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;
namespace tidy = engine::tidy;

base::WorkClock::duration worth() {
  constexpr base::WorkClock::duration kLeast = std::chrono::milliseconds(250);
  constexpr base::WorkClock::duration kMost = std::chrono::seconds(20);
  const auto so_far = base::WorkClock::now().time_since_epoch();
  return std::clamp(so_far / 10, kLeast, kMost);
}

tidy::Options tidy_options(const model::StepSystem& system,
                           const reach::Result& reached,
                           const reach::ReplayOptions& replay) {
  tidy::Options out;
  out.work = worth();
  out.step_time_limit = replay.step_time_limit;
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    if (reached.goals[g].result.status != model::GoalStatus::covered) continue;
    (system.goals[g].is_violation() ? out.known : out.allowed).push_back(g);
  }
  out.fixed.resize(system.inputs.size());
  // Characters belong together, see tidy_texts().
  const std::vector<suite::Signal> inputs = exec::signature_of(system).inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto text = suite::text_at(inputs, i);
    if (!text) continue;
    std::fill_n(out.fixed.begin() + text->first, text->size, true);
  }
  if (kind_of(system.path) != ModelKind::machine) return out;
  // Each step is a message, and the rest its parameters.
  out.hold = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].name == "message") out.fixed[i] = true;
  }
  return out;
}

std::set<std::uint32_t> hits_of(const reach::Replayed& run) {
  std::set<std::uint32_t> out(run.simulation.initial.hits.begin(),
                              run.simulation.initial.hits.end());
  for (const model::SimulatedStep& step : run.simulation.steps) {
    out.insert(step.hits.begin(), step.hits.end());
  }
  return out;
}

/// The index of the first step that hits a violation; nothing if no step does.
std::optional<std::size_t> violating_step(const model::StepSystem& system,
                                          const reach::Replayed& run) {
  const auto violates = [&system](const model::SimulatedStep& step) {
    return std::ranges::any_of(step.hits, [&system](std::uint32_t g) {
      return system.goals[g].is_violation();
    });
  };
  if (violates(run.simulation.initial)) return 0;
  const auto& steps = run.simulation.steps;
  const auto at = std::ranges::find_if(steps, violates);
  if (at == steps.end()) return std::nullopt;
  return static_cast<std::size_t>(at - steps.begin()) + 1;
}

/// Whether a changed run may stand for the one before.
bool stands_for(const model::StepSystem& system,
                const reach::Replayed& now,
                const reach::Replayed& before) {
  const model::Simulation& a = now.simulation;
  const model::Simulation& b = before.simulation;
  if (!can_be_test(now) || a.steps.size() != b.steps.size() ||
      (b.ends_final && !a.ends_final)) {
    return false;
  }
  if (!a.steps.empty()) {
    const model::SimulatedStep& x = a.steps.back();
    const model::SimulatedStep& y = b.steps.back();
    if (x.outcome != y.outcome || x.event.text != y.event.text ||
        x.event.where != y.event.where) {
      return false;
    }
  }
  if (violating_step(system, now) != violating_step(system, before)) {
    return false;
  }
  return std::ranges::includes(hits_of(now), hits_of(before));
}

/// Replays the runs to goals that are not covered.
GivenTests replayed_others(const model::StepSystem& system,
                           std::vector<tidy::OtherRun> others,
                           const reach::ReplayOptions& options,
                           const base::Budget& budget) {
  std::vector<model::Trace> traces;
  for (tidy::OtherRun& other : others) {
    traces.push_back(std::move(other.trace));
  }
  std::vector<reach::Replayed> runs =
      reach::replay(system, traces, options, budget);
  GivenTests out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint32_t goal = others[i].goal;
    if (!can_be_test(runs[i]) || !runs[i].hits(goal)) continue;
    PlannedTest t;
    t.trace = std::move(traces[i]);
    t.kind = suite::TestKind::linear;
    t.note = "run for " + system.goals[goal].id;
    t.replayed = std::move(runs[i]);
    out.hits.push_back(goal);
    out.tests.push_back(std::move(t));
  }
  std::ranges::sort(out.hits);
  return out;
}

}  // namespace

GivenTests tidy_tests(const model::StepSystem& system,
                      const reach::Result& reached,
                      const reach::ReplayOptions& options,
                      const base::Budget& budget,
                      std::size_t first,
                      std::vector<PlannedTest>& planned) {
  std::vector<std::size_t> tests;
  std::vector<model::Trace> traces;
  for (std::size_t i = first; i < planned.size(); ++i) {
    if (!can_be_test(planned[i].replayed)) continue;
    tests.push_back(i);
    traces.push_back(planned[i].trace);
  }
  if (tests.empty()) return {};
  tidy::Tidied tidied = tidy::tidy(
      system, traces, tidy_options(system, reached, options), budget);
  std::vector<reach::Replayed> runs =
      reach::replay(system, tidied.runs, options, budget);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    PlannedTest& test = planned[tests[i]];
    if (!stands_for(system, runs[i], test.replayed)) continue;
    test.trace = std::move(tidied.runs[i]);
    test.replayed = std::move(runs[i]);
  }
  if (tidied.others.empty()) return {};
  return replayed_others(system, std::move(tidied.others), options, budget);
}

}  // namespace catenary::app
