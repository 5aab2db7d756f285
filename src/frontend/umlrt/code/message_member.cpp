// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/message_member.h"

#include <cstddef>

#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

/// The arguments of the function that is called where a message is sent, behind
/// the first two.
std::string arguments(const model::MachineMessage& message) {
  std::string out;
  for (std::size_t k = 0; k < message.parameters.size(); ++k) {
    out += ", catenary_" + std::to_string(k);
  }
  return out;
}

/// What of a signal in a system stands between its parameters, which it keeps,
/// and its end: the functions that send it.
std::string sending(const model::MachineMessage& message,
                    const std::string& route) {
  const std::string end =
      ", catenary_known(priority)" + arguments(message) + ")}; } ";
  // Branches in here are not goals of the user.
  const std::string own =
      "__attribute__((no_profile_instrument_function)) UMLRTSent ";
  return " " + own +
         "send(UMLRTPriority priority = PRIORITY_NORMAL) const { return {" +
         route + "(-1" + end + own +
         "sendAt(int index, UMLRTPriority priority = PRIORITY_NORMAL) "
         "const { return {" +
         route + "(index < 0 ? INT_MAX : index" + end;
}

/// The same for a message that is observed.
std::string observing(const model::MachineMessage& message,
                      const std::string& route) {
  const std::string values = arguments(message);
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
    if (!is_system) keep += "this->" + name + " = " + v.name + "; ";
  }
  std::string type = "UMLRTOutSignal";
  std::string values = is_system ? "" : "&this->" + count;
  if (is_routed && sent) {
    type = "catenary_signal_" + message.name;
    members += " struct " + type +
               (is_system ? " : UMLRTOutSignal { " : " { int* sent; ");
    if (is_system) values = "{}";
    for (std::size_t k = 0; k < message.parameters.size(); ++k) {
      const model::MachineVariable& v = message.parameters[k];
      members += type_of(v) + " catenary_" + std::to_string(k) + "; ";
      values += ", " + v.name;
    }
    members += (is_system ? sending(message, route.function)
                          : observing(message, route.function)) +
               "};";
  }
  return members + " " + type + " " + message.name + "(" +
         parameter_list(message.parameters) + ") { " + keep + "return {" +
         values + "}; }\n";
}

}  // namespace catenary::frontend::umlrt
