// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C++ that makes instances of optional parts come and go. Internal to
/// frontend/umlrt.
///
/// An instance is incarnated at once; its initialisation is a message to the
/// controller, which waits like others: by the rules of Papyrus-RT with the
/// usual priority (UMLRTFrameService::incarnateCapsule and
/// UMLRTController::enqueueCommand), by those of Code RealTime before messages
/// of the user. Destroying an instance drops what waits for it and ends its
/// timers (UMLRTController::deallocateSlotResources).
#pragma once

#include <cstddef>
#include <string>

#include "frontend/umlrt/composite/instance_tree.h"
#include "frontend/umlrt/composite/message_table.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Writes the functions of one system.
class InstanceLife {
 public:
  /// `timers` is whether timing ports have timers. All must outlive it.
  InstanceLife(const model::MachineModel& model,
               const InstanceTree& tree,
               const MessageTable& table,
               bool timers);

  /// C++ that defines `catenary_exists` and what the frame service calls.
  /// Belongs behind the queue.
  [[nodiscard]] std::string definitions() const;
  /// C++ statements: at first only fixed instances exist.
  [[nodiscard]] std::string begin() const;
  /// C++ cases of what runs messages: the initialisations that wait.
  [[nodiscard]] std::string initialisations() const;
  /// C++ that ends a run in which a message comes to an instance that was not
  /// initialised yet; empty where it always is.
  [[nodiscard]] std::string begun(std::size_t instance) const;

 private:
  [[nodiscard]] std::string create(std::size_t instance) const;
  [[nodiscard]] std::string destroy(std::size_t instance) const;
  [[nodiscard]] std::string purge() const;
  [[nodiscard]] std::string timeout_waits() const;
  [[nodiscard]] std::string begin_later() const;
  [[nodiscard]] std::string looking() const;
  [[nodiscard]] std::string destroying() const;
  [[nodiscard]] std::size_t places(std::size_t owner, std::size_t part) const;
  /// C++ of a function that looks for an instance of a part of the instance
  /// that runs: statements for each instance of each part, and for what is
  /// behind the last one.
  template <typename OfInstance, typename Behind>
  [[nodiscard]] std::string by_part(const OfInstance& of_instance,
                                    const Behind& behind) const;
  /// C++ that runs the initialisation of an instance.
  [[nodiscard]] std::string initialise(std::size_t instance) const;
  /// The number by which the initialisation of a dynamic instance waits.
  [[nodiscard]] std::size_t receipt_of(std::size_t instance) const;
  /// Instances that have a machine and are initialised with it, in order.
  [[nodiscard]] std::vector<std::size_t> initialised_with(
      std::size_t instance) const;
  [[nodiscard]] bool parts_first() const;

  const model::MachineModel& model_;
  const InstanceTree& tree_;
  const MessageTable& table_;
  bool timers_;
  /// Dynamic instances that have a machine.
  std::vector<std::size_t> machines_;
};

}  // namespace catenary::frontend::umlrt
