// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/message_member.h"

#include <cstddef>

#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

/// What of a signal in a system stands between its parameters, which it keeps,
/// and its end: the functions that send it. Where it goes to the environment it
/// is counted, and `keep` keeps its values.
std::string sending(const model::MachineMessage& message,
                    const std::string& route,
                    const std::string& keep) {
  std::string values;
  for (std::size_t k = 0; k < message.parameters.size(); ++k) {
    values += ", catenary_" + std::to_string(k);
  }
  const std::string begin = "int to = " + route + "(";
  const std::string end = ", priority" + values + "); if (to < 0) { ++*sent; " +
                          keep + "} return {sent, to}; } ";
  // Branches in here are not goals of the user.
  const std::string own =
      "__attribute__((no_profile_instrument_function)) UMLRTSent ";
  return " " + own + "send(UMLRTPriority priority = PRIORITY_NORMAL) const { " +
         begin + "-1" + end + own +
         "sendAt(int index, UMLRTPriority priority = PRIORITY_NORMAL) "
         "const { " +
         begin + "index < 0 ? INT_MAX : index" + end;
}

/// The same for a message that is observed.
std::string observing(const model::MachineMessage& message,
                      const std::string& route) {
  std::string values;
  for (std::size_t k = 0; k < message.parameters.size(); ++k) {
    values += ", catenary_" + std::to_string(k);
  }
  const std::string own =
      "__attribute__((no_profile_instrument_function)) UMLRTObserved ";
  return " " + own +
         "send(UMLRTPriority priority = PRIORITY_NORMAL) const { ++*sent; " +
         route + "(-1, priority" + values + "); return {}; } " + own +
         "sendAt(int index, UMLRTPriority priority = PRIORITY_NORMAL) const { "
         "++*sent; " +
         route + "(index, priority" + values + "); return {}; } " + own +
         "reply() const { return send(); } int invoke(UMLRTMessage* = nullptr) "
         "const { CATENARY_UMLRT_LIMIT(false, \"the reply to invoke()\"); "
         "return 0; } int invokeAt(int, UMLRTMessage* = nullptr) const { "
         "return "
         "invoke(); } ";
}

}  // namespace

std::string type_of(const model::MachineVariable& v) {
  return v.type.empty() ? "int" : v.type;
}

std::string parameter_list(const std::vector<model::MachineVariable>& all) {
  std::string out;
  for (const model::MachineVariable& p : all) {
    out += (out.empty() ? "" : ", ") + type_of(p) + " " + p.name +
           (p.array_size.empty() ? "" : "[" + p.array_size + "]");
  }
  // It is not known whether the generator has such a parameter.
  if (!all.empty() && all.back().type == model::kUnknownType) out += " = {}";
  return out;
}

std::string message_member(const model::MachineModel& model,
                           const model::MachineMessage& message,
                           bool sent,
                           const std::string& port,
                           const Route& route) {
  const bool is_routed = !route.function.empty();
  const bool is_system = is_routed && route.sends;
  const std::string count = sent_member(message);
  std::string members = "int " + count + " = 0;";
  std::string keep;
  for (std::size_t k = 0; k < message.parameters.size(); ++k) {
    const model::MachineVariable& v = message.parameters[k];
    if (!sent || !is_kept(model, v)) continue;
    const std::string name = value_member(message, v);
    members += " " + (is_number(v.type) ? v.type : std::string("int")) + " " +
               name + " = 0;";
    keep += is_system ? "catenary_port->" + name + " = catenary_" +
                            std::to_string(k) + "; "
                      : "this->" + name + " = " + v.name + "; ";
  }
  std::string type = "UMLRTOutSignal";
  std::string values = "&this->" + count;
  if (is_routed && sent) {
    type = "catenary_signal_" + message.name;
    members += " struct " + type +
               (is_system ? " : UMLRTOutSignal { " : " { int* sent; ") + port +
               "* catenary_port; ";
    if (is_system) values = "{" + values + "}";
    values += ", this";
    for (std::size_t k = 0; k < message.parameters.size(); ++k) {
      const model::MachineVariable& v = message.parameters[k];
      members += type_of(v) + " catenary_" + std::to_string(k) + "; ";
      values += ", " + v.name;
    }
    members += (is_system ? sending(message, route.function, keep)
                          : observing(message, route.function)) +
               "};";
    if (is_system) keep.clear();
  }
  return members + " " + type + " " + message.name + "(" +
         parameter_list(message.parameters) + ") { " + keep + "return {" +
         values + "}; }\n";
}

}  // namespace catenary::frontend::umlrt
