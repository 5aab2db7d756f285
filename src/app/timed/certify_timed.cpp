// SPDX-License-Identifier: Apache-2.0
#include "app/timed/certify_timed.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/certificate/certify_suite.h"
#include "app/timed/timed_plan.h"
#include "engine/symbolic/search/graph_form.h"
#include "engine/symbolic/search/targets.h"

namespace catenary::app {

namespace {

namespace symbolic = engine::symbolic;
using symbolic::PathCriterion;

/// By goal of the suite, what it is about; nothing for paths that were named.
std::vector<std::optional<symbolic::Target>> targets_by_goal(
    const model::TimedAutomaton& automaton, const suite::Suite& suite) {
  std::vector<std::optional<symbolic::Target>> out(suite.goals.size());
  for (const PathCriterion criterion : {PathCriterion::transitions,
                                        PathCriterion::pairs,
                                        PathCriterion::states}) {
    for (const symbolic::Target& t :
         symbolic::targets_of(automaton, criterion)) {
      for (std::size_t g = 0; g < out.size(); ++g) {
        const suite::SuiteGoal& goal = suite.goals[g];
        if (goal.kind == kind_of_goal(criterion) && goal.id == t.id) out[g] = t;
      }
    }
  }
  return out;
}

CertifiedForm form_of(const model::TimedAutomaton& automaton,
                      const std::map<std::string, std::int64_t>& shortest,
                      const suite::Suite& suite) {
  const auto targets = targets_by_goal(automaton, suite);
  CertifiedForm out;
  out.system = symbolic::graph_form(automaton, targets);
  for (std::size_t g = 0; g < targets.size(); ++g) {
    const suite::SuiteGoal& goal = suite.goals[g];
    const bool is_covered = goal.status == suite::GoalStatus::covered;
    const auto at = shortest.find(goal.id);
    const bool is_least = at != shortest.end() && goal.depth == at->second;
    out.claimed.push_back(targets[g] && (!is_covered || is_least));
    out.has_all_covered = out.has_all_covered && (targets[g] || !is_covered);
  }
  return out;
}

}  // namespace

bool certify_timed(const model::TimedAutomaton& automaton,
                   const std::map<std::string, std::int64_t>& shortest,
                   const GenerateOptions& options,
                   suite::Suite& suite,
                   suite::Bound& bound,
                   Context& context) {
  return certify_suite([&] { return form_of(automaton, shortest, suite); },
                       options,
                       suite,
                       bound,
                       context);
}

}  // namespace catenary::app
