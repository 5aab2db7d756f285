// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/bound_parameters.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"

namespace catenary::frontend::umlrt {

namespace {

/// Writes the declarations of one action.
class Binder {
 public:
  Binder(const model::MachineModel& model, const model::Capsule& capsule)
      : model_(model), capsule_(capsule) {}

  std::string bind(const ActionMessages::Set& messages,
                   const model::ActionCode& code) const {
    if (model_.kind == "art") return untyped_data_of(messages, code);
    std::string out;
    std::set<std::string> bound;
    for (const auto& [protocol, message] : messages) {
      const auto& all = model_.protocols[protocol].messages[message].parameters;
      for (const model::MachineVariable& p : all) {
        if (!bound.insert(p.name).second) continue;
        out += "auto& " + p.name + " = " + slot(p) + "; auto& umlrtparam_" +
               p.name + " = " + slot(p) + ";\n";
      }
    }
    return out + data_of(messages);
  }

 private:
  /// The variable that a parameter of a message is kept in.
  std::string slot(const model::MachineVariable& p) const {
    return "given::" + parameter_slot(model_, capsule_, p);
  }

  /// Declares `rtdata`: the first parameter of the message that was received,
  /// null where none has any; of a message without one, that of another. Where
  /// the types differ it has none that could be read.
  std::string data_of(const ActionMessages::Set& messages) const {
    std::set<std::string> types;
    auto received = data_by_variable(messages, types);
    if (received.empty()) return "const void* const rtdata = nullptr;\n";
    if (types.size() > 1) {
      return "const UMLRTDataOfSeveralTypes rtdata = {};\n";
    }
    // The last one stands for all other messages.
    std::string data = "&" + received.rbegin()->first;
    received.erase(std::prev(received.end()));
    for (const auto& [variable, is] : received) {
      data = "catenary_data(" + is + ", " + variable + ", " + data + ")";
    }
    return "const auto* const rtdata = " + data + ";\n";
  }

  /// Declares `rtdata` for TargetRTS, where it is used. What timers and
  /// incarnate() hand on is not known, and a message without data has none.
  std::string untyped_data_of(const ActionMessages::Set& messages,
                              const model::ActionCode& code) const {
    if (!has_word(code.text, "rtdata")) return "";
    std::set<std::string> types;
    const auto received = data_by_variable(messages, types);
    if (received.empty() || types.size() > 1) {
      return "const UMLRTUnknownData rtdata = {};\n";
    }
    std::string any;
    for (const auto& [variable, is] : received) {
      any += (any.empty() ? "" : " | ") + is;
    }
    return "catenary_needs_data(" + any + ");\n" + data_of(messages);
  }

  /// By the variables that hold the first parameters of the messages: a C++
  /// condition that one of theirs was received. Fills their types.
  std::map<std::string, std::string> data_by_variable(
      const ActionMessages::Set& messages, std::set<std::string>& types) const {
    std::map<std::string, std::string> received;
    const std::vector<Delivery> all = deliveries(model_, capsule_);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::uint32_t protocol = capsule_.ports[all[k].port].protocol;
      if (all[k].message == model::kNoIndex ||
          !std::ranges::binary_search(messages,
                                      std::pair(protocol, all[k].message))) {
        continue;
      }
      const auto& parameters =
          model_.protocols[protocol].messages[all[k].message].parameters;
      if (parameters.empty()) continue;
      types.insert((parameters[0].type.empty() ? "int" : parameters[0].type) +
                   "/" + parameters[0].array_size);
      std::string& is = received[slot(parameters[0])];
      is += (is.empty() ? "(msg->number == " : " | (msg->number == ") +
            std::to_string(k + 1) + ")";
    }
    return received;
  }

  const model::MachineModel& model_;
  const model::Capsule& capsule_;
};

}  // namespace

std::string bound_parameters(const model::MachineModel& model,
                             const model::Capsule& capsule,
                             const ActionMessages::Set& messages,
                             const model::ActionCode& code) {
  return Binder(model, capsule).bind(messages, code);
}

}  // namespace catenary::frontend::umlrt
