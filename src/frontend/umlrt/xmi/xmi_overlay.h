// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lays a class over what it inherits: additions, redefinitions and exclusions
/// of UML-RT, as Papyrus-RT writes them. Internal to frontend/umlrt.
///
/// UML 2.5.1, 9.9.18 (redefinition), and the inheritance of UML-RT in
/// Papyrus-RT: an element that redefines another one inherits what it does not
/// say itself, name, ends and actions included. What UML can redefine (ports,
/// connectors, states, transitions, …) is excluded by the stereotype
/// RTRedefinedElement without a rootFragment. The rest (pseudostates, triggers,
/// guards) is excluded by a constraint `false` of the element around it, which
/// names the first definition.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "frontend/umlrt/xmi/xmi_class_tree.h"
#include "frontend/umlrt/xmi/xmi_document.h"

namespace catenary::frontend::umlrt {

/// An element of a class whose inheritance is not supported, and what is the
/// matter with it.
struct InheritanceIssue {
  const base::XmlElement* at = nullptr;
  std::string what;
};

/// Changes one tree from what the class inherits to the class; use it once.
class XmiOverlay {
 public:
  using Element = base::XmlElement;

  /// The arguments must outlive the object. `tree` is an inherited_tree().
  XmiOverlay(const XmiDocument& document, XmiClassTree& tree)
      : document_(document), tree_(tree) {}

  /// Lays the class over the tree. Cost: linear in both, times the number of
  /// siblings where elements are found by their names.
  void apply(const Element& e);
  /// What is not supported, in the order in which it was found.
  [[nodiscard]] const std::vector<InheritanceIssue>& issues() const {
    return issues_;
  }
  /// The applications of RTRedefinedElement that excluded something.
  [[nodiscard]] const std::vector<const Element*>& exclusions() const {
    return exclusions_;
  }

 private:
  /// Lays `e` over the member that it redefines.
  void lay(XmiMember& into, const Element& e);
  /// Attributes of `e` replace those that are inherited.
  void lay_attributes(XmiMember& into, const Element& e);
  /// Lays one child of `e`, which redefines `into`.
  void lay_child(XmiMember& into, const Element& e, const Element& child);
  /// Lays a child of a role that has one element at most, or that is complete
  /// where it is given: types, values, actions, parameters.
  void lay_single(XmiMember& into, const Element& child);
  /// Lays a state machine of the class: it extends the inherited one, or
  /// replaces it.
  void lay_machine(XmiMember& into, const Element& e, const Element& child);

  /// Carries out an exclusion; false where the child is none.
  [[nodiscard]] bool exclude(XmiMember& into,
                             const Element& e,
                             const Element& child);
  /// The same for a constraint `false` about inherited elements.
  [[nodiscard]] bool exclude_by_rule(XmiMember& into,
                                     const Element& e,
                                     const Element& rule);
  /// Removes inherited elements that refer to excluded ones.
  void sweep(XmiMember& m);
  /// Whether the element is inherited and goes with an excluded one that it
  /// names. Lists triggers, and connectors of the class itself, that name one.
  [[nodiscard]] bool hangs_on_excluded(const XmiMember& m);

  /// The member that the child says it redefines; nullptr where it says none,
  /// or none of `into`.
  [[nodiscard]] XmiMember* named(const XmiMember& into,
                                 const Element& child) const;
  /// The member that the child redefines without saying so.
  [[nodiscard]] XmiMember* implied(const XmiMember& into,
                                   const Element& e,
                                   const Element& child) const;
  [[nodiscard]] XmiMember* implied_name(const XmiMember& into,
                                        const Element& child) const;
  [[nodiscard]] XmiMember* implied_end(const XmiMember& into,
                                       const Element& e,
                                       const Element& child) const;
  [[nodiscard]] XmiMember* implied_vertex(const XmiMember& into,
                                          const Element& child) const;
  [[nodiscard]] XmiMember* implied_rule(const XmiMember& into,
                                        const Element& e,
                                        const Element& rule) const;
  /// A trigger with the same event and ports.
  [[nodiscard]] XmiMember* implied_trigger(const XmiMember& into,
                                           const Element& child) const;
  /// The event of a trigger, and the members of the class that its ports refer
  /// to.
  [[nodiscard]] std::pair<std::string, std::vector<const void*>> fired_by(
      const Element& trigger) const;

  /// Elements that the attribute names, by id; unknown ones are left out.
  [[nodiscard]] std::vector<const Element*> ids(
      const Element& e, std::string_view attribute) const;
  /// The members that the attribute names.
  [[nodiscard]] std::vector<XmiMember*> members(
      const Element& e, std::string_view attribute) const;
  /// Whether something in `e` refers to something inherited.
  [[nodiscard]] bool refers_to_inherited(const Element& e) const;

  const XmiDocument& document_;
  XmiClassTree& tree_;
  std::vector<InheritanceIssue> issues_;
  std::vector<const Element*> exclusions_;
};

/// The application of RTRedefinedElement by which the element excludes what it
/// redefines; nullptr where it excludes nothing.
[[nodiscard]] const base::XmlElement* exclusion(const XmiDocument& document,
                                                const base::XmlElement& e);
/// Whether the attribute of an element names what that redefines or extends.
[[nodiscard]] bool is_redefinition(std::string_view attribute);

}  // namespace catenary::frontend::umlrt
