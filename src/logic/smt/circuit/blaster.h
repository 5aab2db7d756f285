// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms of finite sorts as circuits.
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

/// Builds the circuits of terms, common subterms once. The bits of a float
/// are its IEEE representation, NaN always the one that logic/value has.
class Blaster {
 public:
  /// The circuit must outlive the blaster.
  explicit Blaster(Circuit& circuit);

  /// The bits of a variable are inputs of the circuit, made where they first
  /// occur. Throws GaveUp where a term is not of bits (unsupported), or the
  /// budget ends. Cost: linear in the dag size, times what the arithmetic
  /// costs. Not recursive.
  [[nodiscard]] const Bits& bits(Term term, const base::Budget& budget);

  /// The inputs that are a variable's bits, before NaNs are made one; makes
  /// them where there are none yet.
  [[nodiscard]] const Bits& variable(Term variable);

  /// Variables met so far, in this order.
  [[nodiscard]] const std::vector<Term>& variables() const { return order_; }
  /// Signals that must be true for the values of the variables to be of their
  /// sorts (enumerators that exist), in the order of the variables.
  [[nodiscard]] const std::vector<Circuit::Signal>& conditions() const {
    return conditions_;
  }

 private:
  void check(const base::Budget& budget) const;
  [[nodiscard]] Bits build(Term term, const base::Budget& budget);
  [[nodiscard]] Bits core(Term term);
  [[nodiscard]] Bits bit_vector(Term term);
  [[nodiscard]] Bits comparison(Term term);
  [[nodiscard]] Bits floating(Term term, const base::Budget& budget);
  [[nodiscard]] const Bits& at(Term term) const { return done_.at(term.id()); }

  Circuit& circuit_;
  BitVectors arithmetic_;
  FloatCircuits floats_;
  std::unordered_map<std::uint32_t, Bits> done_;
  std::unordered_map<std::uint32_t, Bits> inputs_;
  std::vector<Term> order_;
  std::vector<Circuit::Signal> conditions_;
};

}  // namespace catenary::logic::smt
