// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random well-sorted terms and assignments for property tests, decoded from
/// a tape of numbers, so that a property-testing library can shrink them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"

namespace catenary::logic::testing {

/// Numbers that decide; 0 for ever after the last one.
class Tape {
 public:
  explicit Tape(std::vector<std::uint32_t> numbers)
      : numbers_(std::move(numbers)) {}
  [[nodiscard]] std::uint32_t below(std::size_t limit);
  [[nodiscard]] bool at_end() const { return next_ >= numbers_.size(); }

 private:
  std::vector<std::uint32_t> numbers_;
  std::size_t next_ = 0;
};

struct Options {
  bool quantifiers = true;
  /// Floats of few bits only, for solvers that bit-blast.
  bool small_floats = false;
  /// Half precision and bfloat16 only: Z3 4.8.12 is wrong about rounding in
  /// smaller formats, unless all operands are constants.
  bool half_floats = false;
  /// Arrays over a finite index sort. Z3 4.8.12 takes some that differ only
  /// where neither stores anything for equal.
  bool finite_arrays = true;
};

/// Terms of all sorts over two variables of each.
class RandomTerms {
 public:
  RandomTerms(TermManager& manager, Tape& tape, Options options);

  /// Adds one application; false where the tape chose one that needs operands
  /// there are none of.
  bool grow();
  bool grow(Op op);  ///< The same for an operator.

  /// Every application built, in order.
  [[nodiscard]] const std::vector<Term>& built() const { return built_; }
  [[nodiscard]] const std::vector<Term>& variables() const {
    return variables_;
  }
  [[nodiscard]] Term any(const Sort& sort);  ///< a term of that sort
  [[nodiscard]] Assignment assignment();

 private:
  void add(Term t);
  [[nodiscard]] Term any_of(SortKind kind);
  [[nodiscard]] Term any_term();
  Term make(Op op);
  Term make_bitvec(Op op);
  Term make_float(Op op);
  Term make_quantifier(Op op);

  TermManager& manager_;
  Tape& tape_;
  Options options_;
  std::vector<Sort> sorts_;
  std::vector<Term> all_;
  std::vector<Term> built_;
  std::vector<Term> variables_;
};

[[nodiscard]] Value random_value(const Sort& sort, Tape& tape);

}  // namespace catenary::logic::testing
