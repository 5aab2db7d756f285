// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step system with some of its goals only: the same behaviour and the same
/// hash, but no search looks for the other goals, and no run reports them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/step/plain_program.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// Goals that are kept, by their indices in the whole system.
struct GoalSelection {
  /// Of StepSystem::goals; ascending, each once.
  std::vector<std::uint32_t> goals;
  /// Of StepSystem::pair_goals; ascending, each once. The members of their
  /// pairs are among `goals`.
  std::vector<std::uint32_t> pair_goals;
};

/// The system with the goals of the selection only, in their order. Its
/// steppers and encodings are those of `whole`, whose hits of other goals are
/// left out.
///
/// Ensures: the encoder can follow paths if that of `whole` can.
/// Cost: of a step, some ns for each 64 goals of `whole`.
[[nodiscard]] StepSystem select_goals(StepSystem whole,
                                      const GoalSelection& selection);

/// The plain program of the system that select_goals() returns. `whole` may be
/// null; the result is null then.
[[nodiscard]] std::shared_ptr<PlainProgram> select_goals(
    std::shared_ptr<PlainProgram> whole, const GoalSelection& selection);

}  // namespace catenary::model
