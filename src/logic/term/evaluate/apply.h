// SPDX-License-Identifier: Apache-2.0
/// \file
/// One operator applied to values: the semantics of every operator, from which
/// both the evaluator and the constant folding of the simplifier draw.
///
/// The reference for all other implementations of the operators: solvers,
/// circuits and the printer of SMT-LIB are tested against it.
#pragma once

#include <span>

#include "logic/term/term.h"

namespace catenary::logic {

/// The value of `op` on `operands`; `sort` is that of the result. Total:
/// results that SMT-LIB leaves open are fixed as op.h says. Requires: a
/// well-sorted application, but not of a quantifier. Cost: that of exact
/// arithmetic on the operands.
[[nodiscard]] Value apply(Op op,
                          const Sort& sort,
                          const Indices& indices,
                          std::span<const Value> operands);

// The same for the operators of one theory; `v` are the operands.

/// Core and arrays; not const_array, whose sort is needed.
[[nodiscard]] Value apply_core(Op op, std::span<const Value> v);
/// Ints and Reals, by the sort of the first operand.
[[nodiscard]] Value apply_arithmetic(Op op, std::span<const Value> operands);
/// Bit-vectors; `sort` gives the width of the result.
[[nodiscard]] Value apply_bitvec(Op op,
                                 const Sort& sort,
                                 const Indices& indices,
                                 std::span<const Value> v);
/// Floating point; `sort` gives the format or width of the result.
[[nodiscard]] Value apply_float(Op op,
                                const Sort& sort,
                                const Indices& indices,
                                std::span<const Value> v);

}  // namespace catenary::logic
