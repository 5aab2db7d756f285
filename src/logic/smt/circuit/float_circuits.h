// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floating-point operators as circuits over IEEE representations in which NaN
/// always has the pattern of logic/value.
///
/// Comparisons, classifications and everything else that only looks at the
/// fields of a number is built here. The circuit of an operator that rounds
/// comes from Z3's tactics simplify, fpa2bv, bit-blast (de Moura, Bjørner,
/// TACAS 2008, doi:10.1007/978-3-540-78800-3_24), once for each operator,
/// format and rounding mode, and is replayed wherever it is needed.
#pragma once

#include <span>
#include <vector>

#include "base/budget.h"
#include "logic/smt/circuit/bit_vectors.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/term/term.h"

namespace catenary::logic::smt {

/// Builds floating-point operators into one circuit.
class FloatCircuits {
 public:
  /// One bit.
  using Signal = Circuit::Signal;

  /// Both must outlive this.
  FloatCircuits(Circuit& circuit, BitVectors& arithmetic)
      : circuit_(circuit), arithmetic_(arithmetic) {}

  /// The bits of an application of an operator fp_… to operands with these
  /// bits. Throws GaveUp for operators of Reals and formats that Z3 gets wrong,
  /// if Z3 gives up, and if the budget ends.
  [[nodiscard]] Bits apply(Term application,
                           std::span<const Bits> operands,
                           const base::Budget& budget);

  /// The bits of a float from any representation: every NaN becomes the one
  /// NaN.
  [[nodiscard]] Bits canonical(const Sort& format, const Bits& raw);

 private:
  /// abs and neg: only the sign bit changes.
  [[nodiscard]] Bits fields(Op op, const Sort& format, const Bits& x);
  /// isNaN, isZero and so on.
  [[nodiscard]] Signal classify(Op op, const Sort& format, const Bits& x);
  /// Equality and order of numbers; false if an operand is NaN.
  [[nodiscard]] Signal compare(Op op,
                               const Sort& format,
                               const Bits& x,
                               const Bits& y);
  /// IEEE remainder; GaveUp for formats larger than single precision.
  [[nodiscard]] Bits remainder(const Sort& format,
                               const Bits& x,
                               const Bits& y);
  /// Any other operator, by a circuit of Z3.
  [[nodiscard]] Bits round(Term application,
                           std::span<const Bits> operands,
                           const base::Budget& budget);

  /// Where everything is built.
  Circuit& circuit_;
  /// For the parts that are integers.
  BitVectors& arithmetic_;
};

}  // namespace catenary::logic::smt
