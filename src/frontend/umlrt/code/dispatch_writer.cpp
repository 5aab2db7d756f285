// SPDX-License-Identifier: Apache-2.0
/// \file
/// Entering and leaving states, histories, choices and guards.
///
/// Each function of the program is written when it is first called for, and
/// `made_` has its name before its body is written, so that cycles of
/// transitions become recursion of the program and not of the writer.
#include "frontend/umlrt/code/dispatch_writer.h"

#include <algorithm>

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;
using model::VertexKind;

/// The text for a C++ string literal in one line.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// The index in names of functions.
std::string number(std::uint32_t n) {
  return n == kNoIndex ? "top" : std::to_string(n);
}

std::string history_of(std::uint32_t composite) {
  return "catenary_history_" + number(composite);
}

}  // namespace

DispatchWriter::DispatchWriter(const model::MachineModel& model,
                               const model::Capsule& capsule)
    : model_(model),
      c_(capsule),
      m_(capsule.machine),
      children_(m_.children()),
      leaves_(m_.vertices.size()),
      history_(m_.vertices.size(), false) {
  for (Index t = 0; t < m_.transitions.size(); ++t) {
    if (m_.transitions[t].triggers.empty()) {
      leaves_[m_.transitions[t].source].push_back(t);
    }
  }
  find_histories();
  find_counted();
}

bool DispatchWriter::is_composite(Index v) const {
  // Boundary points alone do not make a region.
  return std::ranges::any_of(children_[v], [this](Index c) {
    return m_.vertices[c].kind != VertexKind::entry_point &&
           m_.vertices[c].kind != VertexKind::exit_point;
  });
}

/// Whether entering the vertex restores what was active in the state: a
/// composite state, an entry point without a transition, or a history.
bool DispatchWriter::restores(Index v) const {
  switch (m_.vertices[v].kind) {
    case VertexKind::state:
      return is_composite(v);
    case VertexKind::entry_point:
      return leaves_[v].empty();
    case VertexKind::deep_history:
      return true;
    default:
      return false;
  }
}

void DispatchWriter::find_histories() {
  // Restoring is deep: all composite states within a restored one are restored
  // too. The worklist ends, since each vertex is marked once.
  std::vector<Index> open;
  for (const model::Transition& t : m_.transitions) {
    if (t.kind == model::TransitionKind::internal || !restores(t.target)) {
      continue;
    }
    const bool state = m_.vertices[t.target].kind == VertexKind::state;
    open.push_back(state ? t.target : m_.vertices[t.target].parent);
  }
  while (!open.empty()) {
    const Index v = open.back();
    open.pop_back();
    if (v == kNoIndex || history_[v]) continue;
    history_[v] = true;
    for (const Index c : children_[v]) {
      if (m_.vertices[c].kind == VertexKind::state && is_composite(c)) {
        open.push_back(c);
      }
    }
  }
}

void DispatchWriter::function(const std::string& name,
                              const std::string& body) {
  const std::string head = "void " + name + "(const UMLRTMessage* msg)";
  declarations_ += head + ";\n";
  definitions_ += head + " {\n" + body + "}\n";
}

// What follows is reported at the place of the model.
std::string DispatchWriter::line_of(const base::SourceLocation& where) {
  return "#line " + std::to_string(std::max(where.line, 1U)) + " \"" +
         escaped(where.file) + "\"\n";
}

std::string DispatchWriter::goal(const std::string& id,
                                 const base::SourceLocation& where,
                                 const std::string& condition) const {
  return line_of(where) + "CATENARY_GOAL(\"" + escaped(id) + "\", " +
         condition + ");\n";
}

std::string DispatchWriter::call(const char* what,
                                 Index index,
                                 const model::ActionCode& code) const {
  if (code.empty()) return "";
  return "catenary_capsule." + std::string(what) + "_" + std::to_string(index) +
         "(msg);\n";
}

std::string DispatchWriter::enter(Index state) const {
  const model::Vertex& v = m_.vertices[state];
  return forget(v.parent) + goal("state " + v.qualified, v.where, "1") +
         call("entry", state, v.entry);
}

// Once a state within a composite state is entered, the history is written
// before it is read again. Clearing it makes configurations equal that behave
// equally.
std::string DispatchWriter::forget(Index composite) const {
  if (composite == kNoIndex || !history_[composite]) return "";
  return history_of(composite) + " = -1;\n";
}

