// SPDX-License-Identifier: Apache-2.0
#include "report/export/ttcn3/ttcn3_interface.h"

#include "report/export/tree_names.h"
#include "report/export/ttcn3/ttcn3_text.h"

namespace catenary::report {

namespace {

using suite::Signal;

/// "  type record NAME { integer a, float b }" over several lines.
std::string record_of(const std::string& name,
                      const std::vector<std::string>& fields) {
  std::string out = "  type record " + name + " {";
  for (std::size_t i = 0; i < fields.size(); ++i) {
    out += (i > 0 ? ",\n    " : "\n    ") + fields[i];
  }
  return out + (fields.empty() ? " }\n\n" : "\n  }\n\n");
}

std::vector<std::string> fields_of(const std::vector<Signal>& signals,
                                   const std::vector<std::string>& ids,
                                   const Ttcn3Interface& names,
                                   const char* after) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    out.push_back(ttcn3_type(signals[i], names.enumeration_types) + " " +
                  ids[i] + after);
  }
  return out;
}

/// Gives names to fields and collects their enumerations.
class InterfaceNames {
 public:
  std::vector<std::string> fields(const std::vector<Signal>& signals,
                                  const std::string& prefix) {
    Identifiers ids;
    std::vector<std::string> names;
    for (const Signal& s : signals) {
      names.push_back(ids.unique(prefix + as_identifier(s.name)));
      if (s.type == "enum") enumeration(s.enumeration);
    }
    return names;
  }

  std::string type(const std::string& wanted) { return types_.unique(wanted); }

  Ttcn3Interface out;

 private:
  void enumeration(const std::shared_ptr<const logic::Enumeration>& e) {
    auto [at, is_new] = out.enumeration_types.try_emplace(e->name);
    if (!is_new) return;
    at->second = types_.unique("Enum_" + as_identifier(e->name));
    out.enumerations.emplace_back(e, at->second);
  }

  Identifiers types_;
};

}  // namespace

Ttcn3Interface ttcn3_interface(const suite::Signature& signature) {
  InterfaceNames names;
  names.out.inputs = names.fields(signature.inputs, "i_");
  names.out.outputs = names.fields(signature.outputs, "o_");
  names.out.initial = names.fields(signature.initial, "c_");
  for (const suite::Channel& c : signature.channels) {
    names.out.messages.push_back(names.type("Msg_" + as_identifier(c.name)));
    names.out.fields.push_back(names.fields(c.parameters, "p_"));
  }
  return std::move(names.out);
}

std::string ttcn3_types(const suite::Signature& signature,
                        const Ttcn3Interface& names,
                        bool timed) {
  std::string out;
  for (const auto& [e, type] : names.enumerations) {
    out += "  type enumerated " + type + " {";
    for (std::size_t i = 0; i < e->values.size(); ++i) {
      const std::string number = std::to_string(i);
      out += (i > 0 ? "," : "");
      out += "\n    e" + number + "(" + number + ") /* " +
             as_identifier(e->values[i]) + " */";
    }
    out += "\n  }\n\n";
  }
  out += record_of("Initial",
                   fields_of(signature.initial, names.initial, names, ""));
  // The port starts and resets the system when it is sent this.
  out += record_of("Start", {"float x_unit", "Initial x_initial"});
  std::string sends = "Start";
  std::string receives;
  if (timed) {
    for (std::size_t i = 0; i < signature.channels.size(); ++i) {
      const suite::Channel& c = signature.channels[i];
      out += record_of(names.messages[i],
                       fields_of(c.parameters, names.fields[i], names, ""));
      const bool sent =
          c.direction == suite::Direction::input && c.controllable;
      std::string& list = sent ? sends : receives;
      list += (list.empty() ? "" : ", ") + names.messages[i];
    }
  } else {
    out += record_of("Inputs",
                     fields_of(signature.inputs, names.inputs, names, ""));
    out += record_of("Step", {"integer x_number", "float x_dt", "Inputs x_in"});
    // An output that is left out is one that the system does not have.
    std::vector<std::string> fields =
        fields_of(signature.outputs, names.outputs, names, " optional");
    fields.emplace_back("boolean x_ended");
    out += record_of("Outputs", fields);
    sends += ", Step";
    receives = "Outputs";
  }
  out += "  type port SutPort message {\n    out " + sends + ";\n";
  // A port needs something to receive, even if the system never says anything.
  if (receives.empty()) receives = "charstring";
  return out + "    in " + receives + ";\n  }\n\n";
}

}  // namespace catenary::report
