// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps of a system from each of its control locations: the values of the one
/// variable that says which code runs next.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/abstraction/explored_states.h"
#include "engine/abstraction/sampled_states.h"
#include "logic/smt/solver.h"
#include "logic/term/term.h"
#include "model/step/encoding.h"

namespace catenary::engine::abstraction {

/// What a step from a location may do, all paths merged.
struct LocationStep {
  /// Over the variables of the other slots and of the inputs; without `hits`.
  model::EncodedPart part;
  /// Of goals that were open, where they are not false.
  std::vector<std::pair<std::uint32_t, logic::Term>> hits;
  /// Crashes that the board had no finding of.
  logic::Term strange;
  std::vector<bool> reads;             ///< slots that it depends on
  std::vector<bool> changes;           ///< slots
  std::vector<logic::Term> variables;  ///< ascending
  /// Locations that it may lead to; nothing where any may be one.
  std::optional<std::set<std::uint64_t>> targets;
};

/// The value of a slot of at most 8 bytes in a packed state.
[[nodiscard]] std::uint64_t bits_in(const model::StateSlot& slot,
                                    const std::byte* state);
[[nodiscard]] std::uint64_t bits_of(const logic::Value& value);

class LocationSteps {
 public:
  static constexpr std::uint32_t kNone = ExploredStates::kNone;

  /// The control variable is the one that most of what `whole` found of steps
  /// depends on; there is none where that is less than half, and one location.
  /// What is given must outlive it.
  LocationSteps(const Exploring& on,
                const ExploredStates& whole,
                const SampledStates& sample);

  [[nodiscard]] std::uint32_t control() const { return control_; }  ///< slot
  [[nodiscard]] std::uint64_t location_of(const std::byte* state) const;
  /// Slots that hold numbers; not the control variable.
  [[nodiscard]] bool is_number(std::uint32_t slot) const {
    return slot != control_ && numbers_[slot];
  }
  [[nodiscard]] const std::vector<model::StateSlot>& slots() const {
    return slots_;
  }
  /// Valid for good. Cost: the first time that of model::Follower::step_where.
  [[nodiscard]] const LocationStep& of(std::uint64_t location);
  /// It may lead there.
  [[nodiscard]] logic::Term leads_to(const LocationStep& step,
                                     std::uint64_t location);
  /// A value of a slot.
  [[nodiscard]] logic::Term is(std::uint32_t slot,
                               logic::Term x,
                               std::uint64_t bits);
  /// What holds before every step: inputs are within their ranges, addresses
  /// among those that there are.
  void demand(logic::smt::Solver& solver);

 private:
  void choose(const ExploredStates& whole, const SampledStates& sample);
  [[nodiscard]] logic::Term strange(const model::EncodedPart& part);

  Exploring on_;
  logic::TermManager& terms_;
  const std::vector<model::StateSlot>& slots_;
  std::vector<bool> numbers_;
  std::uint32_t control_ = kNone;
  std::unordered_map<std::uint64_t, LocationStep> steps_;
};

}  // namespace catenary::engine::abstraction