std::string DispatchWriter::leave(Index state) const {
  const model::Vertex& v = m_.vertices[state];
  std::string out = call("exit", state, v.exit);
  // The note is made on exit, so that it is the last active state.
  if (v.parent != kNoIndex && history_[v.parent]) {
    out += history_of(v.parent) + " = " + std::to_string(state) + ";\n";
  }
  return out;
}

std::string DispatchWriter::go(Index target, Index scope) {
  std::string out;
  // The transition may lead out of the region that it belongs to: then the
  // states up to the common ancestor are exited.
  const Index home = m_.vertices[target].parent;
  while (!m_.within(home, scope)) {
    out += leave(scope);
    scope = m_.vertices[scope].parent;
  }
  return out + arrive(target, scope);
}

std::string DispatchWriter::take(Index transition, Index scope) {
  const model::Transition& t = m_.transitions[transition];
  return goal("transition " + t.qualified, t.where, "1") +
         call("effect", transition, t.effect) + go(t.target, scope);
}

// The function depends on the vertex and the scope only, not on the transition,
// so that transitions to the same target share it.
std::string DispatchWriter::arrive(Index vertex, Index scope) {
  const std::string name =
      "catenary_arrive_" + number(vertex) + "_" + number(scope);
  if (!made_.insert(name).second) return name + "(msg);\n";
  const model::Vertex& v = m_.vertices[vertex];
  // States between the scope and the target are entered from the outside
  // inwards.
  std::vector<Index> around;
  for (Index a = v.parent; a != scope; a = m_.vertices[a].parent) {
    around.push_back(a);
  }
  std::string body;
  for (auto a = around.rbegin(); a != around.rend(); ++a) body += enter(*a);
  body += rounds(vertex);
  // An exit point leaves its state, an entry point continues within it.
  switch (v.kind) {
    case VertexKind::state:
      body += enter(vertex) + settle(vertex);
      break;
    case VertexKind::choice:
    case VertexKind::junction:
      body += branch(vertex, v.parent);
      break;
    case VertexKind::exit_point:
      body += leave(v.parent);
      body += leaves_[vertex].empty()
                  ? stuck(vertex)
                  : take(leaves_[vertex][0], m_.vertices[v.parent].parent);
      break;
    case VertexKind::entry_point:
      body += leaves_[vertex].empty() ? restore(v.parent, kNoIndex)
                                      : take(leaves_[vertex][0], v.parent);
      break;
    case VertexKind::deep_history:
      body += restore(v.parent, vertex);
      break;
    case VertexKind::initial:
      body += leaves_[vertex].empty() ? stuck(vertex)
                                      : take(leaves_[vertex][0], v.parent);
      break;
  }
  // The body is complete only here: functions that it calls are before it in
  // the text, or declared.
  function(name, body);
  return name + "(msg);\n";
}

/// After the entry action of a state, its inside is entered; a simple state is
/// the new configuration.
std::string DispatchWriter::settle(Index state) {
  if (is_composite(state)) return restore(state, kNoIndex);
  return "catenary_state = " + std::to_string(state) + ";\n";
}

/// By priority: the state that was active last, the transition of the history
/// vertex, the initial pseudostate. A composite state without any of them is
/// itself the configuration.
std::string DispatchWriter::restore(Index composite, Index history) {
  const std::string name =
      "catenary_restore_" + number(composite) + "_" + number(history);
  if (!made_.insert(name).second) return name + "(msg);\n";
  std::string body;
  Index initial = kNoIndex;
  if (composite != kNoIndex && history_[composite]) {
    body += "switch (" + history_of(composite) + ") {\n";
    // Deep history: the state that is restored restores its own inside.
    for (const Index c : children_[composite]) {
      if (m_.vertices[c].kind != VertexKind::state) continue;
      body += "case " + number(c) + ":\n" + enter(c) + settle(c) + "return;\n";
    }
    body += "default: break;\n}\n";
  }
  const std::vector<Index>& within =
      composite == kNoIndex ? children_.back() : children_[composite];
  for (const Index c : within) {
    if (m_.vertices[c].kind == VertexKind::initial) initial = c;
  }
  if (history != kNoIndex && !leaves_[history].empty()) {
    body += take(leaves_[history][0], composite);
  } else if (initial != kNoIndex) {
    body += arrive(initial, composite);
  } else {
    body += "catenary_state = " +
            (composite == kNoIndex ? "-1" : number(composite)) + ";\n";
  }
  function(name, body);
  return name + "(msg);\n";
}

