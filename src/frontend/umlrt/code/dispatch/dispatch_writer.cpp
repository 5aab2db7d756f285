// SPDX-License-Identifier: Apache-2.0
/// \file
/// Entering and leaving states, histories, choices and guards.
///
/// Each function of the program is written when it is first called for, and
/// `made_` has its name before its body is written, so that cycles of
/// transitions become recursion of the program and not of the writer.
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"

#include <algorithm>

#include "frontend/umlrt/code/code_text.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;
using model::VertexKind;

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
      rules_(m_, model.semantics) {
  find_counted();
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
                                 const std::string& condition) {
  goals_.insert(id);
  return line_of(where) + "CATENARY_GOAL(\"" + escaped(id) + "\", " +
         condition + ");\n";
}

std::string DispatchWriter::call(const char* what,
                                 Index index,
                                 const model::ActionCode& code) {
  if (code.empty()) return "";
  const std::string name = std::string(what) + "_" + std::to_string(index);
  calls_.insert(name);
  return "catenary_capsule." + name + "(msg);\n";
}

std::string DispatchWriter::enter(Index state) {
  const model::Vertex& v = m_.vertices[state];
  return forget(v.parent) + goal("state " + v.qualified, v.where, "1") +
         call("entry", state, v.entry);
}

std::string DispatchWriter::enter_again(Index state) {
  const bool acts =
      rules_.restoring_runs_entry() || !rules_.is_composite(state);
  if (acts) return enter(state);
  const model::Vertex& v = m_.vertices[state];
  return forget(v.parent) + goal("state " + v.qualified, v.where, "1");
}

// Once a state within a composite state is entered, the history is written
// before it is read again, unless it is noted on exit only. Clearing it makes
// configurations equal that behave equally.
std::string DispatchWriter::forget(Index composite) const {
  if (composite == kNoIndex || !rules_.has_history(composite) ||
      rules_.notes_on_exit(composite)) {
    return "";
  }
  return history_of(composite) + " = -1;\n";
}

std::string DispatchWriter::note(Index state) const {
  const Index around = m_.vertices[state].parent;
  if (around == kNoIndex || !rules_.has_history(around)) return "";
  return history_of(around) + " = " + std::to_string(state) + ";\n";
}

std::string DispatchWriter::leave(Index state) {
  const model::Vertex& v = m_.vertices[state];
  // The note is made on exit, so that it is the last active state.
  const bool later = v.parent != kNoIndex && rules_.notes_on_exit(v.parent);
  return call("exit", state, v.exit) + (later ? "" : note(state));
}

std::string DispatchWriter::go(Index target, Index scope) {
  std::string out;
  // Papyrus-RT does not leave a state for a transition from its inside to its
  // boundary.
  if (target == scope && rules_.semantics() == model::Semantics::papyrus_rt) {
    return settle(target);
  }
  // The transition may lead out of the region that it belongs to: then the
  // states up to the common ancestor are exited.
  const Index home = m_.vertices[target].parent;
  while (!m_.within(home, scope)) {
    out += leave(scope);
    const Index around = m_.vertices[scope].parent;
    if (around != kNoIndex && rules_.notes_on_exit(around) &&
        !m_.within(home, around)) {
      out += note(scope);
    }
    scope = around;
  }
  return out + arrive(target, scope);
}

