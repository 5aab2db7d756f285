// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads packages, protocols, types and headers, and classifies everything
/// else.
#include "frontend/umlrt/xmi/xmi_reader.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace catenary::frontend::umlrt {

namespace {

using base::XmlElement;

/// Whether the role of the element never matters to behaviour.
bool is_remark(const XmlElement& e) {
  static const std::set<std::string, std::less<>> kRemarks = {
      "eAnnotations",
      "ownedComment",
      "packageImport",
      "elementImport",
      "profileApplication",
      "name"};
  return kRemarks.contains(e.name);
}

/// Whether the attribute changes the meaning of an element in a way that is not
/// supported: redefinition, inheritance, submachines.
bool changes_meaning(const base::XmlAttribute& a) {
  static const std::set<std::string, std::less<>> kMeaningful = {
      "submachine",
      "redefinedState",
      "redefinedTransition",
      "extendedRegion",
      "extendedStateMachine",
      "redefinedPort",
      "redefinedProperty",
      "redefinedConnector",
      "redefinedBehavior",
      "redefinedOperation",
      "redefinedClassifier",
      "redefinedTrigger",
      "postCondition",
      "isExternal",
      "isSubmachineState"};
  return a.prefix.empty() && kMeaningful.contains(a.name) &&
         a.value != "false" && !a.value.empty();
}

/// Whether a stereotype is read, or repeats what the element says.
bool is_known_stereotype(const std::string& name) {
  static const std::set<std::string, std::less<>> kKnown = {
      "Capsule",
      "CapsulePart",
      "RTPort",
      "RTConnector",
      "Protocol",
      "ProtocolContainer",
      "RTMessageSet",
      "RTStateMachine",
      "RTRegion",
      "RTState",
      "RTPseudostate",
      "RTGuard",
      "RTTrigger",
      "CapsuleProperties",
      "AttributeProperties",
      "PassiveClassProperties",
      "EnumerationProperties",
      "ArtifactProperties",
      "ParameterProperties",
      "OperationProperties"};
  return kKnown.contains(name);
}

/// Whether elements of a package with this type have no behaviour of their own:
/// relations, and elements that are read where others refer to them.
bool says_nothing(const std::string& type) {
  static const std::set<std::string, std::less<>> kTypes = {"Association",
                                                            "Comment",
                                                            "Dependency",
                                                            "Usage",
                                                            "Realization",
                                                            "Interface",
                                                            "CallEvent",
                                                            "AnyReceiveEvent",
                                                            "PackageImport",
                                                            "Abstraction"};
  return kTypes.contains(type);
}

}  // namespace

XmiReader::XmiReader(const Element& root,
                     std::string_view text,
                     const std::string& path)
    : problems_(path, "uml"),
      document_(root, text, path, problems_),
      path_(path) {}

model::MachineModel XmiReader::read() {
  // The constructor of the document may have reported errors.
  problems_.throw_errors();
  for (const Element* m : document_.models()) {
    if (out_.name.empty()) out_.name = XmiDocument::plain(*m, "name");
    collect(*m);
  }
  prepare_inheritance();
  // Types get their names before anything that may have such a type is read.
  for (const auto* classifiers : {&types_, &capsules_}) {
    for (const Element* t : *classifiers) {
      type_names_[t] = XmiDocument::plain(*t, "name");
    }
  }
  // Protocols before capsules: ports and triggers refer to their messages.
  for (const Element* p : protocols_) {
    protocol_ = static_cast<std::uint32_t>(out_.protocols.size());
    protocol_of_[p] = protocol_;
    read_protocol(*p, out_.protocols.emplace_back());
  }
  protocol_ = model::kNoIndex;
  for (const Element* t : types_) {
    type_ = static_cast<std::uint32_t>(out_.types.size());
    read_type(*t, out_.types.emplace_back());
  }
  type_ = model::kNoIndex;
  for (const Element* a : artifacts_) read_header(*a);
  owner_.clear();
  check_stereotypes();
  for (const Element* c : capsules_) {
    capsule_ = static_cast<std::uint32_t>(out_.capsules.size());
    read_capsule(*c, out_.capsules.emplace_back());
  }
  problems_.throw_errors();
  out_.ignored.assign(ignored_.begin(), ignored_.end());
  out_.warnings = problems_.warnings();
  out_.warnings.insert(out_.warnings.end(), notes_.begin(), notes_.end());
  model::name_elements(out_);
  return std::move(out_);
}

void XmiReader::prepare_inheritance() {
  for (const auto* classes : {&capsules_, &types_}) {
    for (const Element* c : *classes) inheritance_.prepare(*c);
  }
}

void XmiReader::report_inheritance(const Element& e) {
  for (const InheritanceIssue& i : inheritance_.issues(e)) {
    unsupported(*i.at, i.what);
  }
}

bool XmiReader::redefines_unread(const Element& e) {
  if (!XmiDocument::plain(e, "name").empty() || !XmiInheritance::redefines(e)) {
    return false;
  }
  unsupported(e, "a redefinition of what is not in this file");
  return true;
}

