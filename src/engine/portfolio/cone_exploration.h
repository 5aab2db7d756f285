// SPDX-License-Identifier: Apache-2.0
/// \file
/// Explicit-state search within the cone of influence: states that differ only
/// in bytes on which no goal depends, such as a counter that is only logged,
/// count as one. They are bisimilar, so that the search finds the same goals at
/// the same distances, and proves the same.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/reach/engine.h"
#include "engine/reach/symbolic/cone.h"
#include "model/step/step_system.h"

namespace catenary::engine::portfolio {

/// The system whose saved states have zeros in these bytes. Its state has no
/// names for numbers in them. Its steppers refer to the factory of `system`.
[[nodiscard]] model::StepSystem within_cone(
    const model::StepSystem& system,
    const std::vector<reach::ByteRange>& irrelevant);

/// ExplicitEngine on within_cone(). Runs and graphs are those of the system
/// itself. Ranges of numbers in the bytes that were left out are not known, and
/// those of outputs are observations.
class ConeEngine final : public reach::Engine {
 public:
  /// `irrelevant`: see reach::irrelevant_bytes().
  explicit ConeEngine(std::vector<reach::ByteRange> irrelevant)
      : irrelevant_(std::move(irrelevant)) {}

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
  std::vector<reach::ByteRange> irrelevant_;
};

}  // namespace catenary::engine::portfolio
