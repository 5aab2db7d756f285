// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lays a class over what it inherits. Exclusions come first, so that a new
/// element in the place of an excluded one is not excluded with it; references
/// to what is excluded are looked for at the end.
#include "frontend/umlrt/xmi/xmi_overlay.h"

#include <algorithm>
#include <set>

namespace catenary::frontend::umlrt {

namespace {

/// Whether an element may have several children of that role, each of which is
/// redefined on its own.
bool is_list(std::string_view role) {
  static const std::set<std::string, std::less<>> kLists = {"region",
                                                            "subvertex",
                                                            "connectionPoint",
                                                            "transition",
                                                            "trigger",
                                                            "deferrableTrigger",
                                                            "ownedRule",
                                                            "ownedAttribute",
                                                            "ownedOperation",
                                                            "ownedReception",
                                                            "ownedBehavior",
                                                            "ownedConnector",
                                                            "ownedLiteral",
                                                            "ownedComment",
                                                            "eAnnotations",
                                                            "nestedClassifier",
                                                            "end"};
  return kLists.contains(role);
}

/// Whether an element of that role replaces the inherited one of its name.
bool is_replaced_by_name(std::string_view role) {
  return role == "ownedAttribute" || role == "ownedOperation" ||
         role == "ownedLiteral" || role == "nestedClassifier";
}

/// The first state machine of a class; nullptr where it has none.
const base::XmlElement* first_machine(const base::XmlElement& e) {
  for (const base::XmlElement& c : e.children) {
    if (c.name == "ownedBehavior" && XmiDocument::type(c) == "StateMachine") {
      return &c;
    }
  }
  return nullptr;
}

/// Enters the element and everything in it.
void enter_all(const base::XmlElement& e,
               std::unordered_set<const base::XmlElement*>& out) {
  out.insert(&e);
  for (const base::XmlElement& c : e.children) enter_all(c, out);
}

}  // namespace

bool is_redefinition(std::string_view attribute) {
  return attribute.starts_with("redefined") ||
         attribute.starts_with("extended");
}

const base::XmlElement* exclusion(const XmiDocument& document,
                                  const base::XmlElement& e) {
  const base::XmlElement* s = document.stereotype(e, "RTRedefinedElement");
  const bool redefines =
      s != nullptr && (!XmiDocument::plain(*s, "rootFragment").empty() ||
                       s->child("rootFragment") != nullptr);
  return redefines ? nullptr : s;
}

void XmiOverlay::apply(const Element& e) {
  lay(tree_.root, e);
  sweep(tree_.root);
}

void XmiOverlay::lay(XmiMember& into, const Element& e) {
  into.origins.insert(into.origins.begin(), &e);
  ++into.styled;
  into.redefined = true;
  into.head.where = e.where;
  tree_.of[&e] = &into;
  // A new type makes the C++ type of the redefined attribute void.
  const bool typed = e.attribute("", "type") != nullptr || e.child("type");
  if (typed && XmiDocument::type(e) == "Property") into.styled = 1;
  std::vector<const Element*> others;
  for (const Element& c : e.children) {
    if (!exclude(into, e, c)) others.push_back(&c);
  }
  // Triggers are compared by their ports.
  std::ranges::stable_partition(
      others, [](const Element* c) { return c->name == "ownedAttribute"; });
  for (const Element* c : others) lay_child(into, e, *c);
  lay_attributes(into, e);
}

void XmiOverlay::lay_attributes(XmiMember& into, const Element& e) {
  for (const base::XmlAttribute& a : e.attributes) {
    if (a.prefix.empty() && is_redefinition(a.name)) {
      if (a.value.empty()) continue;
      const std::vector<const Element*> named = ids(e, a.name);
      const bool known = std::ranges::all_of(
          named, [&](const Element* n) { return tree_.of.contains(n); });
      if (!known || named.empty()) {
        issues_.push_back({&e, "attribute " + a.name});
      }
      continue;
    }
    // An empty name is that of an element whose name is inherited.
    if (a.prefix.empty() && a.name == "name" && a.value.empty()) continue;
    std::erase_if(into.head.attributes, [&](const base::XmlAttribute& old) {
      return old.prefix == a.prefix && old.name == a.name;
    });
    into.head.attributes.push_back(a);
    // The inherited value may be a child: a reference to another file is.
    XmiMember* inherited = a.prefix.empty() ? into.first(a.name) : nullptr;
    if (inherited != nullptr && inherited->inherited) {
      tree_.remove(*inherited, false);
    }
  }
}

void XmiOverlay::lay_child(XmiMember& into,
                           const Element& e,
                           const Element& child) {
  const std::string& role = child.name;
  // <name xsi:nil="true"/> is no name.
  if (role == "name") return;
  if (role == "generalization") {
    // Classes were followed to get here; a state machine may have its own.
    const std::vector<XmiMember*> general = members(child, "general");
    if (into.owner != nullptr && std::ranges::count(general, &into) == 0) {
      tree_.add(into, child);
    }
    return;
  }
  if (role == "ownedBehavior" && XmiDocument::type(child) == "StateMachine") {
    return lay_machine(into, e, child);
  }
  // A machine that redefines elements of the inherited one extends that,
  // whatever it says of another file, which a copied model may still name.
  if ((role == "redefinedClassifier" || role == "extendedStateMachine") &&
      into.inherited && !child.attribute("href").empty()) {
    document_.problems().warning(
        document_.place(child),
        "this state machine redefines elements of the one that its capsule "
        "inherits, and is taken to extend that one, though it names one of "
        "another file",
        "machine-elsewhere");
    return;
  }
  if (XmiMember* base = named(into, child)) return lay(*base, child);
  if (!is_list(role)) return lay_single(into, child);
  XmiMember* base = implied(into, e, child);
  if (base == nullptr) {
    tree_.add(into, child);
  } else if (is_replaced_by_name(role)) {
    tree_.replace(*base, child);
  } else {
    lay(*base, child);
  }
}

void XmiOverlay::lay_single(XmiMember& into, const Element& child) {
  into.unset(child.name);
  XmiMember* old = into.first(child.name);
  // Actions keep their origins, which redefinitions of further levels name.
  const bool action =
      child.name == "effect" || child.name == "entry" || child.name == "exit";
  if (action && old != nullptr) return tree_.replace(*old, child);
  while (old != nullptr && old->inherited) {
    tree_.remove(*old, false);
    old = into.first(child.name);
  }
  tree_.add(into, child);
}

void XmiOverlay::lay_machine(XmiMember& into,
                             const Element& e,
                             const Element& child) {
  XmiMember* base = named(into, child);
  for (const Element& g : child.children) {
    if (g.name != "generalization" || base != nullptr) continue;
    const std::vector<XmiMember*> general = members(g, "general");
    if (!general.empty() && general[0]->owner == &into) base = general[0];
  }
  if (base != nullptr) return lay(*base, child);
  // Older files do not say that a machine extends the inherited one, but its
  // elements redefine those of that, or lead to them.
  for (const auto& m : into.members) {
    const bool machine = m->head.name == "ownedBehavior" && m->inherited &&
                         !m->redefined &&
                         XmiDocument::type(m->head) == "StateMachine";
    if (base == nullptr && machine) base = m.get();
  }
  const std::string chosen = XmiDocument::plain(e, "classifierBehavior");
  const bool main = chosen.empty() ? first_machine(e) == &child
                                   : chosen == XmiDocument::id(child);
  if (base == nullptr || !main) {
    tree_.add(into, child);
  } else if (refers_to_inherited(child)) {
    lay(*base, child);
  } else {
    tree_.replace(*base, child);
  }
}

bool XmiOverlay::exclude(XmiMember& into,
                         const Element& e,
                         const Element& child) {
  if (child.name == "ownedRule") return exclude_by_rule(into, e, child);
  const Element* s = exclusion(document_, child);
  if (s == nullptr) return false;
  exclusions_.push_back(s);
  XmiMember* base = nullptr;
  for (const base::XmlAttribute& a : child.attributes) {
    if (!is_redefinition(a.name)) continue;
    for (XmiMember* m : members(child, a.name)) {
      if (m->inherited && m->head.name == child.name) base = m;
    }
  }
  if (base == nullptr || XmiDocument::type(child) == "StateMachine") {
    issues_.push_back({&child,
                       base == nullptr ? "an exclusion of what is not inherited"
                                       : "an excluded state machine"});
  } else {
    tree_.remove(*base, true);
  }
  // References to it are references to what is excluded.
  enter_all(child, tree_.excluded);
  return true;
}

bool XmiOverlay::exclude_by_rule(XmiMember& into,
                                 const Element& e,
                                 const Element& rule) {
  const Element* value = rule.child("specification");
  const bool literal = value != nullptr &&
                       XmiDocument::type(*value) == "LiteralBoolean" &&
                       XmiDocument::plain(*value, "value") != "true";
  const std::string guard = XmiDocument::plain(e, "guard");
  if (!literal || (!guard.empty() && guard == XmiDocument::id(rule))) {
    return false;
  }
  const std::vector<XmiMember*> about = members(rule, "constrainedElement");
  const bool inherited =
      !about.empty() && std::ranges::all_of(about, [&](const XmiMember* m) {
        return m->inherited && m->owner == &into;
      });
  if (!inherited) return false;
  for (XmiMember* m : about) tree_.remove(*m, true);
  return true;
}

void XmiOverlay::sweep(XmiMember& m) {
  for (std::size_t i = 0; i < m.members.size();) {
    if (hangs_on_excluded(*m.members[i])) {
      tree_.remove(*m.members[i], true);
    } else {
      sweep(*m.members[i++]);
    }
  }
}

bool XmiOverlay::hangs_on_excluded(const XmiMember& m) {
  const auto gone = [&](const Element* e) {
    return tree_.excluded.contains(e);
  };
  const auto names_gone = [&](const Element& e, std::string_view attribute) {
    return std::ranges::any_of(ids(e, attribute), gone);
  };
  const std::string& role = m.head.name;
  if (role == "transition") {
    // A transition of the class itself is listed when it is read.
    return m.inherited &&
           (names_gone(m.head, "source") || names_gone(m.head, "target"));
  }
  if (role == "ownedRule") {
    const std::vector<const Element*> about = ids(m.head, "constrainedElement");
    return m.inherited && !about.empty() && std::ranges::all_of(about, gone);
  }
  if (role == "trigger" && names_gone(m.head, "port")) {
    issues_.push_back({m.origins[0], "a trigger on an excluded port"});
  }
  if (role != "ownedConnector") return false;
  const bool open = std::ranges::any_of(m.members, [&](const auto& end) {
    return names_gone(end->head, "role") ||
           names_gone(end->head, "partWithPort");
  });
  if (open && !m.inherited) {
    issues_.push_back({m.origins[0], "a connector to what is excluded"});
  }
  return open && m.inherited;
}

}  // namespace catenary::frontend::umlrt
