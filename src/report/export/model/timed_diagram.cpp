// SPDX-License-Identifier: Apache-2.0
#include "report/export/model/timed_diagram.h"

#include "report/export/drawing/mermaid_text.h"
#include "report/export/model/diagram_text.h"

namespace catenary::report {

namespace {

std::string guard_text(const model::TimedStatement& statement) {
  return statement.text.empty() ? "…" : statement.text;
}

/// "tr1", "In?(n)", "[x <= 5]", joined by `line`.
std::string label(const model::TimedAutomaton& automaton,
                  const model::TimedTransition& t,
                  const std::string& line) {
  std::string out = t.name;
  if (t.action != model::TimedAction::internal) {
    const bool input = t.action == model::TimedAction::input;
    out += line + automaton.channels[t.channel].name + (input ? "?" : "!");
    for (std::size_t i = 0; i < t.received.size(); ++i) {
      out += (i == 0 ? "(" : ", ") + automaton.variables[t.received[i]].name;
    }
    if (!t.received.empty()) out += ")";
  }
  for (const model::TimedStatement& s : t.statements) {
    if (s.kind == model::TimedStatement::Kind::guard) {
      out += line + "[" + guard_text(s) + "]";
    }
  }
  return out;
}

}  // namespace

std::string write_dot(const model::TimedAutomaton& automaton) {
  const auto node = [](std::uint32_t state) {
    return "s" + std::to_string(state);
  };
  std::string out = "digraph " + in_quotes(automaton.machine) +
                    " {\n  rankdir=LR;\n  start [shape=point];\n";
  for (std::uint32_t s = 0; s < automaton.states.size(); ++s) {
    const bool ends =
        automaton.states[s].kind == model::TimedStateKind::terminal;
    out += "  " + node(s) + " [label=" + in_quotes(automaton.states[s].name) +
           (ends ? ", peripheries=2" : "") + "];\n";
  }
  out += "  start -> " + node(automaton.initial) + ";\n";
  for (const model::TimedTransition& t : automaton.transitions) {
    out += "  " + node(t.from) + " -> " + node(t.to) +
           " [label=" + in_quotes(label(automaton, t, "\n")) + "];\n";
  }
  return out + "}\n";
}

std::string write_plantuml(const model::TimedAutomaton& automaton) {
  const auto node = [](std::uint32_t state) {
    return "s" + std::to_string(state);
  };
  std::string out = "@startuml\ntitle " + automaton.machine + "\n";
  for (std::uint32_t s = 0; s < automaton.states.size(); ++s) {
    out += "state " + in_quotes(automaton.states[s].name) + " as " + node(s) +
           "\n";
  }
  out += "[*] --> " + node(automaton.initial) + "\n";
  for (const model::TimedTransition& t : automaton.transitions) {
    std::string text = label(automaton, t, "\\n");
    for (char& c : text) {
      if (c == '\n') c = ' ';  // of a guard that was written on several lines
    }
    out += node(t.from) + " --> " + node(t.to) + " : " + text + "\n";
  }
  return out + "@enduml\n";
}

std::string write_mermaid(const model::TimedAutomaton& automaton) {
  const auto node = [](std::uint32_t state) {
    return "s" + std::to_string(state);
  };
  std::string out = "stateDiagram-v2\n";
  for (std::uint32_t s = 0; s < automaton.states.size(); ++s) {
    out += "  state \"" + mermaid_text(automaton.states[s].name) + "\" as " +
           node(s) + "\n";
  }
  out += "  [*] --> " + node(automaton.initial) + "\n";
  for (const model::TimedTransition& t : automaton.transitions) {
    // A guard may be written on several lines.
    std::string text = label(automaton, t, " ");
    for (char& c : text) {
      if (c == '\n') c = ' ';
    }
    out += "  " + node(t.from) + " --> " + node(t.to) + " : " +
           mermaid_text(text) + "\n";
  }
  for (std::uint32_t s = 0; s < automaton.states.size(); ++s) {
    if (automaton.states[s].kind == model::TimedStateKind::terminal) {
      out += "  " + node(s) + " --> [*]\n";
    }
  }
  return out;
}

}  // namespace catenary::report
