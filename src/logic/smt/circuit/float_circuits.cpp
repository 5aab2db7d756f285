// SPDX-License-Identifier: Apache-2.0
/// \file
/// Float operators that only look at fields, and the replay of Z3's circuits
/// for the others.
#include "logic/smt/circuit/float_circuits.h"

#include <algorithm>
#include <string>

#include "base/check.h"
#include "logic/smt/circuit/float_operator.h"
#include "logic/smt/circuit/float_remainder.h"
#include "logic/smt/solver.h"
#include "logic/value/ieee754.h"

namespace catenary::logic::smt {

namespace {

using Signal = Circuit::Signal;

/// The parts of a representation, lowest bits first.
struct Fields {
  Bits fraction, exponent, magnitude;
  Signal sign;
};

/// Takes a representation apart; `magnitude` is all but the sign.
Fields split(const Sort& format, const Bits& x) {
  const auto begin = x.begin();
  const auto fraction =
      begin + static_cast<std::ptrdiff_t>(format.significand_bits() - 1);
  return {Bits(begin, fraction),
          Bits(fraction, x.end() - 1),
          Bits(begin, x.end() - 1),
          x.back()};
}

/// Tests of one representation. Repeated tests share their gates.
class Looks {
 public:
  Looks(Circuit& circuit, BitVectors& arithmetic, Fields fields)
      : circuit_(circuit), arithmetic_(arithmetic), f_(std::move(fields)) {}

  Signal exponent_is_largest() { return circuit_.all_of(f_.exponent); }
  Signal exponent_is_zero() { return arithmetic_.is_zero(f_.exponent); }
  Signal fraction_is_zero() { return arithmetic_.is_zero(f_.fraction); }
  Signal is_nan() {
    return circuit_.conjunction(exponent_is_largest(), -fraction_is_zero());
  }
  Signal is_zero() { return arithmetic_.is_zero(f_.magnitude); }