std::string DispatchWriter::branch(Index vertex, Index scope) {
  const model::Vertex& v = m_.vertices[vertex];
  // Guards are evaluated at choices only: of a junction the first branch is
  // taken.
  if (v.kind == VertexKind::junction && !leaves_[vertex].empty()) {
    return take(leaves_[vertex][0], scope);
  }
  std::string out;
  std::string otherwise;
  bool has_else = false;
  // A branch without a guard is "else", wherever it is in the list; only the
  // first such branch counts.
  for (const Index t : leaves_[vertex]) {
    if (m_.transitions[t].guard.empty()) {
      if (!has_else) otherwise = take(t, scope);
      has_else = true;
      continue;
    }
    out += "if (" + passes(t, kNoIndex) + ") {\n" + take(t, scope) +
           "return;\n}\n";
  }
  return out + (has_else ? otherwise : stuck(vertex));
}

/// A call that is true where the guards of the transition and of that trigger
/// hold (kNoIndex: no trigger). Both outcomes of each guard are goals.
std::string DispatchWriter::passes(Index transition, Index trigger) {
  const model::Transition& t = m_.transitions[transition];
  const std::string name =
      "catenary_passes_" + number(transition) + "_" + number(trigger);
  if (!made_.insert(name).second) return name + "(msg)";
  std::string body;
  const auto check = [&](const std::string& guard,
                         const std::string& what,
                         const base::SourceLocation& where) {
    body += "{ const bool holds = catenary_capsule." + guard + "(msg);\n" +
            goal("guard " + what + " true", where, "holds") +
            goal("guard " + what + " false", where, "!holds") +
            "if (!holds) return false; }\n";
  };
  // The guard of the trigger comes first; where it is false, the other is not
  // evaluated.
  if (trigger != kNoIndex && !t.triggers[trigger].guard.empty()) {
    const model::Trigger& g = t.triggers[trigger];
    check("guard_" + number(transition) + "_" + number(trigger),
          t.qualified + " on " + model::to_string(model_, c_, g),
          g.guard.lines.empty() ? g.where : g.guard.lines[0]);
  }
  if (!t.guard.empty()) {
    check("guard_" + number(transition),
          t.qualified,
          t.guard.lines.empty() ? t.where : t.guard.lines[0]);
  }
  const std::string head = "bool " + name + "(const UMLRTMessage* msg)";
  declarations_ += head + ";\n";
  definitions_ += head + " {\n" + body + "return true;\n}\n";
  return name + "(msg)";
}

/// Takes the transition in the configuration whose innermost active state is
/// `leaf`.
std::string DispatchWriter::fire(Index transition, Index leaf) {
  const std::string name =
      "catenary_fire_" + number(transition) + "_" + number(leaf);
  if (!made_.insert(name).second) return name + "(msg);\n";
  const model::Transition& t = m_.transitions[transition];
  std::string body;
  if (t.kind == model::TransitionKind::internal) {
    body = goal("transition " + t.qualified, t.where, "1") +
           call("effect", transition, t.effect);
  } else {
    // The scope is the innermost state that stays active: the state around the
    // transition, the source of a local transition to its inside, or, for an
    // external transition drawn within its source, what is around the source.
    Index scope = t.parent;
    const bool local = t.kind == model::TransitionKind::local;
    if (local && m_.within(t.target, t.source)) {
      scope = t.source;
    } else if (!local && scope != kNoIndex && t.source == scope) {
      scope = m_.vertices[scope].parent;
    }
    // Exit actions run from the innermost state outwards.
    for (Index s = leaf; s != scope; s = m_.vertices[s].parent) {
      body += leave(s);
    }
    if (local && t.target == scope) {
      // A local transition to its own source: it does not exit the state, so
      // that it does not enter it either.
      body += goal("transition " + t.qualified, t.where, "1") +
              call("effect", transition, t.effect) + settle(scope);
    } else {
      body += take(transition, scope);
    }
  }
  function(name, body);
  return name + "(msg);\n";
}

std::string DispatchWriter::write() {
  // The declarations are complete only when all functions are written.
  function("catenary_begin", restore(kNoIndex, kNoIndex));
  deliver();
  std::string histories;
  for (Index v = 0; v < history_.size(); ++v) {
    if (history_[v]) histories += "int " + history_of(v) + " = -1;\n";
  }
  return histories + round_counters() + declarations_ + definitions_;
}

}  // namespace catenary::frontend::umlrt
