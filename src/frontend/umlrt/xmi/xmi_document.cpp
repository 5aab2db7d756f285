// SPDX-License-Identifier: Apache-2.0
/// \file
/// Indexes the elements of a file by id, and the applications of stereotypes by
/// the element that they refer to.
#include "frontend/umlrt/xmi/xmi_document.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace catenary::frontend::umlrt {

namespace {

/// Whether the element is a model or package, which may be the root.
bool is_model(const base::XmlElement& e) {
  return e.name == "Model" || e.name == "Package";
}

/// The type that the role of an element implies where the file omits xmi:type,
/// because the metamodel allows only one, or names the usual one.
std::string type_of_role(const std::string& role) {
  static const std::pair<const char*, const char*> kRoles[] = {
      {"region", "Region"},
      {"transition", "Transition"},
      {"subvertex", "State"},
      {"connectionPoint", "Pseudostate"},
      {"trigger", "Trigger"},
      {"ownedAttribute", "Property"},
      {"ownedParameter", "Parameter"},
      {"ownedOperation", "Operation"},
      {"ownedConnector", "Connector"},
      {"end", "ConnectorEnd"},
      {"ownedRule", "Constraint"},
      {"ownedBehavior", "OpaqueBehavior"},
      {"ownedLiteral", "EnumerationLiteral"},
      {"ownedComment", "Comment"},
      {"nestedClassifier", "Class"},
      {"effect", "OpaqueBehavior"},
      {"entry", "OpaqueBehavior"},
      {"exit", "OpaqueBehavior"},
      {"specification", "OpaqueExpression"},
      {"interfaceRealization", "InterfaceRealization"},
      {"packageImport", "PackageImport"},
      {"elementImport", "ElementImport"},
      {"profileApplication", "ProfileApplication"},
      {"generalization", "Generalization"},
      {"eAnnotations", "EAnnotation"},
      {"lowerValue", "LiteralInteger"},
      {"upperValue", "LiteralUnlimitedNatural"}};
  for (const auto& [name, type] : kRoles) {
    if (role == name) return type;
  }
  return role;
}

}  // namespace

XmiDocument::XmiDocument(const Element& root,
                         std::string_view text,
                         const std::string& path,
                         base::Problems& problems)
    : problems_(problems), places_(text, path) {
  if (is_model(root)) {
    models_.push_back(&root);
  } else if (root.name == "XMI") {
    // XMI wraps the model together with the applications of stereotypes, which
    // refer to their element in an attribute "base_…".
    for (const Element& e : root.children) {
      if (is_model(e)) {
        models_.push_back(&e);
        continue;
      }
      stereotypes_.push_back(&e);
      for (const base::XmlAttribute& a : e.attributes) {
        if (a.name.starts_with("base_")) applied_[a.value].push_back(&e);
      }
    }
  }
  if (models_.empty()) {
    problems_.error(place(root),
                    "this is not a UML model; expected an element uml:Model, "
                    "mostly within xmi:XMI",
                    "no-model");
  }
  // Ids are indexed in models only: stereotypes have ids of their own to which
  // nothing refers.
  for (const Element* m : models_) index(*m);
}

void XmiDocument::index(const Element& e) {
  const std::string own = id(e);
  if (!own.empty() && !by_id_.emplace(own, &e).second) {
    problems_.again(place(e),
                    "the id '" + own + "' stands twice",
                    "id-twice",
                    place(*by_id_[own]));
  }
  for (const Element& c : e.children) index(c);
}

const base::XmlElement* XmiDocument::stereotype(const Element& e,
                                                std::string_view name) const {
  if (view_ != nullptr) {
    const auto it = view_->styled.find(&e);
    if (it != view_->styled.end()) {
      for (const Element* o : it->second) {
        if (const Element* found = applied(*o, name)) return found;
      }
      return nullptr;
    }
  }
  return applied(e, name);
}

const base::XmlElement* XmiDocument::applied(const Element& e,
                                             std::string_view name) const {
  const auto it = applied_.find(id(e));
  // Elements without an id have no stereotypes.
  if (it == applied_.end() || it->first.empty()) return nullptr;
  const auto found = std::ranges::find(it->second, name, &Element::name);
  return found == it->second.end() ? nullptr : *found;
}

const base::XmlElement* XmiDocument::seen(const Element& e) const {
  if (view_ != nullptr) {
    const auto it = view_->seen_as.find(&e);
    if (it != view_->seen_as.end()) return it->second;
  }
  const auto it = completed_.find(&e);
  return it == completed_.end() ? &e : it->second;
}

const base::XmlElement* XmiDocument::find(const std::string& id) const {
  const auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : it->second;
}

std::vector<const base::XmlElement*> XmiDocument::referred(
    const Element& e, std::string_view attribute) const {
  std::vector<const Element*> out;
  std::istringstream ids(plain(e, attribute));
  std::string one;
  while (ids >> one) {
    // A reference into another file.
    if (one.find('#') != std::string::npos) continue;
    if (const Element* found = find(one)) {
      out.push_back(seen(*found));
    } else {
      problems_.error(place(e),
                      "no element has the id '" + one + "', which '" +
                          std::string(attribute) + "' names",
                      "id-unknown");
    }
  }
  return out;
}

std::string XmiDocument::fragment(const Element& e, std::string_view name) {
  const Element* child = e.child(name);
  if (child == nullptr) return "";
  const std::string href = child->attribute("href");
  return href.substr(href.rfind('#') + 1);
}

std::string XmiDocument::type(const Element& e) {
  const base::XmlAttribute* given = e.attribute("xmi", "type");
  // Both namespaces are in use: XMI 2.x, and that of XML Schema.
  if (given == nullptr) given = e.attribute("xsi", "type");
  if (given == nullptr || given->value.empty()) return type_of_role(e.name);
  return given->value.substr(given->value.rfind(':') + 1);
}

std::string XmiDocument::id(const Element& e) {
  const base::XmlAttribute* given = e.attribute("xmi", "id");
  return given == nullptr ? "" : given->value;
}

std::string XmiDocument::plain(const Element& e, std::string_view attribute) {
  const base::XmlAttribute* given = e.attribute("", attribute);
  return given == nullptr ? "" : given->value;
}

const base::XmlElement* XmiDocument::body(const Element& e) const {
  return e.child("body");
}

}  // namespace catenary::frontend::umlrt
