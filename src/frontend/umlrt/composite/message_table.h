// SPDX-License-Identifier: Apache-2.0
/// \file
/// All messages and timeouts that instances of a system receive, by numbers,
/// and the C++ types that carry their values. Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "frontend/umlrt/composite/instance_tree.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// One signal that one instance can receive.
struct Receipt {
  /// Index in InstanceTree::instances.
  std::size_t instance = 0;
  /// Its position in deliveries() of the capsule.
  std::size_t local = 0;
  Delivery delivery;
  /// "path.port.message", unique.
  std::string name;
  /// For each parameter the number of the field of the queue that carries it.
  std::vector<std::size_t> fields;
};

/// Something that the environment may do in a step.
struct Stimulus {
  /// Index in MessageTable::receipts.
  std::size_t receipt = 0;
  /// The index of the port through which it comes.
  std::uint32_t index = 0;
  /// The name in tests, e.g. "lock.user.open" or "hub.usb[2].plug".
  std::string name;
  /// For a timeout, the number of timing ports before its own.
  std::size_t timing_rank = 0;
  /// For a message, the dynamic instances that must exist for it to arrive.
  std::vector<std::size_t> through = {};
};

/// The tables.
struct MessageTable {
  std::vector<Receipt> receipts;
  std::vector<Stimulus> stimuli;
  /// The C++ types of the fields of the queue.
  std::vector<std::string> field_types;
  /// For each instance the number of timing ports of those before it.
  std::vector<std::size_t> timing_base;
  /// The number of timing ports of all instances.
  std::size_t timing_ports = 0;
  /// Whether the environment can send messages, apart from timeouts.
  bool receives = false;
  /// Whether it always can; otherwise nothing may happen any more.
  bool always_receives = false;

  /// The index of the receipt of a message of the port `end`; -1 where the
  /// instance does not have it.
  [[nodiscard]] std::ptrdiff_t find(const PortEnd& end,
                                    std::uint32_t message) const;
};

/// The name in tests of an instance of a port, e.g. "hub.usb[2]".
[[nodiscard]] std::string border_port(const Instance& instance,
                                      const model::Port& port,
                                      std::uint32_t index);

/// The parameters of what is received; none for a timeout.
[[nodiscard]] const std::vector<model::MachineVariable>& parameters_of(
    const model::MachineModel& model,
    const InstanceTree& tree,
    const Receipt& receipt);

/// Makes the tables. Throws base::InputError with all reasons where a signal is
/// not supported in systems: arrays as parameters, texts of the environment,
/// notifications that a port is bound.
[[nodiscard]] MessageTable message_table(const model::MachineModel& model,
                                         const InstanceTree& tree);

}  // namespace catenary::frontend::umlrt
