// SPDX-License-Identifier: Apache-2.0
/// \file
/// Circuits of bit-vector arithmetic, chosen for few gates. All are exact for
/// every input, including division by 0.
#include "logic/smt/circuit/bit_vectors.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::logic::smt {

namespace {

using Signal = Circuit::Signal;

std::size_t constants_in(const Bits& bits) {
  return static_cast<std::size_t>(
      std::count_if(bits.begin(), bits.end(), [](Signal s) {
        return s == Circuit::kTrue || s == Circuit::kFalse;
      }));
}

}  // namespace

Bits BitVectors::invert(Bits a) {
  for (Signal& s : a) s = -s;
  return a;
}

Bits BitVectors::both(const Bits& a, const Bits& b) {
  Bits result;
  result.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    result.push_back(circuit_.conjunction(a[i], b[i]));
  }
  return result;
}

Bits BitVectors::either(const Bits& a, const Bits& b) {
  return invert(both(invert(a), invert(b)));
}

Bits BitVectors::different(const Bits& a, const Bits& b) {
  Bits result;
  result.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    result.push_back(circuit_.exclusive_or(a[i], b[i]));
  }
  return result;
}

Bits BitVectors::choice(Signal condition,
                        const Bits& then,
                        const Bits& otherwise) {
  Bits result;
  result.reserve(then.size());
  for (std::size_t i = 0; i < then.size(); ++i) {
    result.push_back(circuit_.choice(condition, then[i], otherwise[i]));
  }
  return result;
}

Signal BitVectors::equal(const Bits& a, const Bits& b) {
  return is_zero(different(a, b));
}

Signal BitVectors::is_zero(const Bits& a) {
  return circuit_.all_of(invert(a));
}

/// Ripple-carry adder. The carry out of the highest bit is not built.
Bits BitVectors::add(const Bits& a, const Bits& b, Signal carry) {
  CATENARY_CHECK(a.size() == b.size(), "operands of one width");
  Bits sum;
  sum.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Signal half = circuit_.exclusive_or(a[i], b[i]);
    sum.push_back(circuit_.exclusive_or(half, carry));
    if (i + 1 < a.size()) carry = circuit_.majority(a[i], b[i], carry);
  }
  return sum;
}

/// a + !b + 1.
Bits BitVectors::subtract(const Bits& a, const Bits& b) {
  return add(a, invert(b), Circuit::kTrue);
}

Bits BitVectors::negate(const Bits& a) {
  return add(Bits(a.size(), Circuit::kFalse), invert(a), Circuit::kTrue);
}

