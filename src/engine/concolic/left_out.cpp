// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/left_out.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "engine/concolic/letters.h"

namespace catenary::engine::concolic {

using model::StepOutcome;

namespace {

constexpr std::size_t kMostSteps = 200'000;

/// States that there are.
class Sample {
 public:
  Sample(const Exploring& on, const ExploredStates& whole)
      : on_(on), stepper_(on.system().factory->make()) {
    const std::size_t bytes = std::max<std::size_t>(stepper_->state_bytes(), 1);
    for (std::uint32_t s = 0; s < whole.size(); ++s) {
      states_.emplace_back(whole.state(s), whole.state(s) + bytes);
    }
    Bytes state(bytes);
    std::size_t steps = 0;
    for (std::uint32_t g = 0; g < on.board.goal_count(); ++g) {
      const auto& trace = on.board.goal(g).trace;
      if (!trace || steps + trace->steps.size() > kMostSteps) continue;
      steps += trace->steps.size();
      add_run(*trace, state);
    }
  }

  /// Whether `b` has one value for each that `a` has.
  [[nodiscard]] bool is_function(const model::StateSlot& a,
                                 const model::StateSlot& b) const {
    std::unordered_map<std::string_view, std::string_view> values;
    return std::all_of(states_.begin(), states_.end(), [&](const Bytes& s) {
      const auto [at, fresh] = values.try_emplace(part(s, a), part(s, b));
      return at->second == part(s, b);
    });
  }

 private:
  [[nodiscard]] static std::string_view part(const Bytes& state,
                                             const model::StateSlot& slot) {
    return {reinterpret_cast<const char*>(state.data()) + slot.offset,
            slot.size};
  }

  void add_run(const model::Trace& trace, Bytes& state) {
    const model::StepSystem& system = on_.system();
    StepOutcome outcome = stepper_->reset(
        letter_with(
            system.initial, trace.initial, system.initial_letter_bytes())
            .data());
    for (const std::vector<logic::Value>& values : trace.steps) {
      if (outcome != StepOutcome::running) return;
      stepper_->save(state.data());
      states_.push_back(state);
      const Bytes letter =
          letter_with(system.inputs, values, system.letter_bytes());
      outcome = stepper_->step_from(
          states_.back().data(), letter.data(), state.data());
      if (outcome == StepOutcome::running) stepper_->load(state.data());
    }
  }

  Exploring on_;
  std::unique_ptr<model::Stepper> stepper_;
  std::vector<Bytes> states_;
};

}  // namespace

std::vector<bool> rarely_read(const Exploring& on,
                              const ExploredStates& whole,
                              double rarely) {
  const std::vector<double> reads = whole.classes().reads();
  const std::vector<model::StateSlot>& slots = whole.classes().slots();
  std::vector<bool> out(slots.size(), false);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    // A byte may be a truth value, which is not any number.
    const bool can =
        !slots[k].address && !slots[k].floating && slots[k].size > 1;
    out[k] = can && (rarely >= 1 || reads[k] < rarely);
  }
  if (rarely >= 1) return out;
  const Sample sample(on, whole);
  const std::vector<bool> rare = out;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!rare[k] || reads[k] == 0) continue;
    for (std::size_t by = 0; by < slots.size() && out[k]; ++by) {
      out[k] = rare[by] || !sample.is_function(slots[by], slots[k]);
    }
  }
  return out;
}

}  // namespace catenary::engine::concolic
