// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stops runs that keep the address of a local variable in the state, where it
/// outlives the function. The object that it points to in the next step is
/// indeterminate in C (C11, 6.2.4), and differs between a run from the reset
/// and a step from a saved state.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>
#include <vector>

#include "program/build/workspace.h"

namespace catenary::program {

namespace {

/// True for the address of a local variable, also after conversion to an
/// integer.
bool is_local_address(const llvm::Value* v) {
  if (const auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(v)) {
    v = number->getPointerOperand();
  }
  return v->getType()->isPointerTy() &&
         llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(v));
}

}  // namespace

void stop_at_kept_locals(Workspace& w, const StateLayout& state) {
  std::set<const llvm::Value*> kept;
  for (const StateRange& range : state.ranges) kept.insert(range.global);
  std::vector<llvm::Instruction*> found;
  for (llvm::Function& f : *w.module) {
    for (llvm::Instruction& i : llvm::instructions(f)) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (store != nullptr && is_local_address(store->getValueOperand()) &&
          kept.contains(
              llvm::getUnderlyingObject(store->getPointerOperand()))) {
        found.push_back(&i);
      }
    }
  }
  for (llvm::Instruction* at : found) {
    stop_run(w,
             *at,
             model::StepOutcome::unsupported,
             "the address of a local variable is kept in the state, where it "
             "outlives the variable");
  }
}

}  // namespace catenary::program
