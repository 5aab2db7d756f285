// SPDX-License-Identifier: Apache-2.0
/// \file
/// The promises (`env`) of requirements as an assumption about the environment
/// of a state machine: `--assume FILE.req`.
#pragma once

#include "base/error.h"
#include "frontend/c/harness.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// The promises of the interface, and the ranges of its inputs, without
/// contracts and hidden variables. Throws base::InputError where a promise
/// reads a hidden variable, and where nothing is promised.
[[nodiscard]] model::Interface promises_of(const model::Interface& interface);

/// A watcher that discards the steps of the system in which a promise does not
/// hold. `interface` is one of promises_of(). Throws base::InputError where a
/// variable cannot be bound to an input or output of the system.
[[nodiscard]] frontend::c::Watcher assumption_watcher(
    const model::Interface& interface, const model::StepSystem& system);

/// The two watchers as one; the goals are those of `other`.
[[nodiscard]] frontend::c::Watcher joined(
    const frontend::c::Watcher& assumption, const frontend::c::Watcher& other);

/// The note that proofs rest on the assumption, with the values of the input
/// `message` that never come.
[[nodiscard]] base::Diagnostic assumption_note(
    const model::Interface& interface, const model::StepSystem& system);

}  // namespace catenary::app
