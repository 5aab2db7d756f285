// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic on bits, lowest first: what the SMT-LIB theory
/// FixedSizeBitVectors has, as circuits (ripple carries, barrel shifters,
/// restoring division; e.g. Ercegovac, Lang, "Digital Arithmetic", 2004).
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "logic/smt/circuit/circuit.h"

namespace catenary::logic::smt {

using Bits = std::vector<Circuit::Signal>;

/// Operands of one call have one width, which is the result's.
class BitVectors {
 public:
  using Signal = Circuit::Signal;

  /// The circuit must outlive this.
  explicit BitVectors(Circuit& circuit) : circuit_(circuit) {}

  [[nodiscard]] static Bits invert(Bits a);
  [[nodiscard]] Bits both(const Bits& a, const Bits& b);
  [[nodiscard]] Bits either(const Bits& a, const Bits& b);
  [[nodiscard]] Bits different(const Bits& a, const Bits& b);
  [[nodiscard]] Bits choice(Signal condition,
                            const Bits& then,
                            const Bits& otherwise);
  [[nodiscard]] Signal equal(const Bits& a, const Bits& b);
  [[nodiscard]] Signal is_zero(const Bits& a);

  [[nodiscard]] Bits add(const Bits& a,
                         const Bits& b,
                         Signal carry = Circuit::kFalse);
  [[nodiscard]] Bits subtract(const Bits& a, const Bits& b);
  [[nodiscard]] Bits negate(const Bits& a);
  [[nodiscard]] Bits multiply(const Bits& a, const Bits& b);
  /// By 0: all ones, and the dividend.
  [[nodiscard]] Bits quotient(const Bits& a, const Bits& b);
  [[nodiscard]] Bits remainder(const Bits& a, const Bits& b);
  // Two's complement, as SMT-LIB's bvsdiv, bvsrem, bvsmod.
  [[nodiscard]] Bits signed_quotient(const Bits& a, const Bits& b);
  [[nodiscard]] Bits signed_remainder(const Bits& a, const Bits& b);
  [[nodiscard]] Bits signed_modulo(const Bits& a, const Bits& b);

  [[nodiscard]] Signal less(const Bits& a, const Bits& b);
  [[nodiscard]] Signal signed_less(Bits a, Bits b);

  [[nodiscard]] Bits shift_left(const Bits& a, const Bits& amount);
  /// `fill` comes in from above.
  [[nodiscard]] Bits shift_right(const Bits& a,
                                 const Bits& amount,
                                 Signal fill);

 private:
  struct Division {
    Bits quotient, remainder;
  };
  [[nodiscard]] const Division& divide(const Bits& a, const Bits& b);
  [[nodiscard]] Bits magnitude(const Bits& a);

  Circuit& circuit_;
  std::map<std::pair<Bits, Bits>, Division> divisions_;
};

}  // namespace catenary::logic::smt
