// SPDX-License-Identifier: Apache-2.0
/// \file
/// Generalizations: the ancestors of capsules, classes and protocols, and
/// classes with everything that they inherit. The readers see a class of the
/// latter form as if it were written in the file. Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/umlrt/xmi/xmi_class_tree.h"
#include "frontend/umlrt/xmi/xmi_document.h"
#include "frontend/umlrt/xmi/xmi_overlay.h"

namespace catenary::frontend::umlrt {

/// The inheritance of one file.
class XmiInheritance {
 public:
  using Element = base::XmlElement;

  /// The document must outlive the object. Its view is changed.
  explicit XmiInheritance(XmiDocument& document) : document_(document) {}

  /// The ancestors of a class, protocol or interface, the first ancestor first,
  /// and the element itself as the last one. Ancestors in other files are left
  /// out. Reports inheritance that is cyclic as an error.
  [[nodiscard]] std::vector<const Element*> lineage(const Element& e);
  /// What of the ancestors of the element is not supported, and what of its
  /// members once the class is prepared.
  [[nodiscard]] std::vector<InheritanceIssue> issues(const Element& e);

  /// Puts the class together, if it has ancestors. Reports an error where the
  /// classes of the file would have more than a million elements. Cost: linear
  /// in the class and its ancestors.
  void prepare(const Element& e);
  /// The class with everything that it inherits: `e` itself, if that is
  /// nothing. The document then looks through the view of that class. Requires:
  /// prepare() was called.
  [[nodiscard]] const Element* enter(const Element& e);
  /// The document shows the file as it is.
  void leave() { document_.look_through(nullptr); }
  /// Whether the element says that it redefines or extends another one.
  [[nodiscard]] static bool redefines(const Element& e);
  /// Whether the element excludes what it redefines.
  [[nodiscard]] bool excludes(const Element& e);
  /// Whether the stereotype RTRedefinedElement excluded something.
  [[nodiscard]] bool has_excluded(const Element& stereotype) const {
    return exclusions_.contains(&stereotype);
  }

  /// The largest number of elements of all classes that inherit.
  static constexpr std::size_t kMostElements = 1'000'000;

 private:
  /// The parent of an element.
  struct Parent {
    /// nullptr = none in this file.
    const Element* element = nullptr;
    /// The generalization that names it.
    const Element* relation = nullptr;
    std::vector<InheritanceIssue> issues;
  };
  /// A class that inherits, as the readers see it.
  struct Whole {
    Element root;
    XmiView view;
  };

  /// The parent of the element; looks it up once.
  [[nodiscard]] const Parent& parent(const Element& e);
  /// Follows one generalization of `e`.
  void follow(const Element& e, const Element& relation, Parent& out);
  /// The tree of a class, from that of its parent.
  [[nodiscard]] const XmiClassTree& tree(const Element& e,
                                         const XmiClassTree* inherited);
  /// Writes a member and what lies in it as elements, which must not be moved
  /// any more.
  void write(const XmiMember& m, Element& out, XmiView& view);

  XmiDocument& document_;
  std::unordered_map<const Element*, Parent> parents_;
  std::unordered_map<const Element*, std::unique_ptr<XmiClassTree>> trees_;
  std::unordered_map<const Element*, std::unique_ptr<Whole>> wholes_;
  /// Of the members of a class.
  std::unordered_map<const Element*, std::vector<InheritanceIssue>> issues_;
  std::unordered_set<const Element*> exclusions_;
  /// Of all trees.
  std::size_t elements_ = 0;
};

}  // namespace catenary::frontend::umlrt
