// SPDX-License-Identifier: Apache-2.0
/// \file
/// States that there are: of an exploration, and of runs that hit goals.
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

/// A slot, and the bits that it has.
using SlotValue = std::pair<std::uint32_t, std::uint64_t>;

class SampledStates {
 public:
  /// States of `whole` and of the runs on the board, each once; not of all of
  /// these where they are very long. What is given must outlive it. Requires:
  /// `whole` leaves nothing out.
  SampledStates(const Exploring& on, const ExploredStates& whole);

  /// The state after a step from `from`; its number, of an equal one where
  /// there is one.
  std::size_t add(const std::byte* state,
                  std::size_t from,
                  const classes::Bytes& letter);
  /// The same, by one of steps().
  std::size_t add(const std::byte* state,
                  std::size_t from,
                  const classes::Bytes* letter);

  [[nodiscard]] std::size_t size() const { return states_.size(); }
  /// Packed.
  [[nodiscard]] const std::byte* state(std::size_t s) const {
    return reinterpret_cast<const std::byte*>(states_[s]->data());
  }
  /// Steps of runs on the board: from which state, and by which inputs.
  [[nodiscard]] const std::vector<
      std::pair<std::size_t, const classes::Bytes*>>&
  steps() const {
    return steps_;
  }
  /// A run that leads there.
  [[nodiscard]] model::Trace run_to(std::size_t s) const;
  /// Whether `b` has one value for each that `a` has.
  [[nodiscard]] bool is_function(const model::StateSlot& a,
                                 const model::StateSlot& b) const;

 private:
  struct Origin {
    enum class Kind : std::uint8_t { whole, run, step };
    Kind kind = Kind::whole;
    /// State of `whole`; steps of the run; state before the step.
    std::size_t number = 0;
    std::uint32_t goal = 0;  ///< of the run
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
