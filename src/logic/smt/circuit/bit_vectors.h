// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic on bits, lowest first: the operators of the SMT-LIB theory
/// FixedSizeBitVectors as circuits.
///
/// Textbook circuits: ripple-carry adders, barrel shifters, restoring division
/// (e.g. Ercegovac, Lang, "Digital Arithmetic", 2004). They have few gates
/// rather than little depth, which is what a SAT solver wants.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "logic/smt/circuit/circuit.h"

namespace catenary::logic::smt {

/// The bits of a word, the lowest first.
using Bits = std::vector<Circuit::Signal>;

/// Builds arithmetic into one circuit. The operands of one call have one width,
/// which is the result's. Constants among the bits are propagated by the
/// circuit.
class BitVectors {
 public:
  using Signal = Circuit::Signal;

  /// The circuit must outlive this.
  explicit BitVectors(Circuit& circuit) : circuit_(circuit) {}

  /// Bitwise not, and, or, exclusive or.
  [[nodiscard]] static Bits invert(Bits a);
  [[nodiscard]] Bits both(const Bits& a, const Bits& b);
  [[nodiscard]] Bits either(const Bits& a, const Bits& b);
  [[nodiscard]] Bits different(const Bits& a, const Bits& b);
  /// condition ? then : otherwise, bit by bit.
  [[nodiscard]] Bits choice(Signal condition,
                            const Bits& then,
                            const Bits& otherwise);
  /// One signal; true if all bits agree.
  [[nodiscard]] Signal equal(const Bits& a, const Bits& b);
  [[nodiscard]] Signal is_zero(const Bits& a);

  /// Modulo 2^width. `carry` is added, too.
  [[nodiscard]] Bits add(const Bits& a,
                         const Bits& b,
                         Signal carry = Circuit::kFalse);
  [[nodiscard]] Bits subtract(const Bits& a, const Bits& b);
  /// Two's complement: 0 - a.
  [[nodiscard]] Bits negate(const Bits& a);
  /// Shift and add; quadratically many gates.
  [[nodiscard]] Bits multiply(const Bits& a, const Bits& b);
  /// Unsigned division. Division by 0 is as in SMT-LIB: the quotient is all
  /// ones, the remainder is the dividend.
  [[nodiscard]] Bits quotient(const Bits& a, const Bits& b);
  [[nodiscard]] Bits remainder(const Bits& a, const Bits& b);
  // Two's complement, with the results of SMT-LIB's bvsdiv, bvsrem and bvsmod.
  // Truncating division and its remainder; the modulo has the divisor's sign.
  [[nodiscard]] Bits signed_quotient(const Bits& a, const Bits& b);
  [[nodiscard]] Bits signed_remainder(const Bits& a, const Bits& b);
  [[nodiscard]] Bits signed_modulo(const Bits& a, const Bits& b);

  /// Strictly less, as unsigned and as signed numbers.
  [[nodiscard]] Signal less(const Bits& a, const Bits& b);
  [[nodiscard]] Signal signed_less(Bits a, Bits b);

  /// Shifts by any amount; an amount of the width or more shifts all bits out.
  [[nodiscard]] Bits shift_left(const Bits& a, const Bits& amount);
  /// `fill` comes in from above: kFalse for a logical, the sign for an
  /// arithmetic shift.
  [[nodiscard]] Bits shift_right(const Bits& a,
                                 const Bits& amount,
                                 Signal fill);

 private:
  /// Results of one division, computed together.
  struct Division {
    Bits quotient, remainder;
  };
  /// The division of these operands, built once: x / y and x % y share gates.
  [[nodiscard]] const Division& divide(const Bits& a, const Bits& b);
  /// The absolute value; the smallest number is its own.
  [[nodiscard]] Bits magnitude(const Bits& a);

  Circuit& circuit_;
  std::map<std::pair<Bits, Bits>, Division> divisions_;
};

}  // namespace catenary::logic::smt
