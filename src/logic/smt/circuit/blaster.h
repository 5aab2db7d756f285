// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bit-blasting: terms of finite sorts as Boolean circuits (e.g. Kroening,
/// Strichman, "Decision Procedures", 2nd edition, 2016, chapter 6).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "logic/smt/circuit/bit_vectors.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/smt/circuit/float_circuits.h"
#include "logic/term/term.h"

namespace catenary::logic::smt {

/// Builds the circuits of terms, common subterms once. The bits of a float are
/// its IEEE representation, in which NaN always has the pattern of logic/value.
class Blaster {
 public:
  /// The circuit must outlive the blaster.
  explicit Blaster(Circuit& circuit);

  /// The bits of a term, lowest first. The bits of a variable are inputs of the
  /// circuit, made when the variable is first met. Throws GaveUp if a term has
  /// no bits (`unsupported`), or if the budget ends. The reference is valid as
  /// long as the blaster. Cost: linear in the dag size, times the cost of the
  /// arithmetic. Not recursive.
  [[nodiscard]] const Bits& bits(Term term, const base::Budget& budget);

  /// The inputs that are a variable's bits; makes them if there are none yet.
  /// For a float these are the raw bits, before NaNs are unified.
  [[nodiscard]] const Bits& variable(Term variable);

  /// Variables met so far, in the order in which they were met.
  [[nodiscard]] const std::vector<Term>& variables() const { return order_; }
  /// Signals that must be true for the values of the variables to be of their
  /// sorts (only enumerators that exist), in the order of the variables. The
  /// caller asserts them.
  [[nodiscard]] const std::vector<Circuit::Signal>& conditions() const {
    return conditions_;
  }

 private:
  /// Throws GaveUp if the budget or its memory is exhausted.
  void check(const base::Budget& budget) const;
  /// The bits of a term whose operands have bits already.
  [[nodiscard]] Bits build(Term term, const base::Budget& budget);
  /// One theory each.
  [[nodiscard]] Bits core(Term term);
  [[nodiscard]] Bits bit_vector(Term term);
  /// Operators of bit-vectors that need no gates.
  [[nodiscard]] Bits rearranged(Term term);
  [[nodiscard]] Bits comparison(Term term);
  [[nodiscard]] Bits floating(Term term, const base::Budget& budget);
  [[nodiscard]] const Bits& at(Term term) const { return done_.at(term.id()); }

  Circuit& circuit_;
  BitVectors arithmetic_;
  FloatCircuits floats_;
  /// By id of the term. For a float variable: with NaNs unified.
  std::unordered_map<std::uint32_t, Bits> done_;
  /// By id of the variable: its raw input bits.
  std::unordered_map<std::uint32_t, Bits> inputs_;
  std::vector<Term> order_;
  std::vector<Circuit::Signal> conditions_;
};

}  // namespace catenary::logic::smt
