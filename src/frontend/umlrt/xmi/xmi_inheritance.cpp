// SPDX-License-Identifier: Apache-2.0
/// \file
/// Follows generalizations, and puts classes together from their first ancestor
/// on.
#include "frontend/umlrt/xmi/xmi_inheritance.h"

#include <fmt/format.h>

#include <algorithm>

namespace catenary::frontend::umlrt {

namespace {

/// The protocol of the UML-RT library that every protocol extends: its messages
/// rtBound and rtUnbound are events of the run time.
constexpr const char* kBaseProtocol = "__4DbwOzdEeSRtqCWFwOf8g";

/// The name of an element for messages.
std::string named(const base::XmlElement& e) {
  return "'" + XmiDocument::plain(e, "name") + "'";
}

}  // namespace

void XmiInheritance::follow(const Element& e,
                            const Element& relation,
                            Parent& out) {
  const auto not_followed = [&](const std::string& what) {
    out.issues.push_back({&relation, what});
  };
  const std::string href = relation.child("general") == nullptr
                               ? XmiDocument::plain(relation, "general")
                               : relation.child("general")->attribute("href");
  if (href.empty()) return not_followed("a generalization without a parent");
  if (href.find('#') != std::string::npos) {
    const bool base =
        XmiDocument::fragment(relation, "general") == kBaseProtocol &&
        XmiDocument::type(e) == "Collaboration";
    if (!base) not_followed("a parent in another file: '" + href + "'");
    return;
  }
  for (const Element* p : document_.referred(relation, "general")) {
    const bool capsule = document_.stereotype(e, "Capsule") != nullptr;
    if (XmiDocument::type(*p) != XmiDocument::type(e)) {
      not_followed("inheritance from a " + XmiDocument::type(*p));
    } else if (capsule != (document_.stereotype(*p, "Capsule") != nullptr)) {
      not_followed(capsule ? "a capsule that inherits from a passive class"
                           : "a passive class that inherits from a capsule");
    } else if (out.element != nullptr) {
      not_followed("a second parent, " + named(*p));
    } else {
      out.element = p;
      out.relation = &relation;
    }
  }
}

const XmiInheritance::Parent& XmiInheritance::parent(const Element& e) {
  const auto [it, is_new] = parents_.try_emplace(&e);
  if (!is_new) return it->second;
  Parent found;
  for (const Element& c : e.children) {
    if (c.name == "generalization") follow(e, c, found);
  }
  return parents_[&e] = std::move(found);
}

std::vector<const base::XmlElement*> XmiInheritance::lineage(const Element& e) {
  std::vector<const Element*> out = {&e};
  std::unordered_set<const Element*> known = {&e};
  for (const Element* p = parent(e).element; p != nullptr;
       p = parent(*p).element) {
    if (!known.insert(p).second) {
      // Only the classes of the cycle have the error.
      if (p == &e) {
        const Element& at = *parent(e).relation;
        document_.problems().error(
            document_.place(at),
            fmt::format("{} inherits from itself, by its parent {}; expected "
                        "another parent",
                        named(e),
                        named(*parent(e).element)),
            "inheritance-cycle");
      }
      break;
    }
    out.push_back(p);
  }
  std::ranges::reverse(out);
  return out;
}

std::vector<InheritanceIssue> XmiInheritance::issues(const Element& e) {
  std::vector<InheritanceIssue> out;
  for (const Element* p : lineage(e)) {
    for (const InheritanceIssue& i : parent(*p).issues) out.push_back(i);
    for (const InheritanceIssue& i : issues_[p]) out.push_back(i);
  }
  return out;
}

const XmiClassTree& XmiInheritance::tree(const Element& e,
                                         const XmiClassTree* inherited) {
  std::unique_ptr<XmiClassTree>& out = trees_[&e];
  if (out != nullptr) return *out;
  if (inherited == nullptr) {
    out = class_tree(e);
  } else {
    out = inherited_tree(*inherited);
    XmiOverlay overlay(document_, *out);
    overlay.apply(e);
    issues_[&e] = overlay.issues();
    exclusions_.insert(overlay.exclusions().begin(),
                       overlay.exclusions().end());
  }
  elements_ += out->size();
  return *out;
}

void XmiInheritance::prepare(const Element& e) {
  const std::vector<const Element*> ancestors = lineage(e);
  if (ancestors.size() < 2) return;
  const XmiClassTree* last = nullptr;
  for (const Element* a : ancestors) {
    if (elements_ > kMostElements) {
      document_.problems().error(
          document_.place(*parent(e).relation),
          fmt::format("the classes that inherit have more than {} elements "
                      "with those that they inherit; expected fewer",
                      kMostElements),
          "inheritance-size");
      return;
    }
    last = &tree(*a, last);
  }
  auto whole = std::make_unique<Whole>();
  write(last->root, whole->root, whole->view);
  // The class itself is seen as it is, since types refer to it, and readers
  // look at the stereotypes of its ancestors one by one.
  whole->view.styled[&whole->root] = {&e};
  for (const Element* o : last->root.origins) whole->view.seen_as.erase(o);
  wholes_[&e] = std::move(whole);
}

bool XmiInheritance::redefines(const Element& e) {
  return std::ranges::any_of(e.attributes,
                             [](const base::XmlAttribute& a) {
                               return a.prefix.empty() &&
                                      is_redefinition(a.name);
                             }) ||
         std::ranges::any_of(e.children, [](const Element& c) {
           return is_redefinition(c.name);
         });
}

bool XmiInheritance::excludes(const Element& e) {
  const Element* s = exclusion(document_, e);
  if (s != nullptr) exclusions_.insert(s);
  return s != nullptr;
}

void XmiInheritance::write(const XmiMember& m, Element& out, XmiView& view) {
  out = m.head;
  for (const Element* o : m.origins) view.seen_as[o] = &out;
  view.styled[&out].assign(
      m.origins.begin(),
      m.origins.begin() + static_cast<std::ptrdiff_t>(m.styled));
  // Other classes see a redefinition with what it inherits: its name.
  if (m.redefined && m.owner != nullptr) {
    document_.complete(*m.origins[0], out);
  }
  // All children before their own: they must not be moved.
  out.children.resize(m.members.size());
  for (std::size_t i = 0; i < m.members.size(); ++i) {
    write(*m.members[i], out.children[i], view);
  }
}

const base::XmlElement* XmiInheritance::enter(const Element& e) {
  const auto it = wholes_.find(&e);
  if (it == wholes_.end()) {
    leave();
    return &e;
  }
  document_.look_through(&it->second->view);
  return &it->second->root;
}

}  // namespace catenary::frontend::umlrt
