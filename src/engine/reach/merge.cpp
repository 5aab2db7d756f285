// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/merge.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace catenary::engine::reach {

using model::GoalStatus;

void merge_findings(std::vector<Finding>& all, std::vector<Finding> more) {
  // Findings are few, so that comparing all pairs is cheap enough.
  for (Finding& finding : more) {
    const auto known =
        std::find_if(all.begin(), all.end(), [&finding](const Finding& f) {
          return f.outcome == finding.outcome &&
                 f.event.text == finding.event.text &&
                 f.event.where == finding.event.where;
        });
    if (known == all.end()) {
      all.push_back(std::move(finding));
    } else if (finding.trace.steps.size() < known->trace.steps.size()) {
      *known = std::move(finding);
    }
  }
}

std::string contradiction_of(const std::string& id,
                             const GoalReport& said,
                             std::uint64_t steps) {
  const std::string run = "a run of " + steps_text(steps) + " hits goal " + id;
  const model::GoalResult& r = said.result;
  const auto length = static_cast<std::int64_t>(steps);
  switch (r.status) {
    // A proof against a run: the run was executed, so the proof is wrong.
    case GoalStatus::unreachable:
      return run + ", which was called unreachable";
    case GoalStatus::not_within_bound:
      if (length > r.depth) return "";
      return run + ", which no run of at most " +
             steps_text(static_cast<std::uint64_t>(r.depth)) +
             " was said to hit";
    // Only a claim of shortest runs can be refuted by a shorter run.
    case GoalStatus::covered:
      if (!said.shortest || length >= r.depth) return "";
      return run + " sooner than a run that was called shortest";
    default:
      return "";
  }
}

std::string contradiction_of(const model::StepSystem& system,
                             const Result& said,
                             const Result& runs) {
  for (std::size_t g = 0; g < said.goals.size(); ++g) {
    const GoalReport& run = runs.goals[g];
    // A goal without a run refutes nothing.
    if (!run.trace) continue;
    const std::size_t steps = run.trace->steps.size();
    const std::string& id = system.goals[g].id;
    std::string text = contradiction_of(id, said.goals[g], steps);
    if (!text.empty()) return text;
    // A run of no more steps that `said` has itself explains why it reports no
    // longer one: only a missed goal is a contradiction.
    const model::SharedTrace& other = said.goals[g].trace;
    const bool known = other && other->steps.size() <= steps;
    if (!known && said.complete_depth > 0 && steps <= said.complete_depth) {
      return "a run of " + steps_text(steps) + " hits goal " + id +
             ", which a search missed that looked at all runs of that length";
    }
  }
  return "";
}

}  // namespace catenary::engine::reach
