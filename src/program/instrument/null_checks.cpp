// SPDX-License-Identifier: Apache-2.0
/// \file
/// Moves Clang's null checks from the address p + i of p[i] to p: one check
/// serves all elements, null[3] is found as well, and LLVM need not compute
/// with addresses as numbers.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "program/build/workspace.h"

namespace catenary::program {

namespace {

/// The pointer that the address was computed from. A constant null stays: then
/// the added offset is all of the address.
llvm::Value* base_of(llvm::Value* address) {
  llvm::Value* base = address;
  while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    base = gep->getPointerOperand();
  }
  return llvm::isa<llvm::ConstantPointerNull>(base) ? address : base;
}

}  // namespace

void check_bases_for_null(Workspace& w) {
  for (llvm::Function& f : *w.module) {
    for (llvm::Instruction& i : llvm::instructions(f)) {
      auto* check = llvm::dyn_cast<llvm::ICmpInst>(&i);
      if (check == nullptr || !check->hasMetadata("nosanitize") ||
          !llvm::isa<llvm::ConstantPointerNull>(check->getOperand(1))) {
        continue;
      }
      check->setOperand(0, base_of(check->getOperand(0)));
    }
  }
}

}  // namespace catenary::program
