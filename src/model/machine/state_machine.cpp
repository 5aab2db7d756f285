// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of elements and the normal form of action code.
#include "model/machine/state_machine.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/text/unique_name.h"

namespace catenary::model {

namespace {

/// A line of a text, and its number before lines were removed.
struct Line {
  std::string_view text;
  std::size_t number = 0;
};

/// The lines, without line ends of either kind.
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    out.push_back({line, out.size()});
    begin = end + 1;
  }
  return out;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\f\v") == std::string_view::npos;
}

/// The length of the white space with which all lines that are not blank begin.
std::size_t common_indentation(const std::vector<Line>& lines) {
  std::string_view common;
  bool first = true;
  for (const Line& line : lines) {
    if (is_blank(line.text)) continue;
    const std::string_view mine =
        line.text.substr(0, line.text.find_first_not_of(" \t"));
    if (first) common = mine;
    first = false;
    std::size_t same = 0;
    while (same < std::min(common.size(), mine.size()) &&
           common[same] == mine[same]) {
      ++same;
    }
    common = common.substr(0, same);
  }
  return common.size();
}

using base::unique_name;
using Taken = base::TakenNames;

/// The name of a vertex that the model does not name.
std::string default_name(VertexKind kind) {
  std::string name = to_string(kind);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

void name_machine(StateMachine& machine, const std::string& owner) {
  // Names are unique among all vertices of a parent, connection points
  // included, because the text form has them side by side.
  std::map<std::uint32_t, Taken> taken;
  machine.qualified = owner;
  for (Vertex& v : machine.vertices) {
    v.name = unique_name(v.name.empty() ? default_name(v.kind) : v.name,
                         taken[v.parent]);
    v.qualified =
        (v.parent == kNoIndex ? owner : machine.vertices[v.parent].qualified) +
        "::" + v.name;
  }
  std::map<std::uint32_t, Taken> transitions;
  for (Transition& t : machine.transitions) {
    // Transitions without a name are called SOURCE->TARGET.
    const std::string ends = machine.vertices[t.source].name + "->" +
                             machine.vertices[t.target].name;
    t.name = unique_name(t.name.empty() ? ends : t.name, transitions[t.parent]);
    t.qualified =
        (t.parent == kNoIndex ? owner : machine.vertices[t.parent].qualified) +
        "::" + t.name;
  }
}

/// Sets `qualified` of elements that belong to `owner`.
template <typename Elements>
void qualify(Elements& elements, const std::string& owner) {
  for (auto& e : elements) e.qualified = owner + "::" + e.name;
}

}  // namespace

const char* to_string(VertexKind kind) {
  switch (kind) {
    case VertexKind::state:
      return "state";
    case VertexKind::initial:
      return "initial";
    case VertexKind::choice:
      return "choice";
    case VertexKind::junction:
      return "junction";
    case VertexKind::deep_history:
      return "history";
    case VertexKind::entry_point:
      return "entry point";
    case VertexKind::exit_point:
      return "exit point";
  }
  return "";
}

const char* to_string(TransitionKind kind) {
  switch (kind) {
    case TransitionKind::external:
      return "external";
    case TransitionKind::internal:
      return "internal";
    case TransitionKind::local:
      return "local";
  }
  return "";
}

const char* to_string(Semantics semantics) {
  switch (semantics) {
    case Semantics::papyrus_rt:
      return "papyrus-rt";
    case Semantics::uml:
      return "uml";
    case Semantics::code_realtime:
      return "code-realtime";
  }
  return "";
}

std::optional<Semantics> semantics_of(std::string_view name) {
  for (const Semantics one :
       {Semantics::papyrus_rt, Semantics::uml, Semantics::code_realtime}) {
    if (name == to_string(one)) return one;
  }
  return std::nullopt;
}

