// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floating-point operators as circuits over IEEE representations in which NaN
/// is always the one that logic/value has.
///
/// Comparisons and what only looks at fields is built here. The circuit of an
/// operator that rounds comes from Z3's tactics simplify, fpa2bv, bit-blast
/// (de Moura, Bjørner, TACAS 2008, doi:10.1007/978-3-540-78800-3_24) once for
/// each format and rounding mode, and is replayed wherever it is needed.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "logic/smt/circuit/bit_vectors.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/term/term.h"

namespace catenary::logic::smt {

class FloatCircuits {
 public:
  using Signal = Circuit::Signal;

  /// Both must outlive this.
  FloatCircuits(Circuit& circuit, BitVectors& arithmetic)
      : circuit_(circuit), arithmetic_(arithmetic) {}

  /// The application of an operator fp_… to operands with these bits. Throws
  /// GaveUp for Reals, and where Z3 gives up or the budget ends.
  [[nodiscard]] Bits apply(Term application,
                           std::span<const Bits> operands,
                           const base::Budget& budget);

  /// The bits of a float from any representation: NaNs are made one.
  [[nodiscard]] Bits canonical(const Sort& format, const Bits& raw);

 private:
  struct Operator {
    Circuit circuit;
    Bits inputs;
    Bits outputs;
  };

  [[nodiscard]] Bits fields(Op op, const Sort& format, const Bits& x);
  [[nodiscard]] Signal classify(Op op, const Sort& format, const Bits& x);
  [[nodiscard]] Signal compare(Op op,
                               const Sort& format,
                               const Bits& x,
                               const Bits& y);
  [[nodiscard]] Bits remainder(const Sort& format,
                               const Bits& x,
                               const Bits& y);
  [[nodiscard]] Bits round(Term application,
                           std::span<const Bits> operands,
                           const base::Budget& budget);

  Circuit& circuit_;
  BitVectors& arithmetic_;
  std::map<std::string, std::unique_ptr<Operator>> operators_;
};

}  // namespace catenary::logic::smt
