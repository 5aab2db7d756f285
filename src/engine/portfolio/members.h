// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adapters that give other searches the interface reach::Engine.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/portfolio/portfolio.h"
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

/// Settings::symbolic with the runs and the lengths that are known.
[[nodiscard]] reach::SymbolicOptions solver_options(const Settings& settings,
                                                    const reach::Result& found);
/// The options for exploring a system whose domains are samples: it proves
/// nothing, and only needs enough states for samples and runs.
[[nodiscard]] reach::Options sampling_options(const Settings& settings,
                                              const reach::Options& options);

}  // namespace catenary::engine::portfolio
