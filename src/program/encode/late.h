// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a result depends on what has no fixed value: on bytes that nobody
/// wrote, and on the bits of NaNs, which differ from machine to machine.
///
/// Method: taint as a condition. A choice is tainted where its condition is or
/// the branch it takes is, a conjunction where a tainted operand is not made
/// irrelevant by one that is false, any other operator where an operand is.
#pragma once

#include <unordered_map>
#include <vector>

#include "program/encode/term/builder.h"

namespace catenary::program {

/// What of a term is of interest.
enum class Look : std::uint8_t {
  exact,
  /// The bits of a float: one NaN is as good as another.
  as_float
};

class Taint {
 public:
  /// `unknowns`: variables that may have any value; `floats`: bits of floats
  /// whose NaNs have no fixed bits.
  Taint(TermBuilder& b,
        const std::vector<logic::Term>& unknowns,
        const std::vector<logic::Term>& floats);

  /// Where the value of the term is not fixed. Cost: linear in its size, once
  /// for all terms asked for. Not recursive.
  [[nodiscard]] logic::Term of(logic::Term t, Look look);

 private:
  struct Visit {
    logic::Term term;
    Look look;
  };
  static std::uint64_t key(const Visit& v);
  [[nodiscard]] std::vector<Visit> parts(const Visit& v) const;
  [[nodiscard]] logic::Term combine(const Visit& v,
                                    const std::vector<logic::Term>& of_parts);
  [[nodiscard]] logic::Term junction(logic::Term t,
                                     const std::vector<logic::Term>& of_parts);

  TermBuilder& b_;
  std::unordered_map<std::uint64_t, logic::Term> done_;
};

}  // namespace catenary::program
