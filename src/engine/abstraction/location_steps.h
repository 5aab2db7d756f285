// SPDX-License-Identifier: Apache-2.0
/// \file
/// The steps of a system from each of its control locations. A location is a
/// value of the control variable, which decides which code runs next.
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

/// A step from a location, with all paths merged.
struct LocationStep {
  /// Over the inputs and all slots but the control variable. EncodedPart::hits
  /// is empty.
  model::EncodedPart part;
  /// Goals that were open and that the step may hit, with the conditions.
  std::vector<std::pair<std::uint32_t, logic::Term>> hits;
  /// The condition of a crash for which the board had no finding.
  logic::Term strange;
  std::vector<bool> reads;    ///< by slot: whether the step depends on it
  std::vector<bool> changes;  ///< by slot: whether the step may change it
  std::vector<logic::Term> variables;  ///< free in these terms; ascending
  /// Locations that the step may lead to; no value if they are not known.
  std::optional<std::set<std::uint64_t>> targets;
};

/// The value of a slot of at most 8 bytes in a packed state.
[[nodiscard]] std::uint64_t bits_in(const model::StateSlot& slot,
                                    const std::byte* state);
/// The same of a bit-vector.
[[nodiscard]] std::uint64_t bits_of(const logic::Value& value);

class LocationSteps {
 public:
  static constexpr std::uint32_t kNone = ExploredStates::kNone;

  /// Chooses the control variable: the slot on which the largest fraction of
  /// the results of `whole` depends; see InputClasses::reads(). Without
  /// a slot on which at least half of them depend, there is no control
  /// variable, and one location holds all states. What `on` refers to must
  /// outlive the object.
  LocationSteps(const Exploring& on,
                const ExploredStates& whole,
                const SampledStates& sample);

  /// The slot of the control variable; kNone if there is none.
  [[nodiscard]] std::uint32_t control() const { return control_; }
  [[nodiscard]] std::uint64_t location_of(const std::byte* state) const;
  /// Whether the slot holds an integer of at most 8 bytes. The control variable
  /// does not count.
  [[nodiscard]] bool is_number(std::uint32_t slot) const {
    return slot != control_ && numbers_[slot];
  }
  [[nodiscard]] const std::vector<model::StateSlot>& slots() const {
    return slots_;
  }
  /// The step from a location. The reference stays valid. Cost: at the first
  /// call for a location that of model::Follower::step_where().
  [[nodiscard]] const LocationStep& of(std::uint64_t location);
  /// The condition that the step leads to the location.
  [[nodiscard]] logic::Term leads_to(const LocationStep& step,
                                     std::uint64_t location);
  /// The condition that `x`, a value of the slot, has these bits.
  [[nodiscard]] logic::Term is(std::uint32_t slot,
                               logic::Term x,
                               std::uint64_t bits);
  /// Asserts what holds before every step: inputs are within their ranges, and
  /// addresses are among StateSlot::values.
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
