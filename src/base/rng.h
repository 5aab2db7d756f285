// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seeded pseudo-random numbers that are the same on every platform.
///
/// Generator: xoshiro256** (Blackman, Vigna, "Scrambled linear pseudorandom
/// number generators", ACM TOMS 47(4), 2021, DOI 10.1145/3460772), its state
/// filled by splitmix64. Ranges are mapped here and not by <random>, whose
/// distributions differ between standard libraries. Not for cryptography.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace catenary::base {

/// One stream of numbers: a value type of 32 bytes. A copy continues
/// independently with equal numbers. Not thread-safe; give each thread a stream
/// of its own, see of_task().
class Rng {
 public:
  /// For the requirements of a uniform random bit generator in <random>.
  using result_type = std::uint64_t;

  /// Any seed is good, also 0: splitmix64 never fills the state with zeros
  /// only.
  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = splitmix(seed);
  }

  /// A stream for part `index` of a work that is split up. It depends on the
  /// seed and the index only, never on the order in which threads draw, so that
  /// results do not depend on the number of threads.
  static Rng of_task(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t mixed = index;
    return Rng(seed ^ splitmix(mixed));
  }

  /// The interface that <random> and <algorithm> expect.
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return next(); }

  /// 64 uniform bits: one step of xoshiro256**.
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

  /// Uniform in 0 .. bound - 1, without modulo bias. Requires: bound > 0
  /// (checked). Cost: one number, on average less than two.
  std::uint64_t below(std::uint64_t bound) {
    CATENARY_CHECK(bound > 0, "an empty range has no random element");
    // 2^64 mod bound. Numbers below it are rejected, so that the rest of the
    // range is a multiple of `bound` long and each residue equally likely.
    const std::uint64_t partial = (std::uint64_t{0} - bound) % bound;
    std::uint64_t drawn = next();
    while (drawn < partial) drawn = next();
    return drawn % bound;
  }

  /// Uniform in lo .. hi, both included; the whole range of the type is
  /// allowed. Requires: lo <= hi (checked).
  std::int64_t in_range(std::int64_t lo, std::int64_t hi) {
    CATENARY_CHECK(lo <= hi, "an empty range has no random element");
    // Unsigned arithmetic: hi - lo may exceed the largest signed number.
    const std::uint64_t span =
        static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
    const std::uint64_t drawn = span == max() ? next() : below(span + 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + drawn);
  }

  /// Uniform in [0, 1): a multiple of 2^-53, so that every result is exact.
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// True in `numerator` of `denominator` cases. Requires: denominator > 0
  /// (checked). 0 of anything is never true.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) {
    return below(denominator) < numerator;
  }

  /// Puts a random-access container into a uniformly random order (Fisher-Yates
  /// shuffle, in Durstenfeld's form). Cost: one number per element.
  template <typename Container>
  void shuffle(Container& items) {
    for (std::size_t n = items.size(); n > 1; --n) {
      using std::swap;
      swap(items[n - 1], items[static_cast<std::size_t>(below(n))]);
    }
  }

 private:
  // One step of splitmix64 (Steele, Lea, Flood, OOPSLA 2014, DOI
  // 10.1145/2660193.2660195): advances x and returns a mixed copy of it.
  static std::uint64_t splitmix(std::uint64_t& x) {
    x += 0x9e3779b97f4a7c15U;
    std::uint64_t z = x;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  /// Never all zero, which would be a fixpoint of the generator.
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace catenary::base
