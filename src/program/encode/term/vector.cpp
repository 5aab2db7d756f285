// SPDX-License-Identifier: Apache-2.0
/// \file
/// Instructions that move the elements of vectors; operators on vectors are in
/// operator.cpp.
#include <llvm/IR/Instructions.h>

#include "program/encode/run.h"

namespace catenary::program {

using llvm::Instruction;

RegisterValue Executor::element(Frame& f, const Instruction& i) {
  const bool extract = i.getOpcode() == Instruction::ExtractElement;
  RegisterValue vector = value(f, *i.getOperand(0));
  const auto index =
      TermBuilder::constant(term(f, *i.getOperand(extract ? 1 : 2)));
  // Vectors come from few constructs; an index is constant in practice.
  if (!index || *index >= vector.parts.size()) {
    m_.unsupported("an element of a vector at an index not known");
    return {};
  }
  if (extract) return vector.parts[*index];
  vector.parts[*index] = value(f, *i.getOperand(1));
  return vector;
}

/// The lanes of both operands are numbered consecutively.
RegisterValue Executor::shuffle(Frame& f, const Instruction& i) {
  const auto& s = llvm::cast<llvm::ShuffleVectorInst>(i);
  const RegisterValue x = value(f, *i.getOperand(0));
  const RegisterValue y = value(f, *i.getOperand(1));
  RegisterValue out;
  for (const int from : s.getShuffleMask()) {
    const auto k = static_cast<std::size_t>(from);
    // A mask element of -1 selects nothing: the lane is not defined.
    if (from < 0) {
      out.parts.push_back(values_.undefined(*part_type(*i.getType(), 0)));
    } else {
      out.parts.push_back(k < x.parts.size() ? x.parts[k]
                                             : y.parts.at(k - x.parts.size()));
    }
  }
  return out;
}

}  // namespace catenary::program
