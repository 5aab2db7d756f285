// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads capsules. Types and ports of the libraries of UML, Ecore, Papyrus and
/// UML-RT are recognised by the end of their reference, an id or a name, since
/// the file refers to them by a path that depends on the installation.
#include <map>

#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/xmi/xmi_reader.h"

namespace catenary::frontend::umlrt {

namespace {

/// The C++ type for a type of a library; nullptr for an unknown one. Ids that
/// begin with "_" are those of types in the libraries of Papyrus-RT. Those of
/// int8_t, int16_t and int32_t are known from models whose generated code is
/// public too (ExclusionsTransitions).
const char* library_type(const std::string& fragment) {
  static const std::map<std::string, const char*> kTypes = {
      {"Integer", "int"},
      {"Boolean", "bool"},
      {"Real", "double"},
      {"String", "const char*"},
      {"UnlimitedNatural", "unsigned int"},
      {"EInt", "int"},
      {"EBoolean", "bool"},
      {"EDouble", "double"},
      {"EFloat", "float"},
      {"EString", "const char*"},
      {"EChar", "char"},
      {"EByte", "signed char"},
      {"EShort", "short"},
      {"ELong", "long"},
      {"_5lVhgBydEduyofBvg4RL2w", "char"},
      {"_7wRIABydEduyofBvg4RL2w", "int"},
      {"_8I6RgBydEduyofBvg4RL2w", "void"},
      {"_8heigBydEduyofBvg4RL2w", "long"},
      {"_vAIV4I7PEdySGvm5GN66HA", "bool"},
      {"_6j0jABydEduyofBvg4RL2w", "double"},
      {"_7W3wkBydEduyofBvg4RL2w", "float"},
      {"_K-lFQByeEduyofBvg4RL2w", "short"},
      {"_LTZesByeEduyofBvg4RL2w", "unsigned int"},
      {"_YYWiwByeEduyofBvg4RL2w", "unsigned char"},
      {"_V5vyUByeEduyofBvg4RL2w", "unsigned short"},
      {"_a1wZUByeEduyofBvg4RL2w", "unsigned long"},
      {"_zL7x0OmKEeG_gcDHG3asaQ", "int8_t"},
      {"_V3dAkOmJEeG_gcDHG3asaQ", "int16_t"},
      {"_yJpD0OmJEeG_gcDHG3asaQ", "int32_t"},
      {"_6qkTMGXmEeS_4daqvwyFrg", "UMLRTTimerId"},
      {"_GfwZUICSEeSeANT-DfY5oA", "UMLRTCapsuleId"},
      {"_IWYV4G6NEeSyDdTKostG4Q", "UMLRTTimespec"}};
  const auto it = kTypes.find(fragment);
  return it == kTypes.end() ? nullptr : it->second;
}

}  // namespace

std::string XmiReader::type_text(const Element& e) {
  // A C++ type in a stereotype has precedence over the UML type.
  for (const char* name : {"AttributeProperties", "ParameterProperties"}) {
    const Element* s = document_.stereotype(e, name);
    if (s != nullptr && !s->attribute("type").empty()) {
      return s->attribute("type");
    }
  }
  const std::string fragment = XmiDocument::fragment(e, "type");
  if (!fragment.empty()) {
    if (const char* known = library_type(fragment)) return known;
    return unknown_type(e, fragment);
  }
  // Types of the model by name; those of a library that was copied into the
  // model too.
  for (const Element* type : document_.referred(e, "type")) {
    const auto it = type_names_.find(type);
    if (it != type_names_.end()) return it->second;
    const std::string name = XmiDocument::plain(*type, "name");
    if (const char* known = library_type(name)) return known;
    unsupported(e, "a " + XmiDocument::type(*type) + " as its type");
  }
  return "";
}

std::string XmiReader::unknown_type(const Element& e, const std::string& type) {
  const std::string name = XmiDocument::plain(e, "name");
  problems_.warning(
      document_.place(e),
      fmt::format("{}::{} is of the type '{}', which is not known: C++ that "
                  "reads a value of it ends a run",
                  owner_,
                  name,
                  type),
      "type-unknown");
  return model::kUnknownType;
}

std::string XmiReader::bound_text(const Element& e, const char* role) {
  const Element* bound = e.child(role);
  // UML: a missing bound is 1, a literal without a value is 0.
  if (bound == nullptr) return "1";
  std::string value = XmiDocument::plain(*bound, "value");
  if (!value.empty()) return value;
  const Element* body = document_.body(*bound);
  return body == nullptr ? "0" : body->text;
}

model::ActionCode XmiReader::default_value(const Element& e) {
  const Element* value = e.child("defaultValue");
  // Ecore writes short values as an attribute.
  const base::XmlAttribute* plain = e.attribute("", "default");
  if (value == nullptr) {
    if (plain == nullptr) return {};
    return model::action_code(
        plain->value, document_.places().lines(plain->begin, plain->value));
  }
  const std::string type = XmiDocument::type(*value);
  if (type == "OpaqueExpression") return code(*value);
  std::string text = XmiDocument::plain(*value, "value");
  // Literals become C++ of the same value; an instance is an enumerator.
  if (type == "LiteralString") {
    // Papyrus-RT's generator makes this text of a string without a value.
    const Element* own = value->child("value");
    if (value->attribute("", "value") == nullptr &&
        (own == nullptr || own->text.empty())) {
      text = "null";
    }
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    text = quoted + "\"";
  } else if (type == "LiteralBoolean") {
    if (text.empty()) text = "false";
  } else if (type == "LiteralNull") {
    text = "nullptr";
  } else if (type == "InstanceValue") {
    for (const Element* i : document_.referred(*value, "instance")) {
      text = code_name(XmiDocument::plain(*i, "name"));
    }
  } else if (type.starts_with("Literal")) {
    if (text.empty()) text = "0";
  } else {
    unsupported(*value, type + " as a first value");
  }
  return model::action_code(text, {value->where});
}

model::MachineVariable XmiReader::variable(const Element& e) {
  model::MachineVariable v;
  // The return parameter is the only one that has no name.
  if (XmiDocument::plain(e, "direction") == "return") {
    identify(e, v);
  } else {
    identify_named(e, v, "this attribute or parameter");
  }
  rest(e,
       owner_ + "::" + v.name,
       {"type", "lowerValue", "upperValue", "defaultValue"});
  v.type = type_text(e);
  v.initial = default_value(e);
  v.is_static = XmiDocument::is_true(e, "isStatic");
  v.is_constant = v.is_static && XmiDocument::is_true(e, "isReadOnly");
  // The stereotypes say what UML types cannot: pointers and sizes of arrays.
  for (const char* name : {"AttributeProperties", "ParameterProperties"}) {
    const Element* s = document_.stereotype(e, name);
    if (s == nullptr) continue;
    const bool to_const = XmiDocument::is_true(*s, "pointsToConstType");
    const bool to_volatile = XmiDocument::is_true(*s, "pointsToVolatileType");
    if (to_const) v.type = "const " + v.type;
    if (to_volatile) v.type = "volatile " + v.type;
    if (to_const || to_volatile || XmiDocument::is_true(*s, "pointsToType"))
      v.type += "*";
    v.array_size = s->attribute("size");
    const std::string kind = s->attribute("kind");
    if (!kind.empty() && kind != "Member" && kind != "MutableMember") {
      unsupported(e, "an attribute of the kind " + kind);
    }
  }
  // No C++ variable is of this type: what the generator makes of it is not
  // known.
  if (v.type == "void" && XmiDocument::plain(e, "direction") != "return") {
    v.type = unknown_type(e, "void");
  }
  // Papyrus-RT makes an array of an attribute with a multiplicity above 1.
  const std::string upper = bound_text(e, "upperValue");
  if (v.array_size.empty() && e.child("upperValue") != nullptr &&
      upper != "1" && upper != "*" && upper != "0") {
    v.array_size = upper;
  }
  return v;
}

void XmiReader::read_parameters(const Element& e,
                                std::vector<model::MachineVariable>& out,
                                std::string* result) {
  rest(e, owner_, {"ownedParameter"});
  for (const Element& p : e.children) {
    if (p.name != "ownedParameter") continue;
    const std::string direction = XmiDocument::plain(p, "direction");
    if (direction == "return" && result != nullptr) {
      *result = variable(p).type;
      continue;
    }
    // "out" and "inout" would need references, which messages do not have.
    if (!direction.empty() && direction != "in") {
      unsupported(p, "a parameter of the direction " + direction);
    }
    out.push_back(variable(p));
  }
}

void XmiReader::append(model::ActionCode& to, const model::ActionCode& more) {
  if (more.empty()) return;
  if (!to.empty()) to.text += '\n';
  to.text += more.text;
  to.lines.insert(to.lines.end(), more.lines.begin(), more.lines.end());
}

void XmiReader::read_capsule_code(const Element& own, model::Capsule& out) {
  for (const Element* a : inheritance_.lineage(own)) {
    const Element* s = document_.stereotype(*a, "CapsuleProperties");
    if (s == nullptr) continue;
    append(out.header_preface, code(s, "headerPreface"));
    append(out.implementation_preface, code(s, "implementationPreface"));
    // The three sections become one: visibility does not matter to behaviour.
    for (const char* part : {"publicDeclarations",
                             "protectedDeclarations",
                             "privateDeclarations"}) {
      append(out.declarations, code(s, part));
    }
    // What stands behind the class may define members; it is not read.
    for (const char* ending : {"headerEnding", "implementationEnding"}) {
      if (!code(s, ending).empty()) {
        unsupported(*s, std::string("C++ behind the class (") + ending + ")");
      }
    }
  }
}

void XmiReader::read_capsule(const Element& own, model::Capsule& out) {
  const Element& e = *inheritance_.enter(own);
  identify_named(e, out, "this capsule");
  out.qualified = owner_ = out.name;
  report_inheritance(own);
  if (XmiDocument::is_true(own, "isAbstract")) {
    notes_.push_back({base::Severity::note,
                      own.where,
                      out.name +
                          " is abstract: tests run an instance of it, which "
                          "the model never has",
                      "capsule-abstract",
                      {}});
  }
  rest(e,
       out.name,
       {"ownedAttribute",
        "ownedConnector",
        "ownedBehavior",
        "ownedOperation",
        "nestedClassifier",
        "generalization"});
  read_capsule_code(own, out);
  for (const Element& c : e.children) {
    if (c.name == "ownedAttribute") read_property(c, out);
    if (c.name == "ownedOperation") read_operation(c, out.name, out.operations);
    // Capsules within it stand for themselves, see collect().
    if (c.name == "nestedClassifier" &&
        document_.stereotype(c, "Capsule") == nullptr) {
      unsupported(c, "a class within a capsule");
    }
  }
  // Connectors come after parts and ports, so that their order in the file does
  // not matter.
  for (const Element& c : e.children) {
    if (c.name == "ownedConnector") read_connector(c, out);
  }
  read_behaviours(e, out);
  inheritance_.leave();
}

bool XmiReader::is_doubled(const model::MachineVariable& v,
                           const model::Capsule& capsule) {
  const auto same = std::ranges::find_if(
      capsule.attributes, [&](const model::MachineVariable& a) {
        return a.name == v.name && a.type == v.type &&
               a.array_size == v.array_size &&
               a.initial.text == v.initial.text && a.is_static == v.is_static &&
               a.is_constant == v.is_constant;
      });
  if (same == capsule.attributes.end()) return false;
  notes_.push_back(
      {base::Severity::warning,
       v.where,
       "'" + v.name + "' of " + capsule.name + " is left out: line " +
           std::to_string(same->where.line) + " declares the same attribute",
       "attribute-doubled",
       {}});
  return true;
}

void XmiReader::read_property(const Element& e, model::Capsule& out) {
  owner_ = out.name;
  if (redefines_unread(e)) return;
  if (XmiDocument::type(e) == "Port" ||
      document_.stereotype(e, "RTPort") != nullptr) {
    return read_port(e, out);
  }
  // A property whose type is a capsule is a part, with or without its
  // stereotype.
  const std::vector<const Element*> types = document_.referred(e, "type");
  const bool part =
      document_.stereotype(e, "CapsulePart") != nullptr ||
      (!types.empty() && document_.stereotype(*types[0], "Capsule") != nullptr);
  if (!part) {
    model::MachineVariable v = variable(e);
    if (!is_doubled(v, out)) out.attributes.push_back(std::move(v));
    return;
  }
  rest(e, out.name, {"type", "lowerValue", "upperValue"});
  model::CapsulePart& p = out.parts.emplace_back();
  identify_named(e, p, "this part");
  for (const Element* type : types) {
    if (document_.stereotype(*type, "Capsule") == nullptr) continue;
    p.type = XmiDocument::plain(*type, "name");
  }
  p.lower = bound_text(e, "lowerValue");
  p.upper = bound_text(e, "upperValue");
  p.plugin = XmiDocument::plain(e, "aggregation") == "shared";
}

void XmiReader::read_operation(const Element& e,
                               const std::string& owner,
                               std::vector<model::Operation>& out) {
  owner_ = owner;
  if (redefines_unread(e)) return;
  model::Operation o;
  identify_named(e, o, "this operation");
  owner_ = owner + "::" + o.name;
  o.is_static = XmiDocument::is_true(e, "isStatic");
  const Element* s = document_.stereotype(e, "OperationProperties");
  const std::string kind = s == nullptr ? "" : s->attribute("kind");
  if (!kind.empty() && kind != "Member") {
    unsupported(e, "an operation of the kind " + kind);
  }
  read_parameters(e, o.parameters, &o.result);
  // The body is a behaviour of the class, to which the operation refers.
  for (const Element* method : document_.referred(e, "method")) {
    o.has_body = true;
    o.body = code(*method);
  }
  out.push_back(std::move(o));
}

void XmiReader::read_behaviours(const Element& e, model::Capsule& out) {
  // The classifier behaviour is the machine; without it the only machine is.
  const std::vector<const Element*> chosen =
      document_.referred(e, "classifierBehavior");
  const Element* machine = chosen.empty() ? nullptr : chosen[0];
  for (const Element& c : e.children) {
    owner_ = out.name;
    if (c.name != "ownedBehavior") continue;
    if (XmiDocument::type(c) == "StateMachine") {
      if (machine == nullptr) machine = &c;
      if (machine != &c) unsupported(c, "a second state machine");
    } else if (XmiDocument::type(c) == "OpaqueBehavior") {
      // An operation refers to the code; otherwise nothing can call it.
      if (XmiDocument::plain(c, "specification").empty()) {
        problems_.warning({c.where.line, c.where.column},
                          out.name +
                              " has C++ that no operation refers to, "
                              "so that nothing can call it",
                          "behaviour-unused");
      }
    } else {
      unsupported(c, XmiDocument::type(c) + " as behaviour");
    }
  }
  if (machine != nullptr && XmiDocument::type(*machine) == "StateMachine") {
    read_machine(*machine, out);
  }
}

}  // namespace catenary::frontend::umlrt
