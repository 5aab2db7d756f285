// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/fmu/description.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <unordered_set>

#include "base/printable.h"
#include "base/text/xml.h"
#include "base/text_file.h"

namespace catenary::exec::fmu {
namespace {

using base::XmlElement;

struct TypeName {
  const char* name;
  Type type;
};
constexpr TypeName kTypes2[] = {{"Real", Type::float64},
                                {"Integer", Type::int32},
                                {"Boolean", Type::boolean},
                                {"Enumeration", Type::enumeration},
                                {"String", Type::string}};
constexpr TypeName kTypes3[] = {{"Float32", Type::float32},
                                {"Float64", Type::float64},
                                {"Int8", Type::int8},
                                {"UInt8", Type::uint8},
                                {"Int16", Type::int16},
                                {"UInt16", Type::uint16},
                                {"Int32", Type::int32},
                                {"UInt32", Type::uint32},
                                {"Int64", Type::int64},
                                {"UInt64", Type::uint64},
                                {"Boolean", Type::boolean},
                                {"Enumeration", Type::enumeration},
                                {"String", Type::string},
                                {"Binary", Type::binary},
                                {"Clock", Type::clock}};

[[noreturn]] void fail(const XmlElement& at, const std::string& message) {
  throw base::InputError(at.where, message, "fmu-description");
}

/// The attribute, which must be there and not be empty.
std::string required(const XmlElement& element, const char* name) {
  std::string value = element.attribute(name);
  if (value.empty()) {
    fail(element, "<" + element.name + "> has no attribute '" + name + "'");
  }
  return value;
}

bool flag(const XmlElement& element, const char* name) {
  const std::string value = element.attribute(name);
  return value == "true" || value == "1";
}

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number out{};
  const char* const end = std::to_address(text.end());
  const auto [at, code] =
      std::from_chars(std::to_address(text.begin()), end, out);
  if (code != std::errc() || at != end) return std::nullopt;
  return out;
}

/// "2.0", "2.0.5", "3.0.2"; 0 for others. Pre-releases have other interfaces.
int version_of(const std::string& text) {
  for (const int version : {2, 3}) {
    const std::string begin = std::to_string(version) + ".";
    if (text.rfind(begin, 0) == 0 && text.size() > begin.size() &&
        text.find_first_not_of("0123456789.") == std::string::npos) {
      return version;
    }
  }
  return 0;
}

/// C identifiers only: it becomes a part of a path.
bool is_identifier(const std::string& text) {
  if (text.empty() || text.size() > 255) return false;
  return std::ranges::all_of(text, [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || c == '_';
  });
}

class Reader {
 public:
  explicit Reader(const XmlElement& root) : root_(root) {}

  Description read() {
    if (root_.name != "fmiModelDescription") {
      fail(root_,
           "this is <" + base::printable(root_.name) +
               ">; expected <fmiModelDescription>");
    }
    const std::string version = required(root_, "fmiVersion");
    out_.version = version_of(version);
    if (out_.version == 0) {
      fail(root_,
           "version '" + version +
               "' of FMI is not supported; expected 2.0 or 3.0");
    }
    out_.model_name = root_.attribute("modelName");
    out_.token =
        required(root_, out_.version == 2 ? "guid" : "instantiationToken");
    read_interface();
    read_experiment();
    read_enumerations();
    read_variables();
    return std::move(out_);
  }

 private:
  void read_interface() {
    const XmlElement* unit = root_.child("CoSimulation");
    if (unit == nullptr) {
      fail(root_,
           std::string("the FMU is not for co-simulation") +
               (root_.child("ModelExchange") != nullptr
                    ? " but for model exchange, which needs a solver"
                    : "") +
               "; expected <CoSimulation>");
    }
    out_.identifier = required(*unit, "modelIdentifier");
    if (!is_identifier(out_.identifier)) {
      fail(*unit,
           "'" + base::printable(out_.identifier) +
               "' is not a modelIdentifier; expected a C identifier");
    }
    out_.variable_steps = flag(*unit, "canHandleVariableCommunicationStepSize");
    out_.needs_tool = flag(*unit, "needsExecutionTool");
  }

  std::optional<double> seconds(const XmlElement& from, const char* name) {
    const std::string text = from.attribute(name);
    if (text.empty()) return std::nullopt;
    const std::optional<double> value = number<double>(text);
    if (!value || !std::isfinite(*value)) {
      fail(from,
           std::string(name) + " '" + base::printable(text) +
               "' is not a number of seconds");
    }
    return value;
  }

