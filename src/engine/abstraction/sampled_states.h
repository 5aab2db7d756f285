// SPDX-License-Identifier: Apache-2.0
/// \file
/// A sample of reachable states: those of an exploration and of runs that hit
/// goals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/abstraction/explored_states.h"
#include "engine/classes/letters.h"
#include "model/step/step_system.h"

namespace catenary::engine::abstraction {

/// A slot and the bits of its value.
using SlotValue = std::pair<std::uint32_t, std::uint64_t>;

class SampledStates {
 public:
  /// Takes the states of `whole` and of the runs on the board, each once. Runs
  /// are left out if all of them together would be very long. Everything given
  /// must outlive the object. Requires: nothing is left out of `whole`.
  SampledStates(const Exploring& on, const ExploredStates& whole);

  /// Adds the state after a step from state `from`. Returns its number, which
  /// is that of an equal state if there is one.
  std::size_t add(const std::byte* state,
                  std::size_t from,
                  const classes::Bytes& letter);
  /// The same for a letter of steps(), which is not copied.
  std::size_t add(const std::byte* state,
                  std::size_t from,
                  const classes::Bytes* letter);

  [[nodiscard]] std::size_t size() const { return states_.size(); }
  /// The packed bytes of a state.
  [[nodiscard]] const std::byte* state(std::size_t s) const {
    return reinterpret_cast<const std::byte*>(states_[s]->data());
  }
  /// Steps of runs on the board: the state before the step, and the letter.
  [[nodiscard]] const std::vector<
      std::pair<std::size_t, const classes::Bytes*>>&
  steps() const {
    return steps_;
  }
  /// A run that leads to the state.
  [[nodiscard]] model::Trace run_to(std::size_t s) const;
  /// Whether in all states the value of `b` is a function of that of `a`.
  [[nodiscard]] bool is_function(const model::StateSlot& a,
                                 const model::StateSlot& b) const;

 private:
  struct Origin {
    enum class Kind : std::uint8_t { whole, run, step };
    Kind kind = Kind::whole;
    /// By kind: the state of `whole`, the number of steps of the run, or the
    /// state before the step.
    std::size_t number = 0;
    std::uint32_t goal = 0;  ///< Kind::run: the goal whose run it is
    const classes::Bytes* letter = nullptr;
  };
  std::size_t add(const std::byte* state, Origin origin);
  void add_run(std::uint32_t goal, model::Stepper& stepper);

  Exploring on_;
  const ExploredStates& whole_;
  std::size_t bytes_ = 0;  ///< of a state
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<const std::string*> states_;
  std::vector<Origin> origins_;
  std::set<classes::Bytes> letters_;
  std::vector<std::pair<std::size_t, const classes::Bytes*>> steps_;
};

}  // namespace catenary::engine::abstraction
