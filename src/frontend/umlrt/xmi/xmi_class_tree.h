// SPDX-License-Identifier: Apache-2.0
/// \file
/// A class with everything that it inherits, as a tree of elements. An element
/// of the tree stands for an element of the file and for those that it
/// redefines, in the class's ancestors. Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text/xml.h"

namespace catenary::frontend::umlrt {

/// One element of a class, its own or inherited.
struct XmiMember {
  using Element = base::XmlElement;

  /// The elements of the file that it stands for: the last redefinition first,
  /// the first definition last. Not empty.
  std::vector<const Element*> origins;
  /// How many of `origins`, from the front, have stereotypes that hold for it.
  std::size_t styled = 1;
  /// Role, attributes, text and place; without children.
  Element head;
  /// Whether the class inherits it, and whether the class redefines it as well.
  bool inherited = false, redefined = false;
  /// The element that contains it; nullptr for the class.
  XmiMember* owner = nullptr;
  std::vector<std::unique_ptr<XmiMember>> members;

  /// The first member of that role; nullptr where there is none.
  [[nodiscard]] XmiMember* first(std::string_view role) const;
  /// Sets an attribute without a prefix.
  void set(const std::string& name, const std::string& value);
  /// Removes an attribute without a prefix, if there is one.
  void unset(std::string_view name);
};

/// The tree of one class, which is movable by its pointer only. Pointers to its
/// members stay valid until they are removed; it must outlive them.
struct XmiClassTree {
  using Element = base::XmlElement;

  XmiMember root;
  /// The member that stands for an element of the file.
  std::unordered_map<const Element*, XmiMember*> of;
  /// Elements of ancestors that are excluded, with everything in them.
  std::unordered_set<const Element*> excluded;

  /// Adds an element of the class itself, with everything in it, to `owner`.
  XmiMember& add(XmiMember& owner, const Element& e);
  /// `e` takes the place of the member: what lay in it goes, and references to
  /// what it stood for lead to `e`.
  void replace(XmiMember& member, const Element& e);
  /// Removes a member with everything in it. With `exclude` its elements are
  /// excluded; references to them are dangling in any case.
  void remove(XmiMember& member, bool exclude);
  /// The number of members. Cost: linear.
  [[nodiscard]] std::size_t size() const;
};

/// The tree of a class without a parent. Cost: linear in the class.
[[nodiscard]] std::unique_ptr<XmiClassTree> class_tree(
    const base::XmlElement& e);
/// What a child of the class inherits: a copy in which everything is inherited,
/// without comments. Of the class itself, only its behaviour is inherited.
/// Cost: linear in the tree.
[[nodiscard]] std::unique_ptr<XmiClassTree> inherited_tree(
    const XmiClassTree& parent);

}  // namespace catenary::frontend::umlrt
