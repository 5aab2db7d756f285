// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C++ of the queue of a system, and of what puts messages into it.
/// Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "frontend/umlrt/assume/assumption_code.h"
#include "frontend/umlrt/composite/instance_tree.h"
#include "frontend/umlrt/composite/message_table.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// How many messages the queue holds; one more ends the run as unsupported.
inline constexpr std::size_t kMostQueued = 16;

/// C++ that defines the queue, `catenary_queue`, with what adds to it and takes
/// from it.
[[nodiscard]] std::string queue_code(const MessageTable& table);

/// C++ statements that put a message into the queue: the receipt of that
/// number, through the port of that index. `value` gives the C++ of a parameter
/// by its position.
[[nodiscard]] std::string enqueue_code(
    const MessageTable& table,
    std::size_t receipt,
    std::uint32_t index,
    const std::string& priority,
    const std::function<std::string(std::size_t)>& value);

/// C++ of the functions that send messages, see route_name(). `assumption`
/// observes those to the environment.
[[nodiscard]] std::string route_code(const model::MachineModel& model,
                                     const InstanceTree& tree,
                                     const MessageTable& table,
                                     const AssumptionCode& assumption);

}  // namespace catenary::frontend::umlrt
