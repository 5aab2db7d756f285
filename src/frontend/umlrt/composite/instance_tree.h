// SPDX-License-Identifier: Apache-2.0
/// \file
/// The instances of a system of capsules, and which of their ports are
/// connected. Internal to frontend/umlrt.
///
/// A system is a capsule with its parts, the parts of these, and so on. Parts
/// that are fixed exist from the beginning, once for each index. Of an optional
/// part there is an instance for each index as well, up to kMostOptional of
/// them, which exists from when it is incarnated until it is destroyed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The greatest number of instances of a system that have a state machine.
inline constexpr std::size_t kMostInstances = 32;
/// Of how many optional instances of one part is kept account; a run that
/// incarnates more ends as unsupported.
inline constexpr std::uint32_t kMostOptional = 8;

/// One instance of a port of an instance.
struct PortEnd {
  /// Index in InstanceTree::instances.
  std::size_t instance = 0;
  /// Index in Capsule::ports.
  std::uint32_t port = 0;
  /// From 0; less than the multiplicity of the port.
  std::uint32_t index = 0;
};

/// What is at the other end of an instance of a port.
struct FarEnd {
  /// The port of another instance; nothing where there is none.
  std::optional<PortEnd> end;
  /// Whether it is the environment. Otherwise, without `end`, nothing is there:
  /// no message comes, and what is sent is lost.
  bool environment = false;
  /// The dynamic instances without which the way there does not exist: those
  /// whose relay ports are passed, and that of `end`.
  std::vector<std::size_t> through = {};
};

/// One instance of a capsule.
struct Instance {
  /// Points into the model.
  const model::Capsule* capsule = nullptr;
  /// The names of parts that lead to it, e.g. "left.chute1" or "player[1]";
  /// empty for the system itself.
  std::string path;
  /// The name of its part; for the system that of its capsule.
  std::string role;
  /// Its index within the part, from 0.
  std::uint32_t index = 0;
  /// The instance that it is a part of; for the system its own index.
  std::size_t owner = 0;
  /// The index of the part in Capsule::parts of the owner.
  std::size_t part = 0;
  /// Whether it is incarnated at run time.
  bool optional = false;
  /// Whether it, or an instance that it lies within, is optional.
  bool dynamic = false;
  /// For each port and each index of it. Filled for ports of protocols that
  /// end at the state machine of the instance.
  std::vector<std::vector<FarEnd>> far;
};

/// All instances.
struct InstanceTree {
  /// An instance precedes its parts, which are in the order of the model: the
  /// order in which the run time of Papyrus-RT initialises them.
  std::vector<Instance> instances;
  /// The capsules of which there are instances with a state machine, each once,
  /// in the order of their first instances.
  std::vector<const model::Capsule*> classes;

  /// The indices of instances that have a state machine.
  [[nodiscard]] std::vector<std::size_t> machines() const;
  /// The instance and all that exist whenever it does, as they are initialised:
  /// by the run time of Papyrus-RT each before its parts, by that of Code
  /// RealTime behind them.
  [[nodiscard]] std::vector<std::size_t> together(std::size_t instance,
                                                  bool parts_first) const;
  /// The instance and all that lie within it.
  [[nodiscard]] std::vector<std::size_t> within(std::size_t instance) const;
  /// Whether instances come and go.
  [[nodiscard]] bool is_dynamic() const;
};

/// The C++ name of the object that is an instance, by its index.
[[nodiscard]] std::string instance_object(std::size_t instance);
/// The C++ of whether an instance exists, in systems where they come and go.
[[nodiscard]] std::string exists_flag(std::size_t instance);
/// A C++ condition: all these instances exist; empty where there are none.
[[nodiscard]] std::string all_exist(const std::vector<std::size_t>& instances);
/// The states of an instance that was not initialised yet, and of one that does
/// not exist: the least of all.
inline constexpr int kNewState = -2;
inline constexpr int kAbsentState = -3;

/// Whether a connector of the capsule joins two of its own ports, so that it
/// sends messages to itself.
[[nodiscard]] bool sends_to_itself(const model::Capsule& capsule);

/// Whether the capsule can be tested as a system: some part, or a part of one,
/// has a state machine and is not left to the environment; or it has one itself
/// and sends messages to itself.
[[nodiscard]] bool can_be_system(const model::MachineModel& model,
                                 const model::Capsule& capsule);

/// Finds all instances and connections. Where a connector joins ports that are
/// replicated, free indices are joined in ascending order, connectors in the
/// order of the model. The model must outlive the result.
///
/// Throws base::InputError with all reasons for which the system cannot be
/// built: parts of unknown capsules or whose least number is not known; ports
/// that are bound at run time; connectors to what does not exist; more than
/// kMostInstances instances. Cost: linear in the number of ports of all
/// instances.
[[nodiscard]] InstanceTree instance_tree(const model::MachineModel& model,
                                         const model::Capsule& system);

}  // namespace catenary::frontend::umlrt
