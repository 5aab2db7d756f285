// SPDX-License-Identifier: Apache-2.0
/// \file
/// One float operator as a circuit, made by Z3's bit-blaster.
#pragma once

#include "base/budget.h"
#include "logic/smt/circuit/bit_vectors.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/term/term.h"

namespace catenary::logic::smt {

/// A circuit for one operator. `inputs` are the bits of the first operand, then
/// those of the next; floats are in their IEEE representation, lowest bit
/// first.
struct FloatOperator {
  Circuit circuit;
  Bits inputs;
  /// The bits of the result in the same form.
  Bits outputs;
};

/// Whether Z3 4.8.12 rounds to and from a format correctly: IEEE 754's
/// binary16, 32, 64 and 128, bfloat16, and the x87 format of 80 bits. Its
/// circuits for formats of fewer exponent bits give wrong results close to
/// subnormal numbers, or none at all.
[[nodiscard]] bool is_reliable(const Sort& format);

/// The circuit of the operator of `application`, for any operands of the same
/// sorts. Throws GaveUp if Z3 does or the budget ends, and for formats that are
/// not is_reliable(). Cost: one run of Z3's tactics; the circuit of a division
/// is large.
[[nodiscard]] FloatOperator float_operator(Term application,
                                           const base::Budget& budget);

/// The same, made once in each thread and kept to its end: searches make many
/// solvers, each of which needs the same few operators. Valid as long.
[[nodiscard]] const FloatOperator& known_float_operator(
    Term application, const base::Budget& budget);

}  // namespace catenary::logic::smt
