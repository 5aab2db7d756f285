// SPDX-License-Identifier: Apache-2.0
/// \file
/// Copies elements of a file, and members of a parent, into the tree of a
/// class.
#include "frontend/umlrt/xmi/xmi_class_tree.h"

#include <algorithm>

namespace catenary::frontend::umlrt {

namespace {

/// The element without its children.
base::XmlElement head_of(const base::XmlElement& e) {
  base::XmlElement out;
  out.name = e.name;
  out.attributes = e.attributes;
  out.text = e.text;
  out.where = e.where;
  out.text_begin = e.text_begin;
  return out;
}

/// Copies what lies in `from` into `to`.
void copy_members(const base::XmlElement& from,
                  XmiMember& to,
                  XmiClassTree& tree) {
  for (const base::XmlElement& c : from.children) tree.add(to, c);
}

/// Copies the members of a parent into a child.
void inherit_members(const XmiMember& from, XmiMember& to, XmiClassTree& tree) {
  for (const auto& m : from.members) {
    // Comments would be counted once more for each child.
    if (m->head.name == "ownedComment" || m->head.name == "eAnnotations") {
      continue;
    }
    auto copy = std::make_unique<XmiMember>();
    copy->origins = m->origins;
    copy->styled = m->styled;
    copy->head = m->head;
    copy->inherited = true;
    copy->owner = &to;
    for (const base::XmlElement* o : copy->origins) tree.of[o] = copy.get();
    to.members.push_back(std::move(copy));
    inherit_members(*m, *to.members.back(), tree);
  }
}

/// Forgets the elements of a member and of everything in it.
void forget(const XmiMember& m, bool exclude, XmiClassTree& tree) {
  for (const base::XmlElement* o : m.origins) {
    tree.of.erase(o);
    if (exclude) tree.excluded.insert(o);
  }
  for (const auto& inner : m.members) forget(*inner, exclude, tree);
}

std::size_t count(const XmiMember& m) {
  std::size_t all = 1;
  for (const auto& inner : m.members) all += count(*inner);
  return all;
}

}  // namespace

XmiMember* XmiMember::first(std::string_view role) const {
  for (const auto& m : members) {
    if (m->head.name == role) return m.get();
  }
  return nullptr;
}

void XmiMember::set(const std::string& name, const std::string& value) {
  unset(name);
  head.attributes.push_back({"", name, value, 0});
}

void XmiMember::unset(std::string_view name) {
  std::erase_if(head.attributes, [&](const base::XmlAttribute& a) {
    return a.prefix.empty() && a.name == name;
  });
}

XmiMember& XmiClassTree::add(XmiMember& owner, const Element& e) {
  auto m = std::make_unique<XmiMember>();
  m->origins = {&e};
  m->head = head_of(e);
  m->owner = &owner;
  of[&e] = m.get();
  XmiMember& added = *owner.members.emplace_back(std::move(m));
  copy_members(e, added, *this);
  return added;
}

void XmiClassTree::replace(XmiMember& member, const Element& e) {
  for (const auto& inner : member.members) forget(*inner, false, *this);
  member.members.clear();
  member.head = head_of(e);
  member.origins.insert(member.origins.begin(), &e);
  member.styled = 1;
  member.redefined = true;
  of[&e] = &member;
  copy_members(e, member, *this);
}

void XmiClassTree::remove(XmiMember& member, bool exclude) {
  forget(member, exclude, *this);
  std::erase_if(member.owner->members,
                [&](const auto& m) { return m.get() == &member; });
}

std::size_t XmiClassTree::size() const {
  return count(root);
}

std::unique_ptr<XmiClassTree> class_tree(const base::XmlElement& e) {
  auto tree = std::make_unique<XmiClassTree>();
  tree->root.origins = {&e};
  tree->root.head = head_of(e);
  tree->of[&e] = &tree->root;
  copy_members(e, tree->root, *tree);
  return tree;
}

std::unique_ptr<XmiClassTree> inherited_tree(const XmiClassTree& parent) {
  auto tree = std::make_unique<XmiClassTree>();
  tree->excluded = parent.excluded;
  tree->root.origins = parent.root.origins;
  tree->root.head = parent.root.head;
  // A parent's name, abstractness and the like are its own.
  std::erase_if(tree->root.head.attributes, [](const base::XmlAttribute& a) {
    return a.name != "classifierBehavior";
  });
  for (const base::XmlElement* o : tree->root.origins) {
    tree->of[o] = &tree->root;
  }
  inherit_members(parent.root, tree->root, *tree);
  return tree;
}

}  // namespace catenary::frontend::umlrt
