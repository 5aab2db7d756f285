// SPDX-License-Identifier: Apache-2.0
/// \file
/// The IEEE remainder as a circuit: x - y * n for the integer n nearest to
/// x / y, ties to even. Z3 4.8.12's own circuit is wrong for subnormal
/// numbers, so this one divides the numbers as integers, in units of the
/// smallest one.
#pragma once

#include "logic/smt/circuit/bit_vectors.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/value/value.h"

namespace catenary::logic::smt {

/// The magnitude bits (all but the sign) of the remainder of two finite
/// numbers, the second not 0, from their magnitude bits; and whether its sign
/// is not the first one's. A magnitude of 0 has the first one's sign.
struct Remainder {
  Bits magnitude;
  Circuit::Signal other_sign;
};
/// Cost: gates quadratic in 2^exponent_bits.
[[nodiscard]] Remainder float_remainder(Circuit& circuit,
                                        BitVectors& arithmetic,
                                        const Sort& format,
                                        const Bits& x,
                                        const Bits& y);

}  // namespace catenary::logic::smt
