// SPDX-License-Identifier: Apache-2.0
/// \file
/// The IEEE remainder as a circuit: x - y * n for the integer n nearest to x /
/// y, ties to even.
///
/// Z3 4.8.12's own circuit is wrong for subnormal numbers. This one converts
/// both numbers to integers, in units of the smallest positive number, and
/// divides those.
#pragma once

#include "logic/smt/circuit/bit_vectors.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/value/value.h"

namespace catenary::logic::smt {

/// The result of float_remainder(): the magnitude bits (all but the sign), and
/// whether the sign differs from that of the first operand. A magnitude of 0
/// has the first operand's sign.
struct Remainder {
  Bits magnitude;
  Circuit::Signal other_sign;
};
/// Builds the remainder of two finite numbers, the second not 0, from their
/// magnitude bits. Cost: gates quadratic in 2^exponent_bits.
[[nodiscard]] Remainder float_remainder(Circuit& circuit,
                                        BitVectors& arithmetic,
                                        const Sort& format,
                                        const Bits& x,
                                        const Bits& y);

}  // namespace catenary::logic::smt