void XmiReader::collect(const Element& package) {
  for (const Element& e : package.children) {
    if (e.name == "packagedElement" || e.name == "nestedClassifier") {
      collect_element(e);
    } else if (is_remark(e)) {
      ignore(XmiDocument::type(e));
    } else {
      unsupported(e, "element " + e.name + " of a package");
      out_.unsupported.back().aside = true;
    }
  }
}

void XmiReader::collect_element(const Element& e) {
  const std::string type = XmiDocument::type(e);
  if (type == "Package" || type == "Model") {
    collect(e);
  } else if (type == "Class") {
    // A class without the stereotype Capsule is a data type.
    const bool capsule = document_.stereotype(e, "Capsule") != nullptr;
    (capsule ? capsules_ : types_).push_back(&e);
    for (const Element& c : e.children) {
      if (capsule && c.name == "nestedClassifier" &&
          document_.stereotype(c, "Capsule") != nullptr) {
        collect_element(c);
      }
    }
  } else if (type == "Enumeration" || type == "DataType") {
    types_.push_back(&e);
  } else if (type == "Collaboration") {
    // The relations of a protocol may be its children or elements of the
    // package.
    for (const Element& r : e.children) {
      if (XmiDocument::type(r) == "InterfaceRealization") relate(r, true);
    }
    protocols_.push_back(&e);
  } else if (type == "Usage" || type == "Realization") {
    relate(e, type == "Realization");
  } else if (type == "Artifact" &&
             document_.stereotype(e, "ArtifactProperties") != nullptr) {
    artifacts_.push_back(&e);
  } else if (says_nothing(type)) {
    if (type == "Association" || type == "Dependency") ignore(type);
  } else {
    unsupported(e, type + " as an element of a package");
    out_.unsupported.back().aside = true;
  }
}

void XmiReader::check_stereotypes() {
  for (const Element* s : document_.stereotypes()) {
    if (is_known_stereotype(s->name)) continue;
    bool applied = false;
    for (const base::XmlAttribute& a : s->attributes) {
      if (!a.name.starts_with("base_")) continue;
      applied = applied || document_.find(a.value) != nullptr;
    }
    // A stereotype may be left over from an element that was deleted. With a
    // rootFragment it repeats what the redefinition says.
    if (s->name == "RTRedefinedElement" && applied) {
      const bool root = !XmiDocument::plain(*s, "rootFragment").empty() ||
                        s->child("rootFragment") != nullptr;
      if (!root && !inheritance_.has_excluded(*s)) {
        unsupported(*s, "an exclusion of what is not inherited");
      }
    } else {
      ignore("stereotype " + s->name);
    }
  }
}

void XmiReader::relate(const Element& relation, bool realises) {
  for (const Element* client : document_.referred(relation, "client")) {
    for (const Element* to : document_.referred(relation, "supplier")) {
      if (XmiDocument::type(*to) != "Interface") continue;
      // Both relations to the same interface make its messages in and out.
      std::vector<Role>& roles = interfaces_[client];
      auto role = std::ranges::find(roles, to, &Role::interface);
      if (role == roles.end()) role = roles.insert(role, Role{to});
      (realises ? role->realised : role->used) = true;
    }
  }
}

void XmiReader::read_protocol(const Element& e, model::Protocol& out) {
  identify_named(e, out, "this protocol");
  out.qualified = out.name;
  owner_ = out.name;
  rest(e, out.name, {"interfaceRealization", "generalization"});
  report_inheritance(e);
  const std::uint32_t index = protocol_of_[&e];
  for (Message& m : messages(e)) {
    const auto at = static_cast<std::uint32_t>(out.messages.size());
    for (const Element* o : m.origins) message_of_[o].emplace_back(index, at);
    // An interface of two protocols would give one operation two meanings.
    if (!m.inherited && !own_messages_.insert(m.origins[0]).second) {
      owner_ = out.name + "::" + m.read.name;
      unsupported(*m.origins[0], "a message that two protocols share");
    }
    out.messages.push_back(std::move(m.read));
  }
}

void XmiReader::read_type(const Element& own, model::MachineType& out) {
  const Element& e = *inheritance_.enter(own);
  identify_named(e, out, "this type");
  out.qualified = owner_ = out.name;
  out.enumeration = XmiDocument::type(e) == "Enumeration";
  report_inheritance(own);
  rest(e,
       out.name,
       {"ownedAttribute",
        "ownedLiteral",
        "ownedOperation",
        "ownedBehavior",
        "generalization"});
  for (const Element& c : e.children) {
    if (c.name == "ownedLiteral") {
      model::MachineElement literal;
      identify_named(c, literal, "this literal");
      out.literals.push_back(literal.name);
      rest(c, out.name + "::" + out.literals.back(), {"specification"});
      read_enumerator_value(c, out);
    } else if (c.name == "ownedAttribute" && !redefines_unread(c)) {
      out.fields.push_back(variable(c));
    } else if (c.name == "ownedOperation") {
      read_operation(c, out.name, out.operations);
      owner_ = out.name;
    } else if (c.name == "ownedBehavior" &&
               XmiDocument::type(c) != "OpaqueBehavior") {
      // A passive class has no state machine that runs.
      unsupported(c, XmiDocument::type(c) + " of a passive class");
    }
  }
  drop_usual_values(own, out);
  inheritance_.leave();
  // An element has one of the stereotypes.
  for (const Element* a : inheritance_.lineage(own)) {
    for (const char* stereotype :
         {"PassiveClassProperties", "EnumerationProperties"}) {
      const Element* s = document_.stereotype(*a, stereotype);
      append(out.preface, code(s, "headerPreface"));
      append(out.declarations, code(s, "publicDeclarations"));
    }
  }
}

