// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adapters that give other searches the interface reach::Engine.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/reach/engine.h"

namespace catenary::engine::portfolio {

/// Random testing with so many runs in each call: see reach::run_randomly().
/// The seed is another one in each call. It proves nothing, and the lengths of
/// its runs are upper bounds.
[[nodiscard]] std::shared_ptr<reach::Engine> random_engine(std::uint64_t runs,
                                                           std::uint64_t seed);

/// Concolic runs by concolic::Strategy::directed, without proofs, that go on
/// from the runs of others. Requires: the systems can be encoded.
[[nodiscard]] std::shared_ptr<reach::Engine> concolic_engine();

/// Exploration with one input of each equivalence class: see
/// classes::exhaust(). Requires: classes::can_exhaust() the systems.
[[nodiscard]] std::shared_ptr<reach::Engine> classes_engine();

}  // namespace catenary::engine::portfolio
