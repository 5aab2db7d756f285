// SPDX-License-Identifier: Apache-2.0
/// \file
/// The machines of a system as C++ classes, and its instances as objects of
/// them. Internal to frontend/umlrt.
#pragma once

#include <string>
#include <vector>

#include "frontend/umlrt/code/dispatch/violation.h"
#include "frontend/umlrt/composite/instance_tree.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// What class_code() makes.
struct ClassCode {
  /// Classes `Machine`, each in the namespace of its capsule and derived from
  /// the class of the user. They call catenary_violate(outcome, number).
  std::string text;
  /// The number of a violation is its index plus 1.
  std::vector<Violation> violations;
  /// See DispatchWriter; empty where no run is ever given up.
  std::string check_rounds;
};

/// Writes the machine of each class once.
[[nodiscard]] ClassCode class_code(const model::MachineModel& model,
                                   const InstanceTree& tree);

/// C++ of the objects, by the names of instance_object(). The system may be a
/// part of something, by any name and index.
[[nodiscard]] std::string object_code(const model::MachineModel& model,
                                      const model::Capsule& system,
                                      const InstanceTree& tree);

}  // namespace catenary::frontend::umlrt
