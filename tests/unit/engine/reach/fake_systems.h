// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems for tests: a function from packed state and letter to packed
/// state, hits and outcome, with inputs that are small ranges of integers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/step/step_system.h"

namespace catenary::engine::reach::test {

/// What a fake step or initialisation does; starts as `running`, no hits.
struct Effect {
  model::StepOutcome outcome = model::StepOutcome::running;
  std::vector<std::uint32_t> hits;
  std::string text;
  std::uint64_t loops = 0;  ///< iterations, each of 2 ns
};

/// `state` is changed in place; `inputs` has one number for each variable.
using StepFunction = std::function<Effect(std::vector<std::uint8_t>& state,
                                          const std::vector<int>& inputs)>;

struct FakeProgram {
  std::size_t state_bytes = 1;
  std::size_t goals = 0;
  StepFunction init;  ///< state is all zero before
  StepFunction step;
  /// Whether a chain may end in a state; none = in every state.
  std::function<bool(const std::vector<std::uint8_t>&)> final_state;
};

class FakeStepper final : public model::Stepper {
 public:
  FakeStepper(std::shared_ptr<const FakeProgram> program,
              std::size_t inputs,
              std::size_t initial)
      : program_(std::move(program)),
        state_(program_->state_bytes),
        hits_((program_->goals + 63) / 64),
        inputs_(inputs),
        initial_(initial) {}

  std::size_t state_bytes() const override { return state_.size(); }
  model::StepOutcome reset(const std::byte* letter) override {
    std::fill(state_.begin(), state_.end(), 0);
    return run(program_->init, letter, initial_);
  }
  model::StepOutcome step(const std::byte* letter) override {
    return run(program_->step, letter, inputs_);
  }
  void save(std::byte* packed) const override {
    std::copy_n(
        state_.data(), state_.size(), reinterpret_cast<std::uint8_t*>(packed));
  }
  void load(const std::byte* packed) override {
    std::copy_n(reinterpret_cast<const std::uint8_t*>(packed),
                state_.size(),
                state_.data());
  }
  void limit_loops(std::uint64_t iterations) override {
    most_loops_ = iterations;
  }
  base::WorkClock::duration take_loop_price() override {
    return base::WorkClock::duration(
        2 * static_cast<std::int64_t>(std::exchange(loops_, 0)));
  }
  const std::uint64_t* hits() const override { return hits_.data(); }
  bool at_final() override {
    return !program_->final_state || program_->final_state(state_);
  }
  logic::Value output(std::size_t) override {
    return logic::Value::integer(state_[0]);
  }
  Event event() const override { return {text_, {}}; }

 private:
  model::StepOutcome run(const StepFunction& function,
                         const std::byte* letter,
                         std::size_t count) {
    std::vector<int> values(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::int32_t v;
      std::memcpy(&v, letter + 4 * i, sizeof v);
      values[i] = v;
    }
    std::fill(hits_.begin(), hits_.end(), 0);
    Effect effect;
    if (function) effect = function(state_, values);
    loops_ += std::min(effect.loops, most_loops_);
    if (effect.loops > most_loops_) return model::StepOutcome::discarded;
    for (const std::uint32_t goal : effect.hits) {
      hits_[goal / 64] |= std::uint64_t{1} << (goal % 64);
    }
    text_ = effect.text;
    return effect.outcome;
  }

  std::shared_ptr<const FakeProgram> program_;
  std::vector<std::uint8_t> state_;
  std::vector<std::uint64_t> hits_;
  std::size_t inputs_;
  std::size_t initial_;
  std::string text_;
  std::uint64_t most_loops_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t loops_ = 0;  ///< since take_loop_price()
};

class FakeFactory final : public model::StepperFactory {
 public:
  FakeFactory(std::shared_ptr<const FakeProgram> program,
              std::size_t inputs,
              std::size_t initial)
      : program_(std::move(program)), inputs_(inputs), initial_(initial) {}
  std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<FakeStepper>(program_, inputs_, initial_);
  }

 private:
  std::shared_ptr<const FakeProgram> program_;
  std::size_t inputs_;
  std::size_t initial_;
};

/// An int32 variable with the values 0 .. count - 1.
inline model::Variable small_range(const std::string& name, int count) {
  model::Variable v;
  v.name = name;
  v.type = model::ScalarType::int32;
  v.lo = logic::Value::integer(0);
  v.hi = logic::Value::integer(count - 1);
  v.has_range = true;
  for (int i = 0; i < count; ++i) v.domain.push_back(logic::Value::integer(i));
  return v;
}

/// A system around `program`: one input for each entry of `inputs`, which says
/// how many values it has, likewise `initial`; one output, the first byte of
/// the state; goals g0, g1, ….
inline model::StepSystem make_system(FakeProgram program,
                                     const std::vector<int>& inputs,
                                     const std::vector<int>& initial = {}) {
  model::StepSystem system;
  system.name = "fake";
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    system.inputs.push_back(small_range("i" + std::to_string(i), inputs[i]));
  }
  for (std::size_t i = 0; i < initial.size(); ++i) {
    system.initial.push_back(small_range("s" + std::to_string(i), initial[i]));
  }
  model::Variable out = small_range("out", 256);
  out.type = model::ScalarType::int32;
  system.outputs.push_back(out);
  for (std::size_t g = 0; g < program.goals; ++g) {
    model::Goal goal;
    goal.id = "g" + std::to_string(g);
    system.goals.push_back(goal);
  }
  system.any_state_final = !program.final_state;
  system.lay_out();
  system.factory = std::make_shared<FakeFactory>(
      std::make_shared<const FakeProgram>(std::move(program)),
      inputs.size(),
      initial.size());
  return system;
}

}  // namespace catenary::engine::reach::test