  void read_experiment() {
    const XmlElement* given = root_.child("DefaultExperiment");
    if (given == nullptr) return;
    out_.start_time = seconds(*given, "startTime");
    out_.step_size = seconds(*given, "stepSize");
    if (out_.step_size && *out_.step_size <= 0) {
      fail(*given, "stepSize is not positive");
    }
  }

  void read_enumerations() {
    const XmlElement* types = root_.child("TypeDefinitions");
    if (types == nullptr) return;
    for (const XmlElement& type : types->children) {
      const bool simple = type.name == "SimpleType";
      const XmlElement* list = simple ? type.child("Enumeration")
                               : type.name == "EnumerationType" ? &type
                                                                : nullptr;
      if (list == nullptr) continue;
      auto items = std::make_shared<Items>();
      items->name = required(type, "name");
      for (const XmlElement& item : list->children) {
        if (item.name != "Item") continue;
        const auto value = number<std::int64_t>(required(item, "value"));
        if (!value) fail(item, "the value of an item is not an integer");
        items->values.emplace_back(required(item, "name"), *value);
      }
      enumerations_[items->name] = std::move(items);
    }
  }

  void read_variables() {
    const XmlElement* list = root_.child("ModelVariables");
    if (list == nullptr) fail(root_, "there are no <ModelVariables>");
    for (const XmlElement& element : list->children) {
      if (out_.version == 2) {
        if (element.name == "ScalarVariable") read_scalar(element);
      } else {
        read_variable(element);
      }
    }
  }

  /// FMI 2: the type is an element within.
  void read_scalar(const XmlElement& element) {
    for (const TypeName& row : kTypes2) {
      const XmlElement* type = element.child(row.name);
      if (type != nullptr) return add(element, *type, row.type);
    }
    fail(element, "the variable has no type that FMI 2.0 has");
  }

  /// FMI 3: the type is the name of the element.
  void read_variable(const XmlElement& element) {
    for (const TypeName& row : kTypes3) {
      if (element.name == row.name) return add(element, element, row.type);
    }
  }

  void add(const XmlElement& element, const XmlElement& typed, Type type) {
    Variable v;
    v.name = required(element, "name");
    v.where = element.where;
    v.type = type;
    const auto reference =
        number<std::uint32_t>(required(element, "valueReference"));
    if (!reference) fail(element, "the valueReference is not a number");
    v.reference = *reference;
    const std::string variability = element.attribute("variability");
    v.causality = causality_of(element.attribute("causality"), variability);
    const std::string initial = element.attribute("initial");
    v.has_start = variability != "constant" &&
                  (initial == "exact" || initial == "approx" ||
                   v.causality == Causality::parameter ||
                   v.causality == Causality::input);
    v.is_array = element.child("Dimension") != nullptr;
    if (type == Type::enumeration) {
      const auto at = enumerations_.find(typed.attribute("declaredType"));
      if (at != enumerations_.end()) v.items = at->second;
    }
    for (const XmlElement& other : element.children) {
      if (other.name != "Alias") continue;
      Variable alias = v;
      alias.name = required(other, "name");
      alias.where = other.where;
      keep(other, std::move(alias));
    }
    keep(element, std::move(v));
  }

  void keep(const XmlElement& element, Variable variable) {
    if (!names_.insert(variable.name).second) {
      fail(element,
           "two variables have the name '" + base::printable(variable.name) +
               "'");
    }
    out_.variables.push_back(std::move(variable));
  }

  static Causality causality_of(const std::string& text,
                                const std::string& variability) {
    if (text == "input") return Causality::input;
    if (text == "output") return Causality::output;
    if (text == "parameter") {
      return variability == "constant" ? Causality::other
                                       : Causality::parameter;
    }
    return text.empty() || text == "local" ? Causality::local
                                           : Causality::other;
  }

  const XmlElement& root_;
  Description out_;
  std::map<std::string, std::shared_ptr<const Items>> enumerations_;
  std::unordered_set<std::string> names_;
};

}  // namespace

std::string to_string(Type type, int version) {
  if (version == 2) {
    for (const TypeName& row : kTypes2) {
      if (row.type == type) return row.name;
    }
  }
  for (const TypeName& row : kTypes3) {
    if (row.type == type) return row.name;
  }
  return "Float64";
}

const char* to_string(Causality causality) {
  switch (causality) {
    case Causality::parameter:
      return "parameter";
    case Causality::input:
      return "input";
    case Causality::output:
      return "output";
    case Causality::local:
      return "local";
    case Causality::other:
      break;
  }
  return "not settable";
}

Description read_description(std::string_view text, const std::string& file) {
  base::require_text(text, file);
  return Reader(base::parse_xml(text, file)).read();
}

}  // namespace catenary::exec::fmu
