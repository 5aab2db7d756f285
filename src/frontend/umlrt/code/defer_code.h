// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a step program that keeps deferred messages, with the values of
/// their parameters, until they are recalled. Internal to frontend/umlrt.
///
/// A recalled message is dispatched before the step ends, so that a step is one
/// message of the environment and the recalled messages that it sets off.
#pragma once

#include <string>
#include <vector>

#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "frontend/umlrt/code/dispatch/violation.h"

namespace catenary::frontend::umlrt {

/// The capacity of the queue of deferred messages, and that of the queue of
/// recalled ones. More end the run as unsupported.
inline constexpr int kMostDeferred = 8;
/// The number of recalled messages that one message of the environment may set
/// off; more are reported as a run without end.
inline constexpr int kMostRecalled = 100;

/// C++ that defines what runtime/umlrt/umlrt.h declares for deferring, and
/// `catenary_next(UMLRTMessage&)`, which removes the first recalled message,
/// sets its parameters and returns whether there was one. Belongs behind the
/// class of the capsule and before the functions that dispatch.
[[nodiscard]] std::string defer_code(const model::MachineModel& model,
                                     const model::Capsule& capsule,
                                     const std::vector<Delivery>& deliveries);

/// Whether recalled messages may set off each other without end. An
/// over-approximation that does not run anything: false is a proof that the
/// recalled messages of a step recall no others.
[[nodiscard]] bool may_recall_endlessly(const model::MachineModel& model,
                                        const model::Capsule& capsule);

/// The violation that the program reports then.
[[nodiscard]] Violation endless_recall(const model::Capsule& capsule);

}  // namespace catenary::frontend::umlrt
