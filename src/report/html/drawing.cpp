// SPDX-License-Identifier: Apache-2.0
#include "report/html/drawing.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "report/documents.h"

namespace catenary::report {

namespace {

using suite::Json;
using Goals = std::vector<suite::SuiteGoal>;

Json index_or_none(std::uint32_t index) {
  return index == model::kNoIndex ? Json::number(std::int64_t{-1})
                                  : count_to_json(index);
}

/// The first line of C++, and whether there are more.
std::string first_line(const model::ActionCode& code) {
  const std::size_t end = code.text.find('\n');
  return code.text.substr(0, end) + (end == std::string::npos ? "" : " …");
}

/// The goals that belong to elements of one kind, by the name of the element.
class GoalsOf {
 public:
  /// A goal "PREFIX NAME", or "PREFIX NAME REST" where a suffix is given with
  /// which REST begins, belongs to NAME.
  GoalsOf(const Goals& goals,
          const std::vector<std::pair<std::string, std::string>>& forms) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
      for (const auto& [prefix, suffix] : forms) {
        const std::string_view id = goals[i].id;
        if (!id.starts_with(prefix)) continue;
        std::string_view name = id.substr(prefix.size());
        if (!suffix.empty()) {
          const std::size_t at = name.rfind(suffix);
          if (at == std::string_view::npos) continue;
          name = name.substr(0, at);
        }
        of_[std::string(name)].push_back(i);
        break;
      }
    }
  }
  [[nodiscard]] Json of(const std::string& name) const {
    Json out = Json::array();
    const auto at = of_.find(name);
    if (at == of_.end()) return out;
    for (const std::size_t goal : at->second) out.push(count_to_json(goal));
    return out;
  }

 private:
  std::map<std::string, std::vector<std::size_t>> of_;
};

Json vertex_to_json(const model::Vertex& vertex, const GoalsOf& goals) {
  Json out = Json::object();
  out.set("name", Json::string(vertex.name));
  out.set("full", Json::string(vertex.qualified));
  out.set("kind", Json::string(model::to_string(vertex.kind)));
  out.set("parent", index_or_none(vertex.parent));
  out.set("goals", goals.of(vertex.qualified));
  Json& actions = out.set("actions", Json::array());
  if (!vertex.entry.empty()) {
    actions.push(Json::string("entry / " + first_line(vertex.entry)));
  }
  if (!vertex.exit.empty()) {
    actions.push(Json::string("exit / " + first_line(vertex.exit)));
  }
  return out;
}

Json transition_to_json(const model::MachineModel& model,
                        const model::Capsule& capsule,
                        const model::Transition& t,
                        const GoalsOf& goals) {
  std::vector<std::string> lines;
  for (const model::Trigger& g : t.triggers) {
    lines.push_back(to_string(model, capsule, g) +
                    (g.guard.empty() ? "" : " [" + first_line(g.guard) + "]"));
  }
  if (!t.guard.empty()) lines.push_back("[" + first_line(t.guard) + "]");
  if (!t.effect.empty()) lines.push_back("/ " + first_line(t.effect));
  Json out = Json::object();
  out.set("name", Json::string(t.name));
  out.set("label", Json::strings(lines));
  out.set("kind", Json::string(model::to_string(t.kind)));
  out.set("from", count_to_json(t.source));
  out.set("to", count_to_json(t.target));
  out.set("goals", goals.of(t.qualified));
  return out;
}

/// "In?(n)", "Out!", then the guards as the user wrote them.
std::vector<std::string> timed_label(const model::TimedAutomaton& automaton,
                                     const model::TimedTransition& t) {
  std::vector<std::string> out;
  if (t.action != model::TimedAction::internal) {
    const bool input = t.action == model::TimedAction::input;
    std::string line = automaton.channels[t.channel].name + (input ? "?" : "!");
    for (std::size_t i = 0; i < t.received.size(); ++i) {
      line += (i == 0 ? "(" : ", ") + automaton.variables[t.received[i]].name;
    }
    out.push_back(line + (t.received.empty() ? "" : ")"));
  }
  for (const model::TimedStatement& s : t.statements) {
    if (s.kind != model::TimedStatement::Kind::guard) continue;
    out.push_back("[" + (s.text.empty() ? "…" : s.text) + "]");
  }
  return out;
}

}  // namespace

Json machine_drawing(const model::MachineModel& model,
                     const model::Capsule& capsule,
                     const Goals& goals) {
  const GoalsOf of_vertices(goals,
                            {{"state ", ""},
                             {"stuck-choice ", ""},
                             {"stuck-point ", ""},
                             {"unexpected-message ", " on "}});
  const GoalsOf of_transitions(
      goals, {{"transition ", ""}, {"guard ", " true"}, {"guard ", " false"}});
  Json out = Json::object();
  out.set("kind", Json::string("machine"));
  out.set("name", Json::string(capsule.name));
  Json& vertices = out.set("vertices", Json::array());
  for (const model::Vertex& v : capsule.machine.vertices) {
    vertices.push(vertex_to_json(v, of_vertices));
  }
  Json& transitions = out.set("transitions", Json::array());
  for (const model::Transition& t : capsule.machine.transitions) {
    transitions.push(transition_to_json(model, capsule, t, of_transitions));
  }
  return out;
}

Json timed_drawing(const model::TimedAutomaton& automaton, const Goals& goals) {
  const GoalsOf all(goals, {{"", ""}});
  Json out = Json::object();
  out.set("kind", Json::string("timed"));
  out.set("name", Json::string(automaton.machine));
  Json& vertices = out.set("vertices", Json::array());
  for (std::size_t s = 0; s < automaton.states.size(); ++s) {
    const model::TimedState& state = automaton.states[s];
    const bool ends = state.kind == model::TimedStateKind::terminal;
    Json& one = vertices.push(Json::object());
    one.set("name", Json::string(state.name));
    one.set("full", Json::string(state.name));
    one.set("kind", Json::string(ends ? "final state" : "state"));
    one.set("parent", Json::number(std::int64_t{-1}));
    one.set("goals", all.of(state.name));
    one.set("actions", Json::array());
    if (s == automaton.initial) one.set("initial", Json::boolean(true));
  }
  Json& transitions = out.set("transitions", Json::array());
  for (std::uint32_t i = 0; i < automaton.transitions.size(); ++i) {
    const model::TimedTransition& t = automaton.transitions[i];
    Json& one = transitions.push(Json::object());
    one.set("name", Json::string(t.name));
    one.set("label", Json::strings(timed_label(automaton, t)));
    one.set("kind", Json::string("external"));
    one.set("from", count_to_json(t.from));
    one.set("to", count_to_json(t.to));
    one.set("goals", all.of(automaton.qualified(i)));
  }
  return out;
}

}  // namespace catenary::report
