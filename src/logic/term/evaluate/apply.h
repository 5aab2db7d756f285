// SPDX-License-Identifier: Apache-2.0
/// \file
/// One operator applied to values: the meaning of every operator, from which
/// the evaluator and the simplifier's constant folding both draw.
#pragma once

#include <span>

#include "logic/term/term.h"

namespace catenary::logic {

/// The value of `op` on `operands`. `sort` is that of the result. Requires: a
/// well-sorted application, other than of a quantifier.
[[nodiscard]] Value apply(Op op,
                          const Sort& sort,
                          const Indices& indices,
                          std::span<const Value> operands);

// The same for the operators of one theory; `v` are the operands.
[[nodiscard]] Value apply_core(Op op, std::span<const Value> v);
[[nodiscard]] Value apply_arithmetic(Op op, std::span<const Value> operands);
[[nodiscard]] Value apply_bitvec(Op op,
                                 const Sort& sort,
                                 const Indices& indices,
                                 std::span<const Value> v);
[[nodiscard]] Value apply_float(Op op,
                                const Sort& sort,
                                const Indices& indices,
                                std::span<const Value> v);

}  // namespace catenary::logic