std::string DispatchWriter::take(Index transition, Index scope) {
  const model::Transition& t = m_.transitions[transition];
  const auto noted = rules_.noted_by(transition);
  // The guards behind the initial transition of the machine.
  const model::Vertex& from = m_.vertices[t.source];
  const bool starts =
      from.kind == VertexKind::initial && from.parent == kNoIndex;
  const std::string on = starts ? path(t.target) : "true";
  const std::string before =
      on == "true" ? ""
                   : "if (!" + on + ") " +
                         unsupported(t.where,
                                     "no branch behind the initial transition "
                                     "is true") +
                         ";\n";
  return before + goal("transition " + t.qualified, t.where, "1") +
         call("effect", transition, t.effect) +
         (noted ? note(noted->second) : "") + go(t.target, scope);
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
  const std::vector<Index>& onward = rules_.onward(vertex);
  const auto restored = rules_.restores(vertex);
  // An exit point leaves its state, an entry point continues within it.
  if (v.kind == VertexKind::state) {
    body += enter(vertex) + settle(vertex);
  } else if (v.kind == VertexKind::choice || v.kind == VertexKind::junction) {
    body += branch(vertex, v.parent);
  } else if (restored) {
    const bool history = v.kind == VertexKind::deep_history;
    if (rules_.needs_history() && *restored != kNoIndex) {
      body += "if (" + history_of(*restored) + " == -1) " +
              unsupported(v.where,
                          "the history of a state that was not active before") +
              ";\n";
    }
    body += restore(*restored, history ? vertex : kNoIndex);
  } else if (v.kind == VertexKind::exit_point) {
    body += leave(v.parent);
    body += onward.empty() ? stuck(vertex)
                           : lead_on(vertex, m_.vertices[v.parent].parent);
  } else if (!onward.empty()) {
    body += lead_on(vertex, v.parent);
  } else {
    // An entry point of a simple state, or one that leads nowhere.
    body +=
        v.kind == VertexKind::entry_point ? settle(v.parent) : stuck(vertex);
  }
  // The body is complete only here: functions that it calls are before it in
  // the text, or declared.
  function(name, body);
  return name + "(msg);\n";
}

std::string DispatchWriter::lead_on(Index vertex, Index scope) {
  if (rules_.chooses_before(vertex)) return take_noted(vertex, scope);
  return take(rules_.onward(vertex).front(), scope);
}

/// After the entry action of a state, its inside is entered; a simple state is
/// the new configuration.
std::string DispatchWriter::settle(Index state) {
  if (!rules_.is_composite(state)) {
    return (rules_.completes(state)
                ? "__catenary_unsupported(\"a completion transition\");\n"
                : "") +
           std::string("catenary_state = ") + std::to_string(state) + ";\n";
  }
  return rules_.restores(state) ? restore(state, kNoIndex) : begin(state);
}

/// By priority: the state that was active last, the transition of the history
/// vertex, the initial pseudostate.
std::string DispatchWriter::restore(Index composite, Index history) {
  const std::string name =
      "catenary_restore_" + number(composite) + "_" + number(history);
  if (!made_.insert(name).second) return name + "(msg);\n";
  std::string body;
  if (composite != kNoIndex && rules_.has_history(composite)) {
    body += "switch (" + history_of(composite) + ") {\n";
    // Deep history: the state that is restored restores its own inside.
    for (const Index c : rules_.children(composite)) {
      if (m_.vertices[c].kind != VertexKind::state) continue;
      body += "case " + number(c) + ":\n" + enter_again(c) +
              (rules_.is_composite(c) ? restore(c, kNoIndex) : settle(c)) +
              "return;\n";
    }
    body += "default: break;\n}\n";
  }
  if (history != kNoIndex && !rules_.onward(history).empty()) {
    body += take(rules_.onward(history).front(), composite);
  } else {
    body += begin(composite);
  }
  function(name, body);
  return name + "(msg);\n";
}

/// A composite state without an initial pseudostate is itself the
/// configuration.
std::string DispatchWriter::begin(Index composite) {
  const Index initial = rules_.initial_of(composite);
  if (initial != kNoIndex) return arrive(initial, composite);
  return "catenary_state = " +
         (composite == kNoIndex ? "-1" : number(composite)) + ";\n";
}

