// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/search/graph_form.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/symbolic/search/graph_encoder.h"

namespace catenary::engine::symbolic {

using model::TimedAutomaton;

model::StepSystem graph_form(
    const TimedAutomaton& automaton,
    const std::vector<std::optional<Target>>& targets) {
  if (automaton.transitions.empty()) {
    throw base::ToolError("the model has no transitions");
  }
  model::StepSystem out;
  out.name = automaton.system;
  out.kind = "xlia";
  out.path = automaton.path;
  out.sha256 = automaton.sha256;
  out.any_state_final = false;
  out.over_approximates = true;
  model::Variable input;
  input.name = "transition";
  input.type = model::ScalarType::uint32;
  input.has_range = true;
  input.lo = logic::Value::integer(0);
  input.hi = logic::Value::integer(
      static_cast<long long>(automaton.transitions.size()) - 1);
  out.inputs.push_back(std::move(input));
  const auto add_input =
      [&](const char* name, model::ScalarType type, std::uint32_t most) {
        model::Variable added;
        added.name = name;
        added.type = type;
        added.lo = logic::Value::integer(0);
        added.hi = logic::Value::integer(most);
        out.inputs.push_back(std::move(added));
      };
  add_input("delay", model::ScalarType::uint16, UINT16_MAX);
  add_input("choice", model::ScalarType::uint32, UINT32_MAX);
  for (const std::optional<Target>& target : targets) {
    model::Goal goal;
    goal.id = target ? target->id : "other " + std::to_string(out.goals.size());
    goal.kind = model::GoalKind::other;
    out.goals.push_back(std::move(goal));
  }
  out.encoder = graph_encoder(automaton, targets);
  return out;
}

reach::Graph graph_of(const TimedAutomaton& automaton,
                      const std::vector<std::optional<Target>>& targets) {
  reach::Graph out;
  out.goal_count = static_cast<std::uint32_t>(targets.size());
  out.closed = true;
  std::map<std::vector<std::uint32_t>, reach::HitSetId> sets{{{}, 0}};
  out.hit_sets = {{}};
  const auto id_of = [&](const std::vector<std::uint32_t>& hits) {
    const auto next = static_cast<reach::HitSetId>(out.hit_sets.size());
    const auto [at, is_new] = sets.emplace(hits, next);
    if (is_new) out.hit_sets.push_back(hits);
    return at->second;
  };
  std::vector<std::uint32_t> hits;
  for (std::uint32_t g = 0; g < targets.size(); ++g) {
    if (targets[g] && is_start(automaton, *targets[g])) hits.push_back(g);
  }
  out.initial.push_back({0, id_of(hits), 0});
  // Breadth first, as states are to be numbered.
  const auto none = static_cast<std::uint32_t>(automaton.transitions.size());
  std::vector<std::uint32_t> last{none};
  std::map<std::uint32_t, reach::StateId> number{{none, 0}};
  out.distance = {0};
  out.is_final = {0};
  for (std::size_t s = 0; s < last.size(); ++s) {
    out.first_edge.push_back(out.edges.size());
    const std::uint32_t place =
        last[s] == none ? automaton.initial : automaton.transitions[last[s]].to;
    for (const std::uint32_t t : automaton.states[place].transitions) {
      hits.clear();
      for (std::uint32_t g = 0; g < targets.size(); ++g) {
        if (targets[g] && completes(automaton, *targets[g], last[s], t)) {
          hits.push_back(g);
        }
      }
      const auto next = static_cast<reach::StateId>(last.size());
      const auto [at, is_new] = number.emplace(t, next);
      if (is_new) {
        last.push_back(t);
        out.distance.push_back(out.distance[s] + 1);
        out.is_final.push_back(
            automaton.transitions[t].action == model::TimedAction::output ? 1
                                                                          : 0);
      }
      out.edges.push_back({at->second, id_of(hits), t});
    }
  }
  out.first_edge.push_back(out.edges.size());
  return out;
}

}  // namespace catenary::engine::symbolic