ActionCode action_code(const std::string& text,
                       std::vector<base::SourceLocation> places) {
  std::vector<Line> lines = lines_of(text);
  while (!lines.empty() && is_blank(lines.back().text)) lines.pop_back();
  const auto first =
      std::find_if(lines.begin(), lines.end(), [](const Line& l) {
        return !is_blank(l.text);
      });
  lines.erase(lines.begin(), first);
  // The text within a raw string must not be changed, so that its lines keep
  // indentation and trailing blanks.
  const bool raw = text.find("R\"") != std::string::npos;
  const std::size_t indentation =
      raw && lines.size() > 1 ? 0 : common_indentation(lines);
  ActionCode out;
  for (const Line& line : lines) {
    if (line.number != lines.front().number) out.text += '\n';
    const std::size_t left = std::min(indentation, line.text.size());
    std::string_view rest = line.text.substr(left);
    if (!raw) {
      rest = rest.substr(0, rest.find_last_not_of(" \t\r\f\v") + 1);
    }
    out.text += rest;
    if (line.number < places.size()) {
      base::SourceLocation where = places[line.number];
      // The indentation that was removed moves the column.
      if (where.column > 0) where.column += static_cast<std::uint32_t>(left);
      out.lines.push_back(std::move(where));
    }
  }
  return out;
}

bool StateMachine::within(std::uint32_t inner, std::uint32_t outer) const {
  if (outer == kNoIndex) return true;
  while (inner != kNoIndex && inner != outer) inner = vertices[inner].parent;
  return inner == outer;
}

std::vector<std::vector<std::uint32_t>> StateMachine::children() const {
  std::vector<std::vector<std::uint32_t>> out(vertices.size() + 1);
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    // kNoIndex is larger than all indices and maps to the last entry.
    out[std::min<std::size_t>(vertices[v].parent, vertices.size())].push_back(
        v);
  }
  return out;
}

const Capsule* MachineModel::find_capsule(const std::string& wanted) const {
  for (const Capsule& c : capsules) {
    if (c.name == wanted || c.qualified == wanted) return &c;
  }
  return nullptr;
}

bool receives(const Port& port, const MachineMessage& message) {
  return message.direction == MessageDirection::in_out ||
         // A conjugated port sees `in` messages as outgoing.
         (message.direction == MessageDirection::in) != port.conjugated;
}

bool sends(const Port& port, const MachineMessage& message) {
  return message.direction == MessageDirection::in_out ||
         (message.direction == MessageDirection::out) != port.conjugated;
}

std::string to_string(const MachineModel& model,
                      const Capsule& capsule,
                      const Trigger& trigger) {
  std::string out;
  for (const std::uint32_t p : trigger.ports) {
    out += (out.empty() ? "" : "|") + capsule.ports[p].name;
  }
  if (!out.empty()) out += ".";
  switch (trigger.signal) {
    case SignalKind::message:
      return out +
             model.protocols[trigger.protocol].messages[trigger.message].name;
    case SignalKind::any:
      return out + "*";
    case SignalKind::timeout:
      return out + "timeout";
    case SignalKind::bound:
      return out + "rtBound";
    case SignalKind::unbound:
      return out + "rtUnbound";
  }
  return out;
}

void name_elements(MachineModel& model) {
  Taken capsules;
  for (Protocol& p : model.protocols) {
    qualify(p.messages, p.qualified);
    for (MachineMessage& m : p.messages) qualify(m.parameters, m.qualified);
  }
  for (MachineType& t : model.types) {
    qualify(t.fields, t.qualified);
    qualify(t.operations, t.qualified);
    for (Operation& o : t.operations) qualify(o.parameters, o.qualified);
  }
  for (Capsule& c : model.capsules) {
    c.qualified = unique_name(c.qualified, capsules);
    qualify(c.attributes, c.qualified);
    qualify(c.ports, c.qualified);
    qualify(c.parts, c.qualified);
    qualify(c.connectors, c.qualified);
    qualify(c.operations, c.qualified);
    for (Operation& o : c.operations) qualify(o.parameters, o.qualified);
    name_machine(c.machine, c.qualified);
  }
}

}  // namespace catenary::model
