// SPDX-License-Identifier: Apache-2.0
/// \file
/// The novelty of a state: whether it has a value that was not seen before
/// together with a certain behaviour.
///
/// Method: novelty of width one over a partition of the states, after
/// Lipovetzky and Geffner, "Best-First Width Search: Exploration and
/// Exploitation in Classical Planning", AAAI 2017. Here the partition is not
/// given, but observed: two states are in the same part if each input changes
/// the same units of both. So a counter that rises in one mode of a system is
/// seen to rise there, however many other counters there are. The number of
/// novel states is a sum over the counters and not a product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/reach/state_units.h"

namespace catenary::engine::reach {

/// A set of 64-bit fingerprints with a maximal size. Nothing is removed.
class FingerprintSet {
 public:
  /// Room for `most` fingerprints. Memory grows with their number.
  explicit FingerprintSet(std::uint64_t most);

  /// Adds a fingerprint. Returns whether it was not in the set; also false if
  /// the set is full.
  bool insert(std::uint64_t fingerprint);
  /// Fingerprints in the set.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  /// Doubles the table.
  void grow();
  std::uint64_t most_;
  std::uint64_t size_ = 0;
  /// Open addressing with linear probing; 0 = free.
  std::vector<std::uint64_t> slots_;
};

/// Decides what is novel about states. Two facts may have the same fingerprint,
/// with a probability of about facts^2 / 2^65. A novel state then passes for an
/// old one, which costs the search time and never a state.
class Novelty {
 public:
  /// The lane of states with nothing novel.
  static constexpr std::uint32_t kNothing = 0;

  /// `most_facts`: facts that are remembered at most; 16 bytes each.
  Novelty(std::vector<StateUnit> units, std::uint64_t most_facts);

  /// Number of lanes: kNothing and one for each unit, lanes 1 .. units.
  [[nodiscard]] std::uint32_t lanes() const {
    return static_cast<std::uint32_t>(units_.size() + 1);
  }

  /// Observes a step of letter `letter` between two states and returns the
  /// behaviour of the first state so far. `behaviour` is 0 before the first
  /// observed step of a state, and the last returned value after that; the
  /// letters must come in the same order for every state. Cost: some ns for
  /// each unit.
  [[nodiscard]] std::uint64_t observe(std::uint64_t behaviour,
                                      std::uint32_t letter,
                                      const std::byte* from,
                                      const std::byte* to);

  /// The lane of a state that was found by `letter` from a state with this
  /// behaviour. It is the lane of a unit whose value is new for this behaviour
  /// and letter; of several such units, the one with the fewest values seen so
  /// far. kNothing if there is none. The values of the state are known
  /// afterwards. Requires: the step was observed. Cost: some 10 ns for each
  /// unit that ever changed.
  [[nodiscard]] std::uint32_t lane_of(std::uint64_t behaviour,
                                      std::uint32_t letter,
                                      const std::byte* state);

 private:
  /// The units of a state.
  std::vector<StateUnit> units_;
  /// Indices of the units that ever changed, in the order in which they did.
  std::vector<std::uint32_t> varying_;
  /// For each unit, the number of values seen; 0 = it never changed.
  std::vector<std::uint64_t> values_;
  /// Facts that were seen: (unit, value), and (behaviour, letter, unit, value).
  FingerprintSet facts_;
};

}  // namespace catenary::engine::reach
