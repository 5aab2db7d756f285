// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops with a large, constant number of iterations: what they compute as a
/// closed form, so that they need not be unwound.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace catenary::program {

/// Replaces loops by their final values. A loop is replaced if it
///  - has one exit, taken after a constant number of more than 1,000
///    iterations, by LLVM's scalar evolution;
///  - neither reads nor writes memory, and cannot trap;
///  - leaves values behind that do not change in it, that scalar evolution
///    knows (sums of powers of the number of iterations), or that follow
///    x' = a * x + b, x' = x | b or x' = x & b, where a and b do not change.
/// The values are exact: all arithmetic wraps. x' = a * x + b is an affine
/// function, of which the n-th iterate is computed by repeated squaring; scalar
/// evolution is after Bachmann, Wang and Zima, "Chains of Recurrences", ISSAC
/// 1994, doi:10.1145/190347.190423.
/// Returns whether there was one. Requires: simplified loops in loop-closed SSA
/// (make_loops_regular()), which may have to be restored behind it.
[[nodiscard]] bool replace_long_loops(llvm::Function& f);

}  // namespace catenary::program
