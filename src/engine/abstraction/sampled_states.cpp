// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/sampled_states.h"
#include "model/step/letter.h"

#include <algorithm>
#include <memory>
#include <string_view>

namespace catenary::engine::abstraction {

using model::StepOutcome;

namespace {

constexpr std::size_t kMostSteps = 200'000;

}  // namespace

SampledStates::SampledStates(const Exploring& on, const ExploredStates& whole)
    : on_(on), whole_(whole) {
  const std::unique_ptr<model::Stepper> stepper = on.system().factory->make();
  bytes_ = std::max<std::size_t>(stepper->state_bytes(), 1);
  for (std::uint32_t s = 0; s < whole.size(); ++s) {
    (void)add(whole.state(s), {Origin::Kind::whole, s, 0, nullptr});
  }
  std::size_t steps = 0;
  for (std::uint32_t g = 0; g < on.board.goal_count(); ++g) {
    const auto& trace = on.board.goal(g).trace;
    if (!trace || steps + trace->steps.size() > kMostSteps) continue;
    steps += trace->steps.size();
    add_run(g, *stepper);
  }
}

std::size_t SampledStates::add(const std::byte* state, Origin origin) {
  const auto [at, fresh] = numbers_.try_emplace(
      std::string(reinterpret_cast<const char*>(state), bytes_),
      states_.size());
  if (fresh) {
    states_.push_back(&at->first);
    origins_.push_back(origin);
  }
  return at->second;
}

std::size_t SampledStates::add(const std::byte* state,
                               std::size_t from,
                               const classes::Bytes& letter) {
  return add(state, from, &*letters_.insert(letter).first);
}

std::size_t SampledStates::add(const std::byte* state,
                               std::size_t from,
                               const classes::Bytes* letter) {
  return add(state, {Origin::Kind::step, from, 0, letter});
}

void SampledStates::add_run(std::uint32_t goal, model::Stepper& stepper) {
  const model::StepSystem& system = on_.system();
  const model::Trace& run = *on_.board.goal(goal).trace;
  StepOutcome outcome = stepper.reset(
      model::letter_with(
          system.initial, run.initial, system.initial_letter_bytes())
          .data());
  classes::Bytes state(bytes_);
  classes::Bytes next(bytes_);
  if (outcome == StepOutcome::running) stepper.save(state.data());
  for (std::size_t i = 0; outcome == StepOutcome::running; ++i) {
    const std::size_t s =
        add(state.data(), {Origin::Kind::run, i, goal, nullptr});
    if (i == run.steps.size()) return;
    const classes::Bytes letter =
        model::letter_with(system.inputs, run.steps[i], system.letter_bytes());
    steps_.emplace_back(s, &*letters_.insert(letter).first);
    base::WorkClock::charge(stepper.step_price() + stepper.take_loop_price());
    outcome = stepper.step_from(state.data(), letter.data(), next.data());
    state.swap(next);
  }
}

model::Trace SampledStates::run_to(std::size_t s) const {
  std::vector<const classes::Bytes*> steps;
  while (origins_[s].kind == Origin::Kind::step) {
    steps.push_back(origins_[s].letter);
    s = origins_[s].number;
  }
  const Origin& from = origins_[s];
  model::Trace run;
  if (from.kind == Origin::Kind::whole) {
    run = whole_.run_to(static_cast<std::uint32_t>(from.number));
  } else {
    run = *on_.board.goal(from.goal).trace;
    run.steps.resize(from.number);
  }
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    run.steps.push_back(model::values_in(on_.system().inputs, (*step)->data()));
  }
  return run;
}

bool SampledStates::is_function(const model::StateSlot& a,
                                const model::StateSlot& b) const {
  const auto part = [](const std::string& state, const model::StateSlot& slot) {
    return std::string_view(state).substr(slot.offset, slot.size);
  };
  std::unordered_map<std::string_view, std::string_view> values;
  return std::all_of(states_.begin(), states_.end(), [&](const std::string* s) {
    const auto [at, fresh] = values.try_emplace(part(*s, a), part(*s, b));
    return at->second == part(*s, b);
  });
}

}  // namespace catenary::engine::abstraction
