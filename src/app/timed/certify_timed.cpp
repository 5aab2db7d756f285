// SPDX-License-Identifier: Apache-2.0
#include "app/timed/certify_timed.h"

#include <cstddef>
#include <optional>
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
                      const suite::Suite& suite) {
  const auto targets = targets_by_goal(automaton, suite);
  const auto depths = symbolic::graph_depths(automaton, targets);
  // The depth of a goal in a chain need not be the least one.
  const bool is_chain = suite.options.at("method") == "chain";
  CertifiedForm out;
  out.system = symbolic::graph_form(
      automaton, targets, symbolic::FormValues::abstracted);
  for (std::size_t g = 0; g < targets.size(); ++g) {
    const suite::SuiteGoal& goal = suite.goals[g];
    const bool is_covered = goal.status == suite::GoalStatus::covered;
    const bool is_least = !is_chain || (depths[g] && goal.depth == *depths[g]);
    out.claimed.push_back(targets[g] && (!is_covered || is_least));
    out.has_all_covered = out.has_all_covered && (targets[g] || !is_covered);
  }
  return out;
}

}  // namespace

bool certify_timed(const model::TimedAutomaton& automaton,
                   const GenerateOptions& options,
                   suite::Suite& suite,
                   suite::Bound& bound,
                   Context& context) {
  return certify_suite([&] { return form_of(automaton, suite); },
                       options,
                       suite,
                       bound,
                       context);
}

}  // namespace catenary::app
