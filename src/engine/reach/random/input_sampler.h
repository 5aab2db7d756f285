// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random inputs: letters drawn from the ranges of variables. Where a variable
/// has too many values for luck, half of the draws are values at which
/// something may change: ends of the range and of classes, constants, numbers
/// of every size.
///
/// That random inputs should mix uniform and special values: Duran and Ntafos,
/// "An Evaluation of Random Testing", IEEE TSE 10(4), 1984 (DOI
/// 10.1109/TSE.1984.5010257), and common practice since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

class InputSampler {
 public:
  /// Requires: the variables were laid out and have ranges; copies them.
  explicit InputSampler(std::span<const model::Variable> variables);

  /// Draws every variable, independently, into a letter. Only values in the
  /// range of its variable; every one of them may come. Cost: some ns each.
  void draw(base::Rng& rng, std::byte* letter) const;

 private:
  /// Integers and truth values are 64 bits of two's complement.
  struct Whole {
    std::size_t offset = 0, size = 0;
    std::uint64_t lo = 0, span = 0;          ///< lo .. lo + span
    bool all_alike = false;                  ///< every value as likely
    std::vector<std::uint64_t> special;      ///< worth trying
    std::vector<std::uint64_t> class_start;  ///< and the end behind the last
  };
  struct Floating {
    std::size_t offset = 0;
    bool single = false;
    double lo = 0, hi = 0;
    std::vector<double> special;
  };

  void add_whole(const model::Variable& v);
  void add_floating(const model::Variable& v);
  static std::uint64_t draw(base::Rng& rng, const Whole& w);
  static double draw(base::Rng& rng, const Floating& f);

  std::vector<Whole> whole_;
  std::vector<Floating> floating_;
};

}  // namespace catenary::engine::reach
