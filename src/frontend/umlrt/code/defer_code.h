// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a step program that keeps deferred messages, with the values of
/// their parameters, until they are recalled. Internal to frontend/umlrt.
#pragma once

#include <string>
#include <vector>

#include "frontend/umlrt/code/dispatch_writer.h"
#include "frontend/umlrt/code/violation.h"

namespace catenary::frontend::umlrt {

/// How many messages may be deferred, or be recalled and wait, at once.
inline constexpr int kMostDeferred = 8;
/// How many recalled messages one message of the environment may set off.
inline constexpr int kMostRecalled = 100;

/// C++ that defines what runtime/umlrt/umlrt.h declares for deferring, and
/// `catenary_next(UMLRTMessage&)`: takes the first recalled message, if there
/// is one, sets its parameters and says whether there was one.
[[nodiscard]] std::string defer_code(const model::MachineModel& model,
                                     const model::Capsule& capsule,
                                     const std::vector<Delivery>& deliveries);

/// Whether recalled messages may go on without end, for all that is known
/// without running anything: some message may be deferred, and also lead to
/// code that recalls.
[[nodiscard]] bool may_recall_endlessly(const model::Capsule& capsule);

/// That they do.
[[nodiscard]] Violation endless_recall(const model::Capsule& capsule);

}  // namespace catenary::frontend::umlrt
