// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads state machines. Vertices are read before transitions, which may lead
/// anywhere in the machine; each state comes before its inside.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "frontend/umlrt/xmi/xmi_reader.h"

namespace catenary::frontend::umlrt {

namespace {

using model::VertexKind;

/// The kind of a pseudostate; nothing for kinds that UML-RT does not have (e.g.
/// forks). UML: the default is initial.
std::optional<VertexKind> pseudostate_kind(const std::string& kind) {
  if (kind.empty() || kind == "initial") return VertexKind::initial;
  if (kind == "choice") return VertexKind::choice;
  if (kind == "junction") return VertexKind::junction;
  if (kind == "deepHistory") return VertexKind::deep_history;
  if (kind == "entryPoint") return VertexKind::entry_point;
  if (kind == "exitPoint") return VertexKind::exit_point;
  return std::nullopt;
}

/// Whether the trigger has no event and needs none: a transition from a
/// pseudostate begins a run or continues one.
bool says_nothing(const base::XmlElement& trigger, VertexKind source) {
  return source != VertexKind::state && trigger.child("event") == nullptr &&
         XmiDocument::plain(trigger, "event").empty();
}

}  // namespace

void XmiReader::read_machine(const Element& e, model::Capsule& out) {
  out.has_machine = true;
  identify(e, out.machine);
  rest(e, out.name, {"region"});
  // A file has several machines, and vertices belong to one.
  vertex_of_.clear();
  transitions_.clear();
  owner_ = out.name;
  bool first = true;
  for (const Element& r : e.children) {
    if (r.name != "region") continue;
    // Orthogonal regions are not part of UML-RT.
    if (!first) unsupported(r, "a second region");
    if (first) read_region(r, model::kNoIndex, out.machine);
    first = false;
  }
  for (const auto& [t, parent] : transitions_) {
    owner_ = out.name;
    read_transition(*t, parent, out);
  }
}

void XmiReader::read_region(const Element& e,
                            std::uint32_t parent,
                            model::StateMachine& out) {
  rest(e, owner_, {"transition", "subvertex"});
  for (const Element& c : e.children) {
    if (c.name == "subvertex") read_vertex(c, parent, out);
    if (c.name == "transition") transitions_.emplace_back(&c, parent);
  }
}

void XmiReader::read_vertex(const Element& e,
                            std::uint32_t parent,
                            model::StateMachine& out) {
  model::Vertex v;
  identify(e, v);
  v.parent = parent;
  const std::string type = XmiDocument::type(e);
  // FinalState is not part of UML-RT: it is listed, like unknown types.
  if (type == "Pseudostate") {
    const std::string kind = XmiDocument::plain(e, "kind");
    const auto known = pseudostate_kind(kind);
    if (!known) return unsupported(e, "a pseudostate of the kind " + kind);
    v.kind = *known;
    rest(e, owner_, {});
  } else if (type != "State") {
    return unsupported(e, "a " + type);
  }
  const auto index = static_cast<std::uint32_t>(out.vertices.size());
  vertex_of_[&e] = index;
  out.vertices.push_back(std::move(v));
  if (type == "State") read_state(e, index, out);
}

void XmiReader::read_state(const Element& e,
                           std::uint32_t index,
                           model::StateMachine& out) {
  // Names of what lies within the state begin with its name.
  const std::string outer = owner_;
  owner_ += "::" + out.vertices[index].name;
  rest(e, owner_, {"entry", "exit", "region", "connectionPoint"});
  bool first = true;
  for (const Element& c : e.children) {
    if (c.name == "entry") out.vertices[index].entry = code(c);
    if (c.name == "exit") out.vertices[index].exit = code(c);
    // Boundary points are vertices of the state.
    if (c.name == "connectionPoint") read_vertex(c, index, out);
    if (c.name != "region") continue;
    if (!first) unsupported(c, "a second region");
    if (first) read_region(c, index, out);
    first = false;
  }
  owner_ = outer;
}

std::uint32_t XmiReader::vertex(const Element& e, const char* end) {
  const std::vector<const Element*> named = document_.referred(e, end);
  if (named.empty()) {
    // A reference without an element has been reported when it was looked up.
    // A redefinition has the ends of a transition of another file.
    if (XmiDocument::plain(e, end).empty() && e.child(end) == nullptr &&
        !XmiInheritance::redefines(e)) {
      problems_.error({e.where.line, e.where.column},
                      std::string("this transition has no ") + end +
                          "; expected the id of a vertex",
                      "transition-end");
    }
    return model::kNoIndex;
  }
  const auto it = vertex_of_.find(named[0]);
  if (it != vertex_of_.end()) return it->second;
  // A vertex that is listed as not supported is not an error here.
  const std::string type = XmiDocument::type(*named[0]);
  if (type != "State" && type != "Pseudostate" && type != "FinalState" &&
      type != "ConnectionPointReference") {
    problems_.error({e.where.line, e.where.column},
                    std::string("the ") + end + " of this transition is a " +
                        type + "; expected a vertex",
                    "transition-end");
  }
  return model::kNoIndex;
}

void XmiReader::read_transition(const Element& e,
                                std::uint32_t parent,
                                model::Capsule& out) {
  model::Transition t;
  identify(e, t);
  t.parent = parent;
  t.source = vertex(e, "source");
  t.target = vertex(e, "target");
  if (t.source == model::kNoIndex || t.target == model::kNoIndex) {
    return unsupported(e, "a transition from or to what is not supported");
  }
  // A transition without a name is called by its ends.
  owner_ += "::" + (t.name.empty() ? out.machine.vertices[t.source].name + "->"
                                   : t.name);
  const std::string kind = XmiDocument::plain(e, "kind");
  if (kind == "internal") {
    t.kind = model::TransitionKind::internal;
  } else if (kind == "local") {
    t.kind = model::TransitionKind::local;
  } else if (!kind.empty() && kind != "external") {
    unsupported(e, "a transition of the kind " + kind);
  }
  rest(e, owner_, {"ownedRule", "effect", "trigger"});
  // Elements of the triggers that are read, by index in t.triggers.
  std::vector<const Element*> triggers;
  for (const Element& c : e.children) {
    if (c.name == "effect") t.effect = code(c);
    if (c.name != "trigger") continue;
    if (add_trigger(c, out, t)) triggers.push_back(&c);
  }
  // A constraint is the guard of the transition if the attribute "guard" refers
  // to it, or the guard of each trigger that it constrains.
  for (const Element& rule : e.children) {
    if (rule.name != "ownedRule") continue;
    const Element* expression = rule.child("specification");
    const model::ActionCode guard =
        expression == nullptr ? model::ActionCode{} : code(*expression);
    bool used = XmiDocument::plain(e, "guard") == XmiDocument::id(rule);
    if (used) t.guard = guard;
    for (const Element* of : document_.referred(rule, "constrainedElement")) {
      const auto it = std::ranges::find(triggers, of);
      if (it == triggers.end()) continue;
      t.triggers[static_cast<std::size_t>(it - triggers.begin())].guard = guard;
      used = true;
    }
    // UML allows other constraints, which do not affect the run.
    if (!used) {
      problems_.warning({rule.where.line, rule.where.column},
                        owner_ +
                            " has a constraint that is neither its guard "
                            "nor that of a trigger: it has no effect",
                        "constraint-unused");
    }
  }
  out.machine.transitions.push_back(std::move(t));
}

bool XmiReader::add_trigger(const Element& e,
                            model::Capsule& owner,
                            model::Transition& t) {
  // A port of another file is one of a trigger that is not known.
  if (is_elsewhere(e)) {
    rest(e, owner_, {"event", "port"});
    note_unknown_trigger(e, owner, t);
    return false;
  }
  rest(e, owner_, {"event"});
  if (says_nothing(e, owner.machine.vertices[t.source].kind)) {
    ignore("Trigger without an event");
    return false;
  }
  model::Trigger trigger;
  if (!read_trigger(e, owner, trigger)) return false;
  t.triggers.push_back(std::move(trigger));
  return true;
}

bool XmiReader::is_elsewhere(const Element& trigger) const {
  static const std::set<std::string, std::less<>> kRuntime = {
      "_IaEO8HDxEeSwWKwNKw1iAA",
      "_PQtAwOzeEeSRtqCWFwOf8g",
      "_R-s4EOzeEeSRtqCWFwOf8g"};
  const std::string href = XmiDocument::fragment(trigger, "event");
  if (!href.empty()) return !kRuntime.contains(href);
  return !XmiDocument::plain(trigger, "event").empty() &&
         document_.referred(trigger, "event").empty();
}

void XmiReader::note_unknown_trigger(const Element& e,
                                     const model::Capsule& owner,
                                     model::Transition& t) {
  problems_.warning(document_.place(e),
                    owner_ +
                        ": the event of this trigger is in another file: a run "
                        "ends where it may be fired",
                    "trigger-unknown");
  std::set<std::uint32_t> ports(t.unknown_ports.begin(), t.unknown_ports.end());
  bool known = true;
  for (const Element& c : e.children) known = known && c.name != "port";
  for (const Element* p : document_.referred(e, "port")) {
    const auto it = port_of_.find(p);
    const bool own = it != port_of_.end() && it->second < owner.ports.size() &&
                     owner.ports[it->second].where == p->where;
    if (own) ports.insert(it->second);
    known = known && own;
  }
  // Of a port that is not known it may be any.
  for (std::uint32_t p = 0; (!known || ports.empty()) && p < owner.ports.size();
       ++p) {
    if (owner.ports[p].protocol != model::kNoIndex) ports.insert(p);
  }
  t.unknown_ports.assign(ports.begin(), ports.end());
}

bool XmiReader::read_trigger(const Element& e,
                             model::Capsule& owner,
                             model::Trigger& t) {
  t.where = e.where;
  for (const Element* p : document_.referred(e, "port")) {
    const auto it = port_of_.find(p);
    // Elements of ports are unique in the file; the index alone could be that
    // of another capsule.
    const bool own = it != port_of_.end() && it->second < owner.ports.size() &&
                     owner.ports[it->second].where == p->where;
    if (own) {
      t.ports.push_back(it->second);
    } else {
      unsupported(e, "a trigger on a port of another capsule");
    }
  }
  // Signals of the run time are events of the UML-RT library.
  const std::string library = XmiDocument::fragment(e, "event");
  if (library == "_IaEO8HDxEeSwWKwNKw1iAA") {
    t.signal = model::SignalKind::timeout;
  } else if (library == "_PQtAwOzeEeSRtqCWFwOf8g") {
    t.signal = model::SignalKind::bound;
  } else if (library == "_R-s4EOzeEeSRtqCWFwOf8g") {
    t.signal = model::SignalKind::unbound;
  } else if (!library.empty()) {
    unsupported(e, "the event '" + library + "' of a library");
    return false;
  } else {
    return read_event(e, owner, t);
  }
  return true;
}

bool XmiReader::read_event(const Element& e,
                           const model::Capsule& owner,
                           model::Trigger& t) {
  const std::vector<const Element*> events = document_.referred(e, "event");
  const auto not_read = [&](const std::string& what) {
    unsupported(e, what);
    return false;
  };
  if (events.empty()) {
    return not_read(XmiDocument::plain(e, "event").empty()
                        ? "a trigger without an event"
                        : "a trigger by an event of another file");
  }
  const std::string type = XmiDocument::type(*events[0]);
  // "*": a trigger for any message.
  if (type == "AnyReceiveEvent") {
    t.signal = model::SignalKind::any;
    return true;
  }
  // In UML-RT a message is an operation, and its arrival is a call event.
  if (type != "CallEvent") return not_read("a trigger by a " + type);
  for (const Element* o : document_.referred(*events[0], "operation")) {
    if (!message_of_.contains(o)) continue;
    t.signal = model::SignalKind::message;
    if (find_message(*o, owner, t)) return true;
    return not_read("a trigger by a message of ports with several protocols");
  }
  return not_read("a call event without a message of a protocol");
}

}  // namespace catenary::frontend::umlrt