std::string DispatchWriter::branch(Index vertex, Index scope) {
  const model::Vertex& v = m_.vertices[vertex];
  // Guards are evaluated at choices only: of a junction the first branch is
  // taken.
  const std::vector<Index>& branches = rules_.onward(vertex);
  if (v.kind == VertexKind::junction && !branches.empty()) {
    const bool chooses =
        branches.size() > 1 || !m_.transitions[branches[0]].guard.empty();
    // UML evaluates these guards before the compound transition fires.
    if (chooses && rules_.semantics() == model::Semantics::uml) {
      return "__catenary_unsupported(\"guards of a junction in UML\");\n";
    }
    return lead_on(vertex, scope);
  }
  if (rules_.order_is_open()) return open_choice(vertex, scope);
  std::string out;
  std::string otherwise;
  bool has_else = false;
  // A branch without a guard is "else", wherever it is in the list; only the
  // first such branch counts.
  for (const Index t : branches) {
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
    function(name, body);
    return name + "(msg);\n";
  }
  const Index scope = rules_.stays_active(transition);
  const Index from = rules_.fired_from(transition);
  // Exit actions run from the innermost state outwards.
  for (Index s = leaf; s != scope; s = m_.vertices[s].parent) body += leave(s);
  // Composite states that are left, and those within the one that the
  // transition belongs to, note what was active in them.
  for (Index s = leaf; s != scope; s = m_.vertices[s].parent) {
    const Index around = m_.vertices[s].parent;
    if (around == kNoIndex || !rules_.notes_on_exit(around)) continue;
    const bool within = s != from && m_.within(s, from);
    if (within || around != scope) body += note(s);
  }
  const Index taken = rules_.taken_for(transition);
  const model::Transition& real = m_.transitions[taken];
  if (real.target == scope) {
    // It leads to a state that it does not exit, and so does not enter either.
    body += goal("transition " + real.qualified, real.where, "1") +
            call("effect", taken, real.effect) + settle(scope);
  } else {
    body += take(taken, scope);
  }
  function(name, body);
  return name + "(msg);\n";
}

/// Everything of the machine that the functions written so far do not mention.
std::string DispatchWriter::unreached() {
  std::string out;
  const auto mention = [&](const std::string& id,
                           const base::SourceLocation& where) {
    if (!goals_.contains(id)) out += goal(id, where, "1");
  };
  const auto run = [&](const char* what,
                       Index index,
                       const model::ActionCode& code) {
    const std::string name = std::string(what) + "_" + std::to_string(index);
    if (!calls_.contains(name)) out += call(what, index, code);
  };
  for (Index v = 0; v < m_.vertices.size(); ++v) {
    const model::Vertex& one = m_.vertices[v];
    if (one.kind != VertexKind::state) continue;
    mention("state " + one.qualified, one.where);
    run("entry", v, one.entry);
    run("exit", v, one.exit);
  }
  for (Index t = 0; t < m_.transitions.size(); ++t) {
    const model::Transition& one = m_.transitions[t];
    const auto guarded = [&](Index g) {
      const bool has = !one.guard.empty() ||
                       (g != kNoIndex && !one.triggers[g].guard.empty());
      if (has) out += "(void)" + passes(t, g) + ";\n";
    };
    mention("transition " + one.qualified, one.where);
    run("effect", t, one.effect);
    for (Index g = 0; g < one.triggers.size(); ++g) {
      guarded(g);
      if (one.triggers.size() == 1) continue;
      mention("trigger " + one.qualified + " on " +
                  model::to_string(model_, c_, one.triggers[g]),
              one.triggers[g].where);
    }
    if (one.triggers.empty()) guarded(kNoIndex);
  }
  return out;
}

std::string DispatchWriter::write_functions() {
  // The declarations are complete only when all functions are written.
  function("catenary_begin", begin(kNoIndex));
  deliver();
  function("catenary_unreached", unreached());
  std::string histories;
  for (Index v = 0; v < m_.vertices.size(); ++v) {
    if (rules_.has_history(v)) histories += "int " + history_of(v) + " = -1;\n";
    if (!rules_.chooses_before(v)) continue;
    histories += "int catenary_branch_" + number(v) + " = -1;\n";
  }
  return histories + round_counters();
}

std::string DispatchWriter::write() {
  const std::string variables = write_functions();
  return variables + declarations_ + definitions_;
}

std::string DispatchWriter::write_members() {
  const std::string variables = write_functions();
  return "int catenary_state = -1;\n" + variables + definitions_;
}

}  // namespace catenary::frontend::umlrt
