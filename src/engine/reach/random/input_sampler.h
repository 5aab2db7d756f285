// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random inputs: letters drawn from the ranges of the variables. If a variable
/// has too many values for uniform draws to find the interesting ones, half of
/// the draws are special values: ends of the range and of input equivalence
/// classes, constants of the program, and numbers of every magnitude.
///
/// Mixing uniform with special values in random testing: Duran and Ntafos, "An
/// Evaluation of Random Testing", IEEE TSE 10(4), 1984 (DOI
/// 10.1109/TSE.1984.5010257), and common practice since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "base/work_clock.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// The parameter `one_in` of InputSampler::vary() for one run: 1 for half of
/// the runs, all of whose inputs are new in each step, and else 8 or 64. Inputs
/// that stay for some time are what counters, filters and timeouts need:
/// Matinnejad, Nejati, Briand and Bruckmann, "Test Generation and Test
/// Prioritization for Simulink Models with Dynamic Behavior", IEEE TSE 45(9),
/// 2019 (DOI 10.1109/TSE.2018.2811489).
[[nodiscard]] std::uint64_t random_change_interval(base::Rng& rng);

/// Draws letters of one alphabet. Immutable after construction, so that threads
/// may share it; the random numbers come from the caller.
class InputSampler {
 public:
  /// Copies what it needs. Requires: the variables were laid out, and each has
  /// a range and at least one value in its domain.
  explicit InputSampler(std::span<const model::Variable> variables);

  /// Draws every variable independently and writes the values into `letter`.
  /// Each value is in the range of its variable, and each value of the range
  /// has a positive probability (floats: up to rounding). Cost: some ns for
  /// each variable.
  void draw(base::Rng& rng, std::byte* letter) const;
  /// The same, but each variable is drawn with the probability 1 / `one_in`
  /// only, and else keeps its value in `previous`, which may be `letter`. With
  /// 1 it takes the same random numbers as draw(). Requires: one_in >= 1.
  void vary(base::Rng& rng,
            std::uint64_t one_in,
            const std::byte* previous,
            std::byte* letter) const;
  /// The price of that on the clock of work. Whoever draws charges it.
  [[nodiscard]] base::WorkClock::duration price() const;

 private:
  /// An integer or Boolean variable, as 64 bits of two's complement. Values are
  /// kept as distances from `lo`, which are ordered like the values.
  struct Whole {
    /// Position and bytes in the letter.
    std::size_t offset = 0, size = 0;
    /// The range is lo .. lo + span.
    std::uint64_t lo = 0, span = 0;
    /// The domain is the whole range without classes: draw uniformly.
    bool all_alike = false;
    /// Distances of values that are worth trying, ascending.
    std::vector<std::uint64_t> special;
    /// Distances of the first value of each class. A class ends before the next
    /// one, the last one with the range.
    std::vector<std::uint64_t> class_start;
  };
  /// A variable of type float or double.
  struct Floating {
    /// Position in the letter.
    std::size_t offset = 0;
    /// 4 bytes (float) and not 8 (double).
    bool single = false;
    /// The range. Infinite ends are not expected.
    double lo = 0, hi = 0;
    /// Values that are worth trying; never empty.
    std::vector<double> special;
  };

  /// Prepares an integer or Boolean variable.
  void add_whole(const model::Variable& v);
  /// Prepares a floating-point variable.
  void add_floating(const model::Variable& v);
  /// One value, as 64 bits.
  static std::uint64_t draw(base::Rng& rng, const Whole& w);
  /// One value.
  static double draw(base::Rng& rng, const Floating& f);
  /// Draws a value into its place in the letter.
  static void write(base::Rng& rng, const Whole& w, std::byte* letter);
  static void write(base::Rng& rng, const Floating& f, std::byte* letter);

  std::vector<Whole> whole_;
  std::vector<Floating> floating_;
};

}  // namespace catenary::engine::reach
