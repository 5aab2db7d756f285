// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs transition systems by evaluating their terms, for all sorts: the
/// reference that compiled systems are compared with.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/value/value.h"
#include "model/transition/transition_system.h"

namespace catenary::model {

/// One run. State machine: start(), then step() any number of times.
class TransitionSimulator {
 public:
  /// What one step shows.
  struct Step {
    /// All constraints hold; else the step does not exist, nothing else is set
    /// and the state is what it was.
    bool exists = false;
    /// Indices of goals that hold, ascending.
    std::vector<std::uint32_t> hits;
    /// Indices of properties that do not hold, ascending.
    std::vector<std::uint32_t> violated;
    /// One for each output.
    std::vector<logic::Value> outputs;
  };

  /// The system must outlive the object.
  explicit TransitionSimulator(const TransitionSystem& system);

  /// Sets the state before the first step. `chosen` has a value for each state
  /// variable without initial value, in their order.
  void start(std::span<const logic::Value> chosen);
  /// Takes a step; `inputs` has a value for each input. Cost: linear in the
  /// terms.
  [[nodiscard]] Step step(std::span<const logic::Value> inputs);
  /// One value for each state variable.
  [[nodiscard]] const std::vector<logic::Value>& state() const {
    return state_;
  }

 private:
  const TransitionSystem& system_;
  std::vector<logic::Value> state_;
};

}  // namespace catenary::model
