// SPDX-License-Identifier: Apache-2.0
/// \file
/// One float operator as a circuit, made by Z3.
#pragma once

#include "base/budget.h"
#include "logic/smt/circuit/bit_vectors.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/term/term.h"

namespace catenary::logic::smt {

/// `inputs`: the bits of the first operand, then those of the next; floats in
/// their IEEE representation.
struct FloatOperator {
  Circuit circuit;
  Bits inputs;
  Bits outputs;
};

/// Whether Z3 4.8.12 is right about rounding to and from a format: one of IEEE
/// 754's binary formats, bfloat16, or that of 80 bits. Its circuits for formats
/// of fewer exponent bits give wrong results close to subnormal numbers, or
/// none at all.
[[nodiscard]] bool is_reliable(const Sort& format);

/// The circuit of the operator of an application, for any operands of the
/// sorts of its operands. Throws GaveUp where Z3 does, or the budget ends, and
/// for formats that are not is_reliable().
[[nodiscard]] FloatOperator float_operator(Term application,
                                           const base::Budget& budget);

}  // namespace catenary::logic::smt
