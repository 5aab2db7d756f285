// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seeded randomness that gives the same numbers on every platform.
///
/// Generator: xoshiro256** (Blackman, Vigna, "Scrambled linear pseudorandom
/// number generators", ACM TOMS 47(4), 2021, DOI 10.1145/3460772), its state
/// filled by splitmix64. Ranges are mapped here and not by <random>, whose
/// distributions differ between standard libraries.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace catenary::base {

/// One stream of numbers. Copies continue independently with equal numbers.
class Rng {
 public:
  using result_type = std::uint64_t;

  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = splitmix(seed);
  }

  /// A stream for part `index` of a work that was split up: depends on the
  /// seed and the index only, never on who draws first.
  static Rng of_task(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t mixed = index;
    return Rng(seed ^ splitmix(mixed));
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return next(); }

  /// 64 uniform bits.
  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in 0 .. bound - 1. Requires: bound > 0 (checked).
  std::uint64_t below(std::uint64_t bound) {
    CATENARY_CHECK(bound > 0, "an empty range has no random element");
    const std::uint64_t partial = (std::uint64_t{0} - bound) % bound;
    std::uint64_t drawn = next();
    while (drawn < partial) drawn = next();
    return drawn % bound;
  }

  /// Uniform in lo .. hi, both included. Requires: lo <= hi (checked).
  std::int64_t in_range(std::int64_t lo, std::int64_t hi) {
    CATENARY_CHECK(lo <= hi, "an empty range has no random element");
    const std::uint64_t span =
        static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
    const std::uint64_t drawn = span == max() ? next() : below(span + 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + drawn);
  }

  /// Uniform in [0, 1): a multiple of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// True in `numerator` of `denominator` cases.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) {
    return below(denominator) < numerator;
  }

  /// Puts a random-access container into a uniformly random order.
  template <typename Container>
  void shuffle(Container& items) {
    for (std::size_t n = items.size(); n > 1; --n) {
      using std::swap;
      swap(items[n - 1], items[static_cast<std::size_t>(below(n))]);
    }
  }

 private:
  static std::uint64_t splitmix(std::uint64_t& x) {
    x += 0x9e3779b97f4a7c15U;
    std::uint64_t z = x;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace catenary::base
