// SPDX-License-Identifier: Apache-2.0
/// \file
/// Native steps against their formulas: what a formula says of a step of each
/// class must be what the program does, or nothing is proved.
#include <algorithm>

#include "engine/classes/input_classes.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/value/ieee754.h"

namespace catenary::engine::classes {

using logic::Term;
using model::StepOutcome;

namespace {

/// Of NaNs of different bits steps cannot tell one from another.
bool same_value(const model::StateSlot& slot,
                const logic::Value& a,
                const logic::Value& b) {
  if (a == b) return true;
  if (!slot.floating) return false;
  const model::ScalarType type = slot.size == sizeof(float)
                                     ? model::ScalarType::float32
                                     : model::ScalarType::float64;
  return logic::is_nan(model::from_machine_bits(type, a)) &&
         logic::is_nan(model::from_machine_bits(type, b));
}

}  // namespace

std::string InputClasses::start(const Bytes& initial, const std::byte* after) {
  const std::vector<logic::Value> values =
      letter_bits(system_.initial, initial);
  const model::EncodedPart part = follower_.follow_init(values).part;
  logic::Assignment assignment;
  for (std::size_t i = 0; i < values.size(); ++i) {
    assignment.set(follower_.initial()[i], values[i]);
  }
  logic::Evaluator evaluator(assignment);
  const auto value = [&evaluator](Term t) { return evaluator.evaluate(t); };
  const auto unfaithful = value(part.unfaithful);
  if (!unfaithful || unfaithful->as_bool()) {
    return "the initialisation does what has no formula";
  }
  if (std::string one = address(); !one.empty()) return one;
  const auto running = value(part.running);
  bool same = running && running->as_bool() == (after != nullptr);
  const std::vector<model::StateSlot>& slots = follower_.state();
  for (std::size_t k = 0; same && after != nullptr && k < slots.size(); ++k) {
    const auto next = value(part.next[k]);
    same =
        next && same_value(slots[k], *next, model::slot_value(slots[k], after));
  }
  return same ? "" : "the initialisation leads elsewhere than its formula says";
}

bool InputClasses::holds_nan(const std::byte* state) const {
  const std::vector<model::StateSlot>& slots = follower_.state();
  return std::any_of(slots.begin(), slots.end(), [state](const auto& slot) {
    if (!slot.floating) return false;
    const model::ScalarType type = slot.size == sizeof(float)
                                       ? model::ScalarType::float32
                                       : model::ScalarType::float64;
    return logic::is_nan(
        model::from_machine_bits(type, model::slot_value(slot, state)));
  });
}

bool InputClasses::agrees(const Input& input,
                          StepOutcome outcome,
                          const std::uint64_t* hits,
                          const std::byte* after) const {
  // Natively these may come before the end of the step.
  if (input.group == nullptr || outcome == StepOutcome::hung ||
      outcome == StepOutcome::unsupported) {
    return true;
  }
  const Group& group = *input.group;
  const bool runs_on = outcome == StepOutcome::running;
  const auto value = [&](Term t) {
    if (t.is_constant()) return t.value();
    const auto at = std::find(group.open.begin(), group.open.end(), t);
    const auto which = static_cast<std::size_t>(at - group.open.begin());
    return group.classes->values[input.index][which];
  };
  if (value(group.running).as_bool() != runs_on) return false;
  std::vector<std::uint64_t> said(system_.hit_words());
  const auto hit = [&said](std::uint32_t g) {
    said[g / 64] |= std::uint64_t{1} << (g % 64);
  };
  for (const std::uint32_t g : group.path->surely_hit) hit(g);
  for (const auto& [g, t] : group.hits) {
    if (value(t).as_bool()) hit(g);
  }
  if (!std::equal(said.begin(), said.end(), hits)) return false;
  const std::vector<model::StateSlot>& slots = follower_.state();
  for (std::size_t k = 0; runs_on && k < slots.size(); ++k) {
    if (free_[k]) continue;
    if (!same_value(slots[k],
                    value(group.next[k]),
                    model::slot_value(slots[k], after))) {
      return false;
    }
  }
  return true;
}

}  // namespace catenary::engine::classes
