// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/step_paths.h"

#include <vector>

#include "engine/classes/replacement.h"

namespace catenary::engine::classes {

StepPaths::StepPaths(const model::StepSystem& system,
                     const base::Budget& budget)
    : system_(system),
      simplifier_(terms_),
      follower_(path_encoder_of(system).follower(terms_, {}, budget)) {}

const StepPath& StepPaths::find(const std::byte* state, const Bytes& letter) {
  const std::vector<logic::Value> values = letter_bits(system_.inputs, letter);
  std::vector<logic::Value> slots;
  logic::Assignment assignment;
  for (std::size_t i = 0; i < values.size(); ++i) {
    assignment.set(follower_->inputs()[i], values[i]);
  }
  for (const model::StateSlot& slot : follower_->state()) {
    slots.push_back(model::slot_value(slot, state));
    assignment.set(slot.variable, slots.back());
  }
  return tree_.find(assignment,
                    [&] { return follower_->follow_step(slots, values); });
}

}  // namespace catenary::engine::classes
