// SPDX-License-Identifier: Apache-2.0
/// \file
/// The remainder by integer division. With the smallest positive number as the
/// unit, every finite number is an integer of precision + 2^exponent_bits - 3
/// bits; x - y * n is one as well, and needs no rounding.
#include "logic/smt/circuit/float_remainder.h"

namespace catenary::logic::smt {

namespace {

using Signal = Circuit::Signal;

/// Between floats and integers in units of the smallest positive number.
class FixedPoint {
 public:
  FixedPoint(Circuit& circuit, BitVectors& arithmetic, const Sort& format)
      : circuit_(circuit),
        arithmetic_(arithmetic),
        exponent_bits_(format.exponent_bits()),
        precision_(format.significand_bits()) {}

  /// One bit more than the largest number has, to be doubled.
  [[nodiscard]] std::size_t width() const {
    return precision_ + (std::size_t{1} << exponent_bits_);
  }

  /// significand * 2^(exponent - 1), or the fraction for subnormal numbers.
  Bits integer(const Bits& magnitude) {
    const auto split =
        magnitude.begin() + static_cast<std::ptrdiff_t>(precision_ - 1);
    const Bits exponent(split, magnitude.end());
    const Signal normal = -arithmetic_.is_zero(exponent);
    Bits significand(magnitude.begin(), split);
    significand.push_back(normal);
    significand.resize(width(), Circuit::kFalse);
    // Shifted by the exponent less 1, and not at all where it is 0.
    Bits less_one(exponent_bits_, Circuit::kTrue);
    less_one = arithmetic_.add(exponent, less_one);
    const Bits zero(exponent_bits_, Circuit::kFalse);
    return arithmetic_.shift_left(significand,
                                  arithmetic_.choice(normal, less_one, zero));
  }

  /// The inverse of integer(): normalises by a barrel shifter. Shifts right by
  /// 2^k, from large to small, as long as that leaves a significand of the full
  /// precision.
  /// Requires: a number of the format.
  Bits magnitude(Bits integer) {
    Bits shift(exponent_bits_, Circuit::kFalse);
    for (std::size_t k = exponent_bits_; k-- > 0;) {
      const std::size_t step = std::size_t{1} << k;
      Signal large = Circuit::kFalse;
      // Bits from precision + step on: a shift by `step` is possible.
      for (std::size_t i = precision_ + step - 1; i < integer.size(); ++i) {
        large = circuit_.disjunction(large, integer[i]);
      }
      Bits shifted(integer.begin() + static_cast<std::ptrdiff_t>(step),
                   integer.end());
      shifted.resize(integer.size(), Circuit::kFalse);
      integer = arithmetic_.choice(large, shifted, integer);
      shift[k] = large;
    }
    // A full significand means a normal number; its exponent is the shift plus
    // 1. Otherwise the number is subnormal, and the exponent is 0.
    const Signal normal = integer[precision_ - 1];
    const Bits zero(exponent_bits_, Circuit::kFalse);
    const Bits exponent = arithmetic_.choice(
        normal, arithmetic_.add(shift, zero, Circuit::kTrue), zero);
    integer.resize(precision_ - 1);
    integer.insert(integer.end(), exponent.begin(), exponent.end());
    return integer;
  }

 private:
  Circuit& circuit_;
  BitVectors& arithmetic_;
  std::size_t exponent_bits_;
  std::size_t precision_;
};

}  // namespace

Remainder float_remainder(Circuit& circuit,
                          BitVectors& arithmetic,
                          const Sort& format,
                          const Bits& x,
                          const Bits& y) {
  FixedPoint fixed(circuit, arithmetic, format);
  const Bits a = fixed.integer(x);
  const Bits b = fixed.integer(y);
  // Whether the truncated quotient is odd decides ties.
  const Signal odd = arithmetic.quotient(a, b)[0];
  const Bits rest = arithmetic.remainder(a, b);
  Bits twice{Circuit::kFalse};
  twice.insert(twice.end(), rest.begin(), rest.end() - 1);
  // The next multiple of y is nearer, or as near and even: then the result is b
  // - rest, with the other sign.
  const Signal above = arithmetic.less(b, twice);
  const Signal tie = circuit.conjunction(arithmetic.equal(b, twice), odd);
  const Signal next = circuit.disjunction(above, tie);
  const Bits other = arithmetic.subtract(b, rest);
  return {fixed.magnitude(arithmetic.choice(next, other, rest)), next};
}

}  // namespace catenary::logic::smt
