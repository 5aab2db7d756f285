// SPDX-License-Identifier: Apache-2.0
/// \file
/// Explicit-state search within the cone of influence: states that differ only
/// in bytes on which no goal depends, such as a counter that is only logged,
/// count as one. They are bisimilar, so that the search finds the same goals at
/// the same distances, and proves the same.
#pragma once

#include <memory>
#include <utility>

#include "engine/reach/engine.h"
#include "engine/reach/symbolic/cone.h"
#include "model/step/step_system.h"

namespace catenary::engine::portfolio {

/// The system whose saved states have zeros in the irrelevant bytes. Its state
/// has no names for numbers in them. With Cone::has_limits, a step of which
/// reach::limit_of() is true is `unsupported`; then `system` must outlive the
/// result, and a step costs an evaluation of that term.
[[nodiscard]] model::StepSystem within_cone(const model::StepSystem& system,
                                            const reach::Cone& cone);

/// ExplicitEngine on within_cone(). Runs and graphs are those of the system
/// itself. Ranges of numbers in the bytes that were left out are not known, and
/// those of outputs are observations. Nothing is proved where a step goes
/// beyond what can be encoded, for there the program may depend on all of the
/// state.
class ConeEngine final : public reach::Engine {
 public:
  /// `cone`: see reach::irrelevant_bytes().
  explicit ConeEngine(reach::Cone cone) : cone_(std::move(cone)) {}

  [[nodiscard]] std::unique_ptr<reach::RunningSearch> begin(
      const model::StepSystem& system,
      const reach::Options& options,
      const base::Budget& budget,
      const reach::ProgressCallback& progress) override;
  [[nodiscard]] reach::Result explore(
      const model::StepSystem& system,
      const reach::Options& options,
      const base::Budget& budget,
      const reach::ProgressCallback& progress) override;

 private:
  reach::Cone cone_;
};

}  // namespace catenary::engine::portfolio
