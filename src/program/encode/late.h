// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a result depends on a value that is not fixed: bytes that nobody
/// wrote, and the bits of NaNs, which differ from machine to machine.
///
/// Method: dynamic taint as a condition (compare Schwartz, Avgerinos and
/// Brumley, "All You Ever Wanted to Know about Dynamic Taint Analysis", S&P
/// 2010). A choice is tainted where its condition or the chosen branch is; a
/// conjunction where a tainted operand is not made irrelevant by an operand
/// that is false; any other operator where an operand is.
#pragma once

#include <unordered_map>
#include <vector>

#include "program/encode/term/builder.h"

namespace catenary::program {

/// Which property of a term is of interest.
enum class Look : std::uint8_t {
  /// Its value.
  exact,
  /// The float that the bits are: one NaN is as good as another.
  as_float
};

/// Computes, for terms of one encoding, the conditions under which they are not
/// fixed. Results are cached, so one object should be used for all terms.
class Taint {
 public:
  /// `unknowns`: variables that may have any value. `floats`: variables with
  /// the bits of floats, in which a NaN has no fixed bits. The builder must
  /// outlive it.
  Taint(TermBuilder& b,
        const std::vector<logic::Term>& unknowns,
        const std::vector<logic::Term>& floats);

  /// A Boolean term: where the value of `t` is not fixed. False means that it
  /// always is. Cost: linear in the size of the term, once for all terms asked
  /// for. Not recursive, so depth does not matter.
  [[nodiscard]] logic::Term of(logic::Term t, Look look);

 private:
  /// A term to visit, and how it is looked at.
  struct Visit {
    logic::Term term;
    Look look;
  };
  /// Unique for a visit: the term's number and the look.
  static std::uint64_t key(const Visit& v);
  /// The operands, and how the operator looks at them.
  [[nodiscard]] std::vector<Visit> parts(const Visit& v) const;
  /// Taint of a term from those of its parts().
  [[nodiscard]] logic::Term combine(const Visit& v,
                                    const std::vector<logic::Term>& of_parts);
  [[nodiscard]] logic::Term junction(logic::Term t,
                                     const std::vector<logic::Term>& of_parts);

  TermBuilder& b_;
  // Results by key(); also the leaves that the constructor is given.
  std::unordered_map<std::uint64_t, logic::Term> done_;
};

}  // namespace catenary::program