 private:
  Circuit& circuit_;
  BitVectors& arithmetic_;
  Fields f_;
};

/// The pattern of the one NaN as constants.
Bits nan_signals(const Sort& format) {
  const FloatFormat f(format);
  const mpz_class nan = f.nan_bits();
  Bits result;
  for (std::uint32_t i = 0; i < f.width(); ++i) {
    result.push_back(Circuit::constant(mpz_tstbit(nan.get_mpz_t(), i) != 0));
  }
  return result;
}

}  // namespace

Bits FloatCircuits::canonical(const Sort& format, const Bits& raw) {
  Looks looks(circuit_, arithmetic_, split(format, raw));
  return arithmetic_.choice(looks.is_nan(), nan_signals(format), raw);
}

/// abs and neg change the sign bit. NaN keeps its sign, which is positive, so
/// that it stays the one NaN.
Bits FloatCircuits::fields(Op op, const Sort& format, const Bits& x) {
  Looks looks(circuit_, arithmetic_, split(format, x));
  Bits result = x;
  result.back() = op == Op::fp_abs
                      ? Circuit::kFalse
                      : circuit_.conjunction(-x.back(), -looks.is_nan());
  return result;
}

Signal FloatCircuits::classify(Op op, const Sort& format, const Bits& x) {
  Looks looks(circuit_, arithmetic_, split(format, x));
  switch (op) {
    case Op::fp_is_nan:
      return looks.is_nan();
    case Op::fp_is_infinite:
      return circuit_.conjunction(looks.exponent_is_largest(),
                                  looks.fraction_is_zero());
    case Op::fp_is_zero:
      return looks.is_zero();
    case Op::fp_is_subnormal:
      return circuit_.conjunction(looks.exponent_is_zero(),
                                  -looks.fraction_is_zero());
    case Op::fp_is_normal:
      return circuit_.conjunction(-looks.exponent_is_largest(),
                                  -looks.exponent_is_zero());
    case Op::fp_is_negative:
      return circuit_.conjunction(x.back(), -looks.is_nan());
    default:
      return circuit_.conjunction(-x.back(), -looks.is_nan());
  }
}

Signal FloatCircuits::compare(Op op,
                              const Sort& format,
                              const Bits& x,
                              const Bits& y) {
  if (op == Op::fp_gt) return compare(Op::fp_lt, format, y, x);
  if (op == Op::fp_ge) return compare(Op::fp_le, format, y, x);
  const Fields a = split(format, x);
  const Fields b = split(format, y);
  Looks of_a(circuit_, arithmetic_, a);
  Looks of_b(circuit_, arithmetic_, b);
  // Comparisons are false if an operand is NaN.
  const Signal numbers = circuit_.conjunction(-of_a.is_nan(), -of_b.is_nan());
  const Signal zeros = circuit_.conjunction(of_a.is_zero(), of_b.is_zero());
  const Signal equal = circuit_.disjunction(arithmetic_.equal(x, y), zeros);
  if (op == Op::fp_eq) return circuit_.conjunction(numbers, equal);
  // With one sign the magnitudes decide, in reverse order for negative numbers;
  // with different signs the negative number is less. Zeros of unlike signs are
  // equal, which is corrected below.
  const Signal up = arithmetic_.less(a.magnitude, b.magnitude);
  const Signal down = arithmetic_.less(b.magnitude, a.magnitude);
  const Signal one_sign = circuit_.choice(a.sign, down, up);
  const Signal less =
      circuit_.choice(circuit_.exclusive_or(a.sign, b.sign), a.sign, one_sign);
  const Signal ordered = op == Op::fp_lt ? circuit_.conjunction(less, -zeros)
                                         : circuit_.disjunction(less, equal);
  return circuit_.conjunction(numbers, ordered);
}

Bits FloatCircuits::round(Term application,
                          std::span<const Bits> operands,
                          const base::Budget& budget) {
  const FloatOperator& known = known_float_operator(application, budget);
  Bits values;
  for (const Bits& bits : operands) {
    values.insert(values.end(), bits.begin(), bits.end());
  }
  return replay(known.circuit, known.inputs, known.outputs, values, circuit_);
}

Bits FloatCircuits::remainder(const Sort& format,
                              const Bits& x,
                              const Bits& y) {
  // The integers of float_remainder() have about 2^exponent_bits bits.
  if (format.exponent_bits() > 8) {
    throw GaveUp(Unknown::unsupported,
                 "'fp.rem' of a format larger than single precision");
  }
  const Fields a = split(format, x);
  const Fields b = split(format, y);
  const Remainder found =
      float_remainder(circuit_, arithmetic_, format, a.magnitude, b.magnitude);
  Bits result = found.magnitude;
  result.push_back(circuit_.exclusive_or(a.sign, found.other_sign));
  Looks of_x(circuit_, arithmetic_, a);
  Looks of_y(circuit_, arithmetic_, b);
  // NaN for an infinite or NaN first operand, and for a second operand that is
  // 0 or NaN. For an infinite second operand the result is the first one.
  const Signal none =
      circuit_.disjunction(of_x.exponent_is_largest(),
                           circuit_.disjunction(of_y.is_zero(), of_y.is_nan()));
  result = arithmetic_.choice(of_y.exponent_is_largest(), x, result);
  return arithmetic_.choice(none, nan_signals(format), result);
}

Bits FloatCircuits::apply(Term application,
                          std::span<const Bits> operands,
                          const base::Budget& budget) {
  const Op op = application.op();
  const Sort& format = application[0].sort();
  const Bits& x = operands[0];
  switch (op) {
    case Op::fp_abs:
    case Op::fp_neg:
      return fields(op, format, x);
    case Op::fp_to_bits:
      return x;
    case Op::fp_from_bits:
      return canonical(application.sort(), x);
    case Op::fp_min:
    case Op::fp_max: {
      const Bits& y = operands[1];
      const Signal x_is_nan = classify(Op::fp_is_nan, format, x);
      const Signal y_is_nan = classify(Op::fp_is_nan, format, y);
      const Op order = op == Op::fp_min ? Op::fp_lt : Op::fp_gt;
      // x if it is a number and precedes y, or if y is NaN. Two zeros are not
      // ordered, so that the second is taken.
      const Signal takes_x = circuit_.conjunction(
          -x_is_nan,
          circuit_.disjunction(y_is_nan, compare(order, format, x, y)));
      return arithmetic_.choice(takes_x, x, y);
    }
    default:
      break;
  }
  if (op >= Op::fp_eq && op <= Op::fp_ge) {
    return {compare(op, format, x, operands[1])};
  }
  if (op >= Op::fp_is_normal && op <= Op::fp_is_positive) {
    return {classify(op, format, x)};
  }
  if (op == Op::fp_from_real || op == Op::fp_to_real) {
    throw GaveUp(Unknown::unsupported,
                 std::string("'") + info(op).smtlib + "' takes or gives Reals");
  }
  if (op == Op::fp_rem) return remainder(format, x, operands[1]);
  return round(application, operands, budget);
}

}  // namespace catenary::logic::smt
