// SPDX-License-Identifier: Apache-2.0
#include "app/generate/uncovered_runs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/reach/replay.h"

namespace catenary::app {

namespace reach = engine::reach;

void plan_uncovered(const GenerateJob& job,
                    const base::Budget& budget,
                    RunOrder order,
                    Made& made) {
  std::set<std::uint32_t> hit;
  const auto note_hits = [&hit](const reach::Replayed& run) {
    if (!can_be_test(run)) return;
    const model::Simulation& seen = run.simulation;
    hit.insert(seen.initial.hits.begin(), seen.initial.hits.end());
    for (const model::SimulatedStep& step : seen.steps) {
      hit.insert(step.hits.begin(), step.hits.end());
    }
  };
  for (const PlannedTest& t : made.planned) note_hits(t.replayed);
  const reach::ReplayOptions how{job.options.step_timeout};
  std::vector<std::uint32_t> goals = goals_to_cover(job, made.reached).goals;
  const auto length = [&made](std::uint32_t g) {
    const auto& trace = made.reached.goals[g].trace;
    return trace ? trace->steps.size() : 0;
  };
  std::stable_sort(
      goals.begin(), goals.end(), [&](std::uint32_t a, std::uint32_t b) {
        return order == RunOrder::long_first ? length(a) > length(b)
                                             : length(a) < length(b);
      });
  // A replay starts a process, which takes long where there is much memory.
  // So the runs are replayed in blocks, small ones first.
  constexpr std::size_t kLargestBlock = 1024;
  std::size_t next = 0;
  for (std::size_t size = 1; next < goals.size();
       size = std::min(2 * size, kLargestBlock)) {
    std::vector<std::uint32_t> block;
    std::vector<model::Trace> traces;
    for (; next < goals.size() && block.size() < size; ++next) {
      const model::SharedTrace& trace = made.reached.goals[goals[next]].trace;
      if (hit.contains(goals[next]) || !trace) continue;
      block.push_back(goals[next]);
      traces.push_back(*trace);
    }
    if (block.empty() || budget.poll() != base::StopReason::none) break;
    std::vector<reach::Replayed> runs =
        reach::replay(job.system, traces, how, budget);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint32_t g = block[i];
      if (hit.contains(g) || !can_be_test(runs[i]) || !runs[i].hits(g)) {
        continue;
      }
      PlannedTest t;
      t.trace = std::move(traces[i]);
      t.kind = suite::TestKind::linear;
      t.note = "run for " + job.system.goals[g].id;
      t.replayed = std::move(runs[i]);
      note_hits(t.replayed);
      made.planned.push_back(std::move(t));
      // Bounds are of the tests without these.
      made.bound = {};
      made.optimality = {};
    }
  }
}

}  // namespace catenary::app