Bits BitVectors::multiply(const Bits& a, const Bits& b) {
  // The rows are the bits of the operand that has more known ones.
  const bool swap = constants_in(a) > constants_in(b);
  const Bits& rows = swap ? a : b;
  const Bits& row = swap ? b : a;
  const std::size_t width = a.size();
  Bits result(width, Circuit::kFalse);
  for (std::size_t i = 0; i < width; ++i) {
    // A row that is known to be 0 adds nothing.
    if (rows[i] == Circuit::kFalse) continue;
    // Bits below i are final: the partial sum is added at weight 2^i.
    Bits high(result.begin() + static_cast<std::ptrdiff_t>(i), result.end());
    Bits addend;
    addend.reserve(width - i);
    for (std::size_t k = 0; k + i < width; ++k) {
      addend.push_back(circuit_.conjunction(rows[i], row[k]));
    }
    high = add(high, addend);
    std::copy(high.begin(),
              high.end(),
              result.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return result;
}

/// Restoring division, one quotient bit for each round, from the highest: shift
/// the next dividend bit into the remainder, subtract the divisor if it fits.
/// Invariant: rest < divisor before each round (unless the divisor is 0).
const BitVectors::Division& BitVectors::divide(const Bits& a, const Bits& b) {
  const auto [found, is_new] = divisions_.try_emplace({a, b});
  Division& division = found->second;
  if (!is_new) return division;
  const std::size_t width = a.size();
  division.quotient.resize(width);
  // The remainder is less than the divisor, and has no more bits. With a
  // divisor of 0 every subtraction succeeds, which gives what SMT-LIB wants.
  std::size_t bits = width;
  // The shorter remainder is only right for a divisor that is known not to be
  // 0.
  while (bits > 0 && b[bits - 1] == Circuit::kFalse) --bits;
  if (bits == 0 || b[bits - 1] != Circuit::kTrue) bits = width;
  // One bit more, for the remainder doubled.
  Bits rest(bits + 1, Circuit::kFalse);
  Bits divisor(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(bits));
  divisor.push_back(Circuit::kFalse);
  // By a power of two: the remainder consists of the low bits, and no
  // comparison is needed.
  const bool is_power = b[bits - 1] == Circuit::kTrue &&
                        constants_in(b) == width &&
                        std::count(b.begin(), b.end(), Circuit::kTrue) == 1;
  for (std::size_t i = width; i-- > 0;) {
    rest.pop_back();
    rest.insert(rest.begin(), a[i]);
    const Signal fits = is_power ? rest[bits - 1] : -less(rest, divisor);
    division.quotient[i] = fits;
    if (is_power) {
      rest[bits - 1] = Circuit::kFalse;
    } else {
      rest = choice(fits, subtract(rest, divisor), rest);
    }
  }
  rest.resize(width, Circuit::kFalse);
  division.remainder = std::move(rest);
  return division;
}

Bits BitVectors::quotient(const Bits& a, const Bits& b) {
  return divide(a, b).quotient;
}

Bits BitVectors::remainder(const Bits& a, const Bits& b) {
  return divide(a, b).remainder;
}

Bits BitVectors::magnitude(const Bits& a) {
  return choice(a.back(), negate(a), a);
}

/// Truncating division, as the SMT-LIB definition by cases of signs.
Bits BitVectors::signed_quotient(const Bits& a, const Bits& b) {
  const Bits q = quotient(magnitude(a), magnitude(b));
  return choice(circuit_.exclusive_or(a.back(), b.back()), negate(q), q);
}

/// The remainder has the sign of the dividend.
Bits BitVectors::signed_remainder(const Bits& a, const Bits& b) {
  const Bits r = remainder(magnitude(a), magnitude(b));
  return choice(a.back(), negate(r), r);
}

Bits BitVectors::signed_modulo(const Bits& a, const Bits& b) {
  // The remainder has the dividend's sign. If that is not the divisor's, and
  // the remainder is not 0, adding the divisor moves it to the divisor's side.
  const Bits r = signed_remainder(a, b);
  const Signal moved = circuit_.conjunction(
      -is_zero(r), circuit_.exclusive_or(a.back(), b.back()));
  return choice(moved, add(r, b), r);
}

Signal BitVectors::less(const Bits& a, const Bits& b) {
  // The borrow of a - b, bit by bit: set if at least two of !a, b, borrow are.
  Signal borrow = Circuit::kFalse;
  for (std::size_t i = 0; i < a.size(); ++i) {
    borrow = circuit_.majority(-a[i], b[i], borrow);
  }
  return borrow;
}

/// Flipping the sign bits maps signed order to unsigned order.
Signal BitVectors::signed_less(Bits a, Bits b) {
  a.back() = -a.back();
  b.back() = -b.back();
  return less(a, b);
}

/// Reversed bits turn a left shift into a right shift.
Bits BitVectors::shift_left(const Bits& a, const Bits& amount) {
  Bits reversed(a.rbegin(), a.rend());
  reversed = shift_right(reversed, amount, Circuit::kFalse);
  return {reversed.rbegin(), reversed.rend()};
}

/// Barrel shifter: stage k shifts by 2^k if bit k of the amount is set. Higher
/// bits of the amount shift everything out.
Bits BitVectors::shift_right(const Bits& a, const Bits& amount, Signal fill) {
  const std::size_t width = a.size();
  Bits result = a;
  std::size_t stage = 0;
  for (; stage < amount.size() && (std::size_t{1} << stage) < width; ++stage) {
    const std::size_t step = std::size_t{1} << stage;
    Bits shifted = result;
    shifted.erase(shifted.begin(),
                  shifted.begin() + static_cast<std::ptrdiff_t>(step));
    shifted.resize(width, fill);
    result = choice(amount[stage], shifted, result);
  }
  Signal out = Circuit::kFalse;
  for (; stage < amount.size(); ++stage) {
    out = circuit_.disjunction(out, amount[stage]);
  }
  return choice(out, Bits(width, fill), result);
}

}  // namespace catenary::logic::smt
