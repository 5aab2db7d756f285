// SPDX-License-Identifier: Apache-2.0
#include "model/transition/simulator.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::model {

TransitionSimulator::TransitionSimulator(const TransitionSystem& system)
    : system_(system) {}

void TransitionSimulator::start(std::span<const logic::Value> chosen) {
  logic::Assignment values;
  state_.clear();
  std::size_t next = 0;
  for (const TransitionSystem::State& s : system_.states) {
    if (s.init.valid()) {
      state_.push_back(*logic::Evaluator(values).evaluate(s.init));
    } else {
      CATENARY_CHECK(next < chosen.size(), "a value for each open state");
      state_.push_back(chosen[next++]);
    }
    values.set(s.variable, state_.back());
  }
}

TransitionSimulator::Step TransitionSimulator::step(
    std::span<const logic::Value> inputs) {
  CATENARY_CHECK(inputs.size() == system_.inputs.size() &&
                     state_.size() == system_.states.size(),
                 "a started run and a value for each input");
  logic::Assignment values;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    values.set(system_.inputs[i].variable, inputs[i]);
  }
  for (std::size_t i = 0; i < state_.size(); ++i) {
    values.set(system_.states[i].variable, state_[i]);
  }
  logic::Evaluator evaluator(values);
  const auto holds = [&](const TransitionSystem::Named& n) {
    return evaluator.evaluate(n.term)->as_bool();
  };
  Step out;
  if (!std::ranges::all_of(system_.constraints, holds)) return out;
  out.exists = true;
  for (std::uint32_t g = 0; g < system_.goals.size(); ++g) {
    if (holds(system_.goals[g])) out.hits.push_back(g);
  }
  for (std::uint32_t p = 0; p < system_.properties.size(); ++p) {
    if (!holds(system_.properties[p])) out.violated.push_back(p);
  }
  for (const TransitionSystem::Named& o : system_.outputs) {
    out.outputs.push_back(*evaluator.evaluate(o.term));
  }
  std::vector<logic::Value> after;
  for (const TransitionSystem::State& s : system_.states) {
    after.push_back(*evaluator.evaluate(s.next));
  }
  state_ = std::move(after);
  return out;
}

}  // namespace catenary::model
