// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages as member functions of their ports, and parameters as C++ declares
/// them. Internal to frontend/umlrt.
#pragma once

#include <string>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The C++ type; int for a variable whose type the model leaves open.
[[nodiscard]] std::string type_of(const model::MachineVariable& v);

/// The parameters as C++ declares them, without parentheses.
[[nodiscard]] std::string parameter_list(
    const std::vector<model::MachineVariable>& all);

/// The function that is called where a message is sent (route_name()).
struct Route {
  /// Its qualified name; empty = none.
  std::string function;
  /// Whether it sends the message in a system. Otherwise it observes it.
  bool sends = false;
};

/// A message as a member function of its port. Calling it keeps the values of
/// scalar parameters, and sending it counts it: these are outputs. In a system
/// the signal has all values, which go to the other ends of the port; only what
/// goes to the environment is an output, which the route counts and keeps. A
/// run ends as unsupported where C++ asks whether a message was sent that is
/// only observed.
[[nodiscard]] std::string message_member(const model::MachineModel& model,
                                         const model::MachineMessage& message,
                                         bool sent,
                                         const Route& route);

}  // namespace catenary::frontend::umlrt
