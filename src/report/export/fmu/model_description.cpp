// SPDX-License-Identifier: Apache-2.0
/// \file
/// modelDescription.xml, by the schemas of FMI 2.0.5 and 3.0.2.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>

#include "report/export/fmu/fmu.h"
#include "report/export/junit.h"

namespace catenary::report {
namespace {

enum class Kind : std::uint8_t { input, parameter, output, local };

/// " name="value"".
std::string xml_attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + xml_escape(value) + "\"";
}

bool is_float(const suite::Signal& signal) {
  return signal.type == "float32" || signal.type == "float64";
}

/// The element of FMI 3.0 for a machine type: "UInt8" for "uint8".
std::string element3(const suite::Signal& signal) {
  const std::string& type = signal.type;
  if (type == "bool") return "Boolean";
  if (type.front() == 'u') return "UInt" + type.substr(4);
  if (type.front() == 'i') return "Int" + type.substr(3);
  return "Float" + type.substr(5);
}

std::string element2(const suite::Signal& signal) {
  if (signal.type == "bool") return "Boolean";
  return is_float(signal) ? "Real" : "Integer";
}

/// A finite number or a Boolean as XML schema writes it.
std::string number_text(const logic::Value& value) {
  if (value.kind() == logic::SortKind::floating &&
      !std::isfinite(value.as_double())) {
    return "0";
  }
  return value.to_string();
}

/// What the standard has no attribute for.
std::string description_of(const suite::Signal& signal, bool enumeration) {
  std::string out;
  if (!signal.unit.empty() && !is_float(signal)) out = "in " + signal.unit;
  if (!enumeration) {
    for (const auto& [name, value] : signal.names) {
      out += (out.empty() ? "" : ", ") + name + " = " + value.to_string();
    }
  }
  return out;
}

class DescriptionWriter {
 public:
  explicit DescriptionWriter(const FmuModel& model) : model_(model) {}

  std::string write() {
    const suite::Signature& s = model_.signature;
    for (const auto& x : s.inputs) add(x, Kind::input);
    for (const auto& x : s.initial) add(x, Kind::parameter);
    for (const auto& x : s.outputs) {
      add(x, x.derived ? Kind::local : Kind::output);
    }
    if (is3()) add_time();
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    out += "<fmiModelDescription" +
           xml_attribute("fmiVersion", is3() ? "3.0" : "2.0") +
           xml_attribute("modelName", model_.name) +
           xml_attribute(is3() ? "instantiationToken" : "guid", model_.token) +
           xml_attribute("generationTool", model_.tool) +
           xml_attribute("variableNamingConvention", "flat") + ">\n";
    out += unit_of_simulation();
    if (!units_.empty()) {
      out += "  <UnitDefinitions>\n";
      for (const std::string& u : units_) {
        out += "    <Unit" + xml_attribute("name", u) + "/>\n";
      }
      out += "  </UnitDefinitions>\n";
    }
    if (!types_.empty()) {
      out += "  <TypeDefinitions>\n" + types_ + "  </TypeDefinitions>\n";
    }
    out +=
        "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n"
        "  </LogCategories>\n";
    out +=
        fmt::format("  <DefaultExperiment startTime=\"0\" stepSize=\"{}\"/>\n",
                    model_.step_seconds);
    out += "  <ModelVariables>\n" + variables_ + "  </ModelVariables>\n";
    return out + structure() + "</fmiModelDescription>\n";
  }

 private:
  [[nodiscard]] bool is3() const { return model_.version == 3; }

  [[nodiscard]] std::string unit_of_simulation() const {
    std::string out =
        "  <CoSimulation" + xml_attribute("modelIdentifier", model_.identifier);
    if (is3()) {
      return out +
             xml_attribute("canBeInstantiatedOnlyOncePerProcess", "true") +
             xml_attribute("fixedInternalStepSize",
                           fmt::format("{}", model_.step_seconds)) +
             "/>\n";
    }
    return out + xml_attribute("canBeInstantiatedOnlyOncePerProcess", "true") +
           xml_attribute("canNotUseMemoryManagementFunctions", "true") +
           ">\n    <SourceFiles>\n      <File" +
           xml_attribute("name", model_.identifier + "." + model_.language) +
           "/>\n    </SourceFiles>\n  </CoSimulation>\n";
  }

