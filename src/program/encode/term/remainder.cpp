// SPDX-License-Identifier: Apache-2.0
/// \file
/// The limit on remainders that a solver can still decide. The exponents
/// of two doubles differ by up to about two thousand, each a step of the
/// circuit.
#include "program/encode/term/remainder.h"

#include "program/encode/machine.h"
#include "program/encode/term/values.h"

namespace catenary::program {

logic::Term solvable_remainder(Machine& m, logic::Term x, logic::Term y) {
  constexpr std::uint32_t kSingle = 24;  // bits of its significand
  const bool known = x.is_constant() && y.is_constant();
  if (!known && x.sort().significand_bits() > kSingle) {
    m.unsupported("a remainder of floats larger than single precision");
    return x;
  }
  // Constants are computed at once, whatever their width.
  return float_remainder(m.b, x, y);
}

}  // namespace catenary::program
