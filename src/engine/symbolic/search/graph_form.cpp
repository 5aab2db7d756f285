// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/search/graph_form.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "model/step/encoding.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Term;
using model::TimedAutomaton;

constexpr std::uint32_t kBits = 32;

/// Whether the transition completes the target, where `last` is the one before
/// it, or no transition.
bool completes(const TimedAutomaton& automaton,
               const Target& target,
               std::uint32_t last,
               std::uint32_t transition) {
  switch (target.kind) {
    case Target::Kind::state:
      return automaton.transitions[transition].to == target.what[0];
    case Target::Kind::transition:
      return transition == target.what[0];
    case Target::Kind::pair:
      return last == target.what[0] && transition == target.what[1];
  }
  return false;
}

bool is_start(const TimedAutomaton& automaton, const Target& target) {
  return target.kind == Target::Kind::state &&
         target.what[0] == automaton.initial;
}

class GraphEncoder final : public model::Encoder {
 public:
  GraphEncoder(const TimedAutomaton& automaton,
               std::vector<std::optional<Target>> targets)
      : automaton_(automaton), targets_(std::move(targets)) {}

  [[nodiscard]] model::Encoding encode(
      logic::TermManager& terms,
      const model::EncodeOptions& /*options*/,
      const base::Budget& /*budget*/) const override {
    const auto number = [&](std::uint32_t n) { return terms.bitvec(kBits, n); };
    const auto word = [&](const char* name) {
      return terms.variable(name, logic::Sort::bitvec(kBits));
    };
    const Term taken = word("input:0");
    const Term place = word("state:0");
    const Term last = word("state:1");
    model::Encoding out;
    out.inputs = {taken};
    for (const auto& [name, variable] :
         {std::pair{"place", place}, std::pair{"last", last}}) {
      model::StateSlot slot;
      slot.name = name;
      slot.size = kBits / 8;
      slot.offset = out.state.size() * slot.size;
      slot.variable = variable;
      out.state.push_back(std::move(slot));
    }
    out.init = out.step = model::idle_part(terms);
    const auto none_before =
        static_cast<std::uint32_t>(automaton_.transitions.size());
    out.init.next = {number(automaton_.initial), number(none_before)};
    out.init.final = terms.boolean(false);
    std::vector<Term> possible;
    std::vector<Term> outputs;
    Term next = place;
    for (std::uint32_t t = 0; t < automaton_.transitions.size(); ++t) {
      const model::TimedTransition& of = automaton_.transitions[t];
      const Term is_taken = terms.equal(taken, number(t));
      possible.push_back(
          terms.logical_and(is_taken, terms.equal(place, number(of.from))));
      if (of.action == model::TimedAction::output) outputs.push_back(is_taken);
      next = terms.ite(is_taken, number(of.to), next);
    }
    out.step.running = terms.logical_or(possible);
    out.step.discarded = terms.logical_not(out.step.running);
    out.step.final = terms.logical_or(outputs);
    out.step.next = {next, taken};
    for (const std::optional<Target>& target : targets_) {
      std::vector<Term> ways;
      for (std::uint32_t t = 0; t < automaton_.transitions.size(); ++t) {
        if (!target) break;
        const bool is_pair = target->kind == Target::Kind::pair;
        const std::uint32_t before = is_pair ? target->what[0] : none_before;
        if (!completes(automaton_, *target, before, t)) continue;
        const Term is_taken = terms.equal(taken, number(t));
        ways.push_back(
            is_pair
                ? terms.logical_and(is_taken, terms.equal(last, number(before)))
                : is_taken);
      }
      out.step.hits.push_back(
          terms.logical_and(out.step.running, terms.logical_or(ways)));
      out.init.hits.push_back(
          terms.boolean(target && is_start(automaton_, *target)));
    }
    return out;
  }

  [[nodiscard]] model::FollowedPart follow(
      logic::TermManager& /*terms*/,
      const std::vector<logic::Value>* /*state*/,
      const std::vector<logic::Value>& /*inputs*/,
      const model::EncodeOptions& /*options*/,
      const base::Budget& /*budget*/) const override {
    throw base::ToolError("the steps of a graph have no paths");
  }

 private:
  const TimedAutomaton& automaton_;
  std::vector<std::optional<Target>> targets_;
};

}  // namespace

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
  model::Variable input;
  input.name = "transition";
  input.type = model::ScalarType::uint32;
  input.has_range = true;
  input.lo = logic::Value::integer(0);
  input.hi = logic::Value::integer(
      static_cast<long long>(automaton.transitions.size()) - 1);
  out.inputs.push_back(std::move(input));
  for (const std::optional<Target>& target : targets) {
    model::Goal goal;
    goal.id = target ? target->id : "other " + std::to_string(out.goals.size());
    goal.kind = model::GoalKind::other;
    out.goals.push_back(std::move(goal));
  }
  out.encoder = std::make_shared<GraphEncoder>(automaton, targets);
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

std::vector<std::optional<std::uint32_t>> graph_depths(
    const TimedAutomaton& automaton,
    const std::vector<std::optional<Target>>& targets) {
  const reach::Graph graph = graph_of(automaton, targets);
  std::vector<std::optional<std::uint32_t>> out(targets.size());
  const auto note = [&](reach::HitSetId hits, std::uint32_t steps) {
    for (const std::uint32_t g : graph.hit_sets[hits]) {
      out[g] = std::min(out[g].value_or(steps), steps);
    }
  };
  note(graph.initial[0].hits, 0);
  for (reach::StateId s = 0; s < graph.state_count(); ++s) {
    for (const reach::Edge& edge : graph.out(s)) {
      note(edge.hits, graph.distance[s] + 1);
    }
  }
  return out;
}

}  // namespace catenary::engine::symbolic
