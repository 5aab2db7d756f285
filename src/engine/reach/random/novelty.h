// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is new about a state: which value, seen with which behaviour.
///
/// Method: novelty of width one over a partition of the states, after
/// Lipovetzky and Geffner, "Best-First Width Search: Exploration and
/// Exploitation in Classical Planning", AAAI 2017. The partition is not given:
/// two states are in the same part where each input changes the same places of
/// both. So a counter that rises in one mode of a system is seen to rise there,
/// however many other counters there are, and the number of states that are
/// new is a sum over the counters, not a product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/reach/state_units.h"

namespace catenary::engine::reach {

/// A set of fingerprints of fixed size that forgets nothing and may be full.
class FingerprintSet {
 public:
  /// Room for about `most` fingerprints, taken as they come.
  explicit FingerprintSet(std::uint64_t most);

  /// Whether it was not in the set; false where the set is full.
  bool insert(std::uint64_t fingerprint);
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  void grow();
  std::uint64_t most_;
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> slots_;  ///< 0 = free
};

/// Tells what is new. Different facts may have the same fingerprint, with a
/// probability of about facts^2 / 2^65; then something new is not seen as such,
/// which costs a search its direction and nothing else.
class Novelty {
 public:
  /// The lane of states with nothing new.
  static constexpr std::uint32_t kNothing = 0;

  /// `most_facts`: what is remembered at most, 16 bytes each.
  Novelty(std::vector<StateUnit> units, std::uint64_t most_facts);

  /// Lanes are numbered 0 .. lanes() - 1; all but kNothing belong to a unit.
  [[nodiscard]] std::uint32_t lanes() const {
    return static_cast<std::uint32_t>(units_.size() + 1);
  }

  /// A step of letter `letter` from one state to another, for the behaviour of
  /// the first: `behaviour` is 0 before the first step, then what the last call
  /// returned. Cost: some ns a unit.
  [[nodiscard]] std::uint64_t observe(std::uint64_t behaviour,
                                      std::uint32_t letter,
                                      const std::byte* from,
                                      const std::byte* to);

  /// The lane of a state found by `letter` from a state of this behaviour:
  /// that of a unit whose value is new there, the one with the fewest values
  /// seen so far, or kNothing. Requires: the step was observed. Cost: some 10
  /// ns for each unit that ever changed.
  [[nodiscard]] std::uint32_t lane_of(std::uint64_t behaviour,
                                      std::uint32_t letter,
                                      const std::byte* state);

 private:
  std::vector<StateUnit> units_;
  std::vector<std::uint32_t> varying_;  ///< units that ever changed
  std::vector<std::uint64_t>
      values_;  ///< of each unit, seen; 0 = never changed
  FingerprintSet facts_;
};

}  // namespace catenary::engine::reach
