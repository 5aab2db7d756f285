// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finds what an element of a class redefines: by its own words, or by its
/// role, its kind or its name.
#include <algorithm>
#include <sstream>

#include "frontend/umlrt/xmi/xmi_overlay.h"

namespace catenary::frontend::umlrt {

namespace {

/// The kind of a pseudostate, with its default.
std::string kind_of_pseudostate(const base::XmlElement& e) {
  const std::string kind = XmiDocument::plain(e, "kind");
  return kind.empty() ? "initial" : kind;
}

/// How many parameters callers give.
std::ptrdiff_t parameters_of(const base::XmlElement& e) {
  return std::ranges::count_if(e.children, [](const base::XmlElement& c) {
    return c.name == "ownedParameter" &&
           XmiDocument::plain(c, "direction") != "return";
  });
}

/// Whether the class redefines the member where a child of that role does.
bool is_open(const XmiMember& m, const base::XmlElement& child) {
  return m.inherited && !m.redefined && m.head.name == child.name;
}

/// The position of the child among those of its role.
std::size_t position(const base::XmlElement& e, const base::XmlElement& child) {
  std::size_t before = 0;
  for (const base::XmlElement& c : e.children) {
    if (&c == &child) break;
    if (c.name == child.name) ++before;
  }
  return before;
}

}  // namespace

std::vector<const base::XmlElement*> XmiOverlay::ids(
    const Element& e, std::string_view attribute) const {
  std::vector<const Element*> out;
  std::istringstream words(XmiDocument::plain(e, attribute));
  std::string one;
  while (words >> one) {
    if (const Element* found = document_.find(one)) out.push_back(found);
  }
  return out;
}

std::vector<XmiMember*> XmiOverlay::members(const Element& e,
                                            std::string_view attribute) const {
  std::vector<XmiMember*> out;
  for (const Element* one : ids(e, attribute)) {
    const auto it = tree_.of.find(one);
    if (it != tree_.of.end()) out.push_back(it->second);
  }
  return out;
}

bool XmiOverlay::refers_to_inherited(const Element& e) const {
  for (const base::XmlAttribute& a : e.attributes) {
    if (a.name != "source" && a.name != "target" && !is_redefinition(a.name)) {
      continue;
    }
    for (const XmiMember* m : members(e, a.name)) {
      if (m->inherited) return true;
    }
  }
  return std::ranges::any_of(
      e.children, [&](const Element& c) { return refers_to_inherited(c); });
}

XmiMember* XmiOverlay::named(const XmiMember& into,
                             const Element& child) const {
  for (const base::XmlAttribute& a : child.attributes) {
    if (!a.prefix.empty() || !is_redefinition(a.name)) continue;
    for (XmiMember* m : members(child, a.name)) {
      if (m->owner == &into && is_open(*m, child)) return m;
    }
  }
  return nullptr;
}

XmiMember* XmiOverlay::implied(const XmiMember& into,
                               const Element& e,
                               const Element& child) const {
  const std::string& role = child.name;
  if (role == "subvertex" || role == "connectionPoint") {
    return implied_vertex(into, child);
  }
  if (role == "ownedRule") return implied_rule(into, e, child);
  if (role == "trigger") return implied_trigger(into, child);
  // UML-RT has one region; connectors have their ends in order.
  if (role == "region" || role == "end") return implied_end(into, e, child);
  if (role == "ownedConnector" || role == "ownedBehavior") return nullptr;
  return implied_name(into, child);
}

XmiMember* XmiOverlay::implied_name(const XmiMember& into,
                                    const Element& child) const {
  const std::string name = XmiDocument::plain(child, "name");
  // Transitions of one name are different ones.
  if (name.empty() || child.name == "transition") return nullptr;
  for (const auto& m : into.members) {
    if (!is_open(*m, child) || XmiDocument::plain(m->head, "name") != name) {
      continue;
    }
    // C++ has several functions of one name.
    const bool overload = child.name == "ownedOperation" &&
                          parameters_of(*m->origins[0]) != parameters_of(child);
    if (!overload) return m.get();
  }
  return nullptr;
}

XmiMember* XmiOverlay::implied_end(const XmiMember& into,
                                   const Element& e,
                                   const Element& child) const {
  std::size_t left = position(e, child);
  for (const auto& m : into.members) {
    if (m->head.name != child.name || !m->inherited) continue;
    if (left == 0) return is_open(*m, child) ? m.get() : nullptr;
    --left;
  }
  return nullptr;
}

XmiMember* XmiOverlay::implied_vertex(const XmiMember& into,
                                      const Element& child) const {
  const std::string type = XmiDocument::type(child);
  const std::string name = XmiDocument::plain(child, "name");
  const std::string kind = kind_of_pseudostate(child);
  const bool pseudostate = type == "Pseudostate";
  // A region has one of these at most.
  const bool single =
      pseudostate && (kind == "initial" || kind == "deepHistory");
  for (const auto& m : into.members) {
    if (!is_open(*m, child) || XmiDocument::type(m->head) != type) continue;
    if (pseudostate && kind_of_pseudostate(m->head) != kind) continue;
    const bool same =
        !name.empty() && XmiDocument::plain(m->head, "name") == name;
    if (single || same) return m.get();
  }
  return nullptr;
}

XmiMember* XmiOverlay::implied_rule(const XmiMember& into,
                                    const Element& e,
                                    const Element& rule) const {
  // The guard of the transition redefines the inherited guard, and that of a
  // trigger the inherited guard of that trigger.
  const std::string guard = XmiDocument::plain(e, "guard");
  const bool is_guard = !guard.empty() && guard == XmiDocument::id(rule);
  const std::string before = XmiDocument::plain(into.head, "guard");
  const std::vector<XmiMember*> about = members(rule, "constrainedElement");
  for (const auto& m : into.members) {
    if (!is_open(*m, rule)) continue;
    const bool was_guard =
        !before.empty() &&
        std::ranges::any_of(m->origins, [&](const Element* o) {
          return XmiDocument::id(*o) == before;
        });
    if (is_guard || was_guard) {
      if (is_guard && was_guard) return m.get();
      continue;
    }
    for (XmiMember* of : members(m->head, "constrainedElement")) {
      const bool trigger = of->head.name == "trigger";
      if (trigger && std::ranges::count(about, of) > 0) return m.get();
    }
  }
  return nullptr;
}

std::pair<std::string, std::vector<const void*>> XmiOverlay::fired_by(
    const Element& trigger) const {
  std::string event = XmiDocument::plain(trigger, "event");
  if (event.empty()) event = XmiDocument::fragment(trigger, "event");
  std::vector<const void*> ports;
  for (const Element* p : ids(trigger, "port")) {
    const auto it = tree_.of.find(p);
    if (it == tree_.of.end()) {
      ports.push_back(p);
    } else {
      ports.push_back(it->second);
    }
  }
  // Only compared, never written.
  std::ranges::sort(ports);
  const auto twice = std::ranges::unique(ports);
  ports.erase(twice.begin(), twice.end());
  return {event, ports};
}

XmiMember* XmiOverlay::implied_trigger(const XmiMember& into,
                                       const Element& child) const {
  const auto wanted = fired_by(child);
  if (wanted.first.empty()) return nullptr;
  for (const auto& m : into.members) {
    if (is_open(*m, child) && fired_by(*m->origins[0]) == wanted) {
      return m.get();
    }
  }
  return nullptr;
}

}  // namespace catenary::frontend::umlrt