  void add(const suite::Signal& signal, Kind kind) {
    const bool result = kind == Kind::output || kind == Kind::local;
    const bool enumeration = is_fmu_enumeration(signal, result);
    std::string typed;
    if (enumeration) typed = xml_attribute("declaredType", declare(signal));
    if (is_float(signal) && !signal.unit.empty()) {
      units_.insert(signal.unit);
      typed += xml_attribute("unit", signal.unit);
    }
    // The range of an enumeration is that of its items.
    if (!enumeration && signal.type != "bool" && has_limits(signal)) {
      if (signal.lo) typed += xml_attribute("min", number_text(*signal.lo));
      if (signal.hi) typed += xml_attribute("max", number_text(*signal.hi));
    }
    if (!result) {
      typed +=
          xml_attribute("start", number_text(suite::default_value(signal)));
    }
    std::string common =
        xml_attribute("name", signal.name) +
        xml_attribute("valueReference", std::to_string(count_));
    const std::string text = description_of(signal, enumeration);
    if (!text.empty()) common += xml_attribute("description", text);
    static constexpr const char* kCausalities[] = {
        "input", "parameter", "output", "local"};
    common += xml_attribute("causality", kCausalities[static_cast<int>(kind)]) +
              xml_attribute("variability",
                            kind == Kind::parameter ? "fixed" : "discrete");
    const std::string element =
        enumeration ? "Enumeration"
                    : (is3() ? element3(signal) : element2(signal));
    if (is3()) {
      variables_ += "    <" + element + common + typed + "/>\n";
    } else {
      variables_ += "    <ScalarVariable" + common + ">\n      <" + element +
                    typed + "/>\n    </ScalarVariable>\n";
    }
    if (kind == Kind::output) outputs_.push_back(count_);
    names_.insert(signal.name);
    ++count_;
  }

  /// Whether the type of the variable includes the range.
  [[nodiscard]] bool has_limits(const suite::Signal& signal) const {
    if (is3() || is_float(signal)) return true;
    const auto small = [](const std::optional<logic::Value>& value) {
      return !value || (value->as_integer() >= INT32_MIN &&
                        value->as_integer() <= INT32_MAX);
    };
    return small(signal.lo) && small(signal.hi);
  }

  /// The type of an enumeration; its name.
  std::string declare(const suite::Signal& signal) {
    const std::string name = "values of " + signal.name;
    const char* outer = is3() ? "EnumerationType" : "SimpleType";
    types_ += std::string("    <") + outer + xml_attribute("name", name) +
              ">\n" + (is3() ? "" : "      <Enumeration>\n");
    for (const auto& [item, value] : signal.names) {
      types_ += "        <Item" + xml_attribute("name", item) +
                xml_attribute("value", value.to_string()) + "/>\n";
    }
    types_ += std::string(is3() ? "" : "      </Enumeration>\n") + "    </" +
              outer + ">\n";
    return name;
  }

  /// FMI 3.0 wants exactly one independent variable.
  void add_time() {
    std::string name = "time";
    while (names_.count(name) != 0) name += "_";
    variables_ += "    <Float64" + xml_attribute("name", name) +
                  xml_attribute("valueReference", std::to_string(count_)) +
                  " causality=\"independent\" variability=\"continuous\"/>\n";
  }

  [[nodiscard]] std::string structure() const {
    if (outputs_.empty()) return "  <ModelStructure/>\n";
    std::string out = "  <ModelStructure>\n";
    if (is3()) {
      for (const std::uint32_t o : outputs_) {
        out += fmt::format("    <Output valueReference=\"{}\"/>\n", o);
      }
      for (const std::uint32_t o : outputs_) {
        out += fmt::format("    <InitialUnknown valueReference=\"{}\"/>\n", o);
      }
    } else {
      // Positions count from 1.
      for (const char* list : {"Outputs", "InitialUnknowns"}) {
        out += std::string("    <") + list + ">\n";
        for (const std::uint32_t o : outputs_) {
          out += fmt::format("      <Unknown index=\"{}\"/>\n", o + 1);
        }
        out += std::string("    </") + list + ">\n";
      }
    }
    return out + "  </ModelStructure>\n";
  }

  const FmuModel& model_;
  std::set<std::string> units_;
  std::set<std::string> names_;
  std::string types_;
  std::string variables_;
  std::vector<std::uint32_t> outputs_;
  std::uint32_t count_ = 0;
};

}  // namespace

bool is_fmu_enumeration(const suite::Signal& signal, bool is_output) {
  if (signal.names.size() < 2 || signal.type == "bool" || is_float(signal)) {
    return false;
  }
  std::set<mpz_class> values;
  for (const auto& [name, value] : signal.names) {
    values.insert(value.as_integer());
  }
  if (values.size() != signal.names.size()) return false;
  const mpz_class& first = *values.begin();
  const mpz_class& last = *values.rbegin();
  const bool dense = last - first == static_cast<long>(values.size()) - 1;
  if (signal.lo && signal.hi) {
    return dense && first == signal.lo->as_integer() &&
           last == signal.hi->as_integer();
  }
  return is_output && dense && (first == 0 || first == 1);
}

std::string write_model_description(const FmuModel& model) {
  return DescriptionWriter(model).write();
}

std::string write_build_description(const FmuModel& model) {
  const bool cpp = model.language == "cpp";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<fmiBuildDescription fmiVersion=\"3.0\">\n"
         "  <BuildConfiguration" +
         xml_attribute("modelIdentifier", model.identifier) +
         ">\n    <SourceFileSet" +
         xml_attribute("language", cpp ? "C++17" : "C11") +
         ">\n      <SourceFile" +
         xml_attribute("name", model.identifier + "." + model.language) +
         "/>\n      <IncludeDirectory name=\".\"/>\n    </SourceFileSet>\n  "
         "</BuildConfiguration>\n"
         "</fmiBuildDescription>\n";
}

}  // namespace catenary::report