void XmiReader::read_enumerator_value(const Element& literal,
                                      model::MachineType& out) {
  // Without a value of its own it follows the one before, as in C++.
  std::int64_t value = out.values.empty() ? 0 : out.values.back() + 1;
  const Element* specification = literal.child("specification");
  if (specification != nullptr) {
    const std::string type = XmiDocument::type(*specification);
    std::string text = XmiDocument::plain(*specification, "value");
    if (text.empty()) text = "0";
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if ((type != "LiteralInteger" && type != "LiteralUnlimitedNatural") ||
        read.ec != std::errc() || read.ptr != end) {
      unsupported(*specification, type + " as the value of an enumerator");
    }
  }
  out.values.push_back(value);
}

void XmiReader::drop_usual_values(const Element& e, model::MachineType& out) {
  bool usual = true;
  for (std::size_t k = 0; k < out.values.size(); ++k) {
    usual = usual && out.values[k] == static_cast<std::int64_t>(k);
  }
  if (usual) return out.values.clear();
  problems_.warning({e.where.line, e.where.column},
                    out.name +
                        " gives its enumerators values, which Papyrus-RT "
                        "ignores: there they are 0, 1 and so on; those of the "
                        "model count with --semantics uml",
                    "enumerator-values");
}

void XmiReader::read_header(const Element& e) {
  const Element* s = document_.stereotype(e, "ArtifactProperties");
  model::ModelHeader& h = out_.headers.emplace_back();
  identify_named(e, h, "this artifact");
  h.qualified = h.name;
  h.include = code(s, "includeFile");
  h.source = code(s, "sourceFile");
}

model::ActionCode XmiReader::code(const Element& e) {
  const std::string type = XmiDocument::type(e);
  const std::string value = XmiDocument::plain(e, "value");
  // A constraint may be a literal; a text without a value is no constraint.
  if (type == "LiteralString" && value.empty()) return {};
  if (type == "LiteralBoolean" && value == "true") {
    return model::action_code("true", {e.where});
  }
  const auto bodies = std::ranges::count(e.children, "body", &Element::name);
  // Several bodies are the same code in several languages; none is preferred.
  if (!type.starts_with("Opaque") || bodies > 1) {
    unsupported(e, bodies > 1 ? "code in several languages" : "a " + type);
    return {};
  }
  const Element* body = document_.body(e);
  if (body == nullptr) return {};
  const Element* language = e.child("language");
  // Code without a language counts as C++.
  if (language != nullptr && language->text != "C++" &&
      language->text != "C/C++" && !body->text.empty()) {
    unsupported(e, "code in the language '" + language->text + "'");
  }
  return model::action_code(
      body->text, document_.places().lines(body->text_begin, body->text));
}

model::ActionCode XmiReader::code(const Element* stereotype,
                                  std::string_view attribute) {
  const base::XmlAttribute* a =
      stereotype == nullptr ? nullptr : stereotype->attribute("", attribute);
  if (a == nullptr) return {};
  return model::action_code(a->value,
                            document_.places().lines(a->begin, a->value));
}

void XmiReader::rest(const Element& e,
                     std::string_view owner,
                     std::initializer_list<std::string_view> known) {
  // unsupported() names its subject by owner_, which is restored behind it.
  const std::string before = std::exchange(owner_, std::string(owner));
  for (const base::XmlAttribute& a : e.attributes) {
    if (changes_meaning(a)) unsupported(e, "attribute " + a.name);
  }
  for (const Element& c : e.children) {
    if (std::ranges::find(known, c.name) != known.end()) continue;
    if (is_remark(c)) {
      if (c.name != "name") ignore(XmiDocument::type(c));
    } else {
      unsupported(c, c.name + " (" + XmiDocument::type(c) + ")");
    }
  }
  owner_ = before;
}

void XmiReader::unsupported(const Element& e, const std::string& what) {
  const std::string name = XmiDocument::plain(e, "name");
  std::string qualified = owner_;
  // An element that has the name of its owner is that owner.
  if (!name.empty() && !qualified.ends_with(name)) {
    qualified += (qualified.empty() ? "" : "::") + name;
  }
  if (qualified.empty()) qualified = out_.name;
  out_.unsupported.push_back(
      {qualified, e.where, what, capsule_, protocol_, type_, false});
}

}  // namespace catenary::frontend::umlrt
