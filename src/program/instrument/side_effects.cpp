// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions of a description only look: where one assigns to a variable of
/// the program ('==' mistyped as '=', 'x++'), the tests would be those of
/// another program. And the program itself may not write to a constant: that is
/// a crash, as where constants are in read-only memory.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "program/build/workspace.h"

namespace catenary::program {

namespace {

/// The memory an instruction writes by itself; null where it does not.
const llvm::Value* written(const llvm::Instruction& i) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    return store->getPointerOperand();
  }
  if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) {
    return fill->getDest();
  }
  return nullptr;
}

bool sets_a_variable(const llvm::Function& f) {
  return f.getName().starts_with("__cat_set") ||
         f.getName().starts_with("__cat_ini_set");
}

}  // namespace

bool is_expression(const llvm::Function& f) {
  const llvm::StringRef name = f.getName();
  if (sets_a_variable(f) || name == "__cat_assume" || name == "__cat_final") {
    return true;
  }
  for (const char* prefix : {"__cat_when_",
                             "__cat_then_",
                             "__cat_invariant_",
                             "__cat_outi_",
                             "__cat_outd_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

void reject_side_effects(Workspace& w) {
  for (const llvm::Function& f : *w.module) {
    if (f.isDeclaration() || !is_expression(f) || sets_a_variable(f)) continue;
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      const llvm::Value* to = written(i);
      if (to == nullptr) continue;
      const llvm::Value* object = llvm::getUnderlyingObject(to);
      if (llvm::isa<llvm::AllocaInst>(object) ||
          object->getName().starts_with("__cat_")) {
        continue;
      }
      throw base::InputError(
          w.locate(i),
          "this expression changes a variable of the program; expected one "
          "that only reads, such as 'x == 1'",
          "side-effect");
    }
  }
}

void stop_at_constant_writes(Workspace& w) {
  llvm::Function* stop = w.module->getFunction(kStop);
  if (stop == nullptr) return;
  for (llvm::Function& f : *w.module) {
    for (llvm::Instruction& i : llvm::instructions(f)) {
      const llvm::Value* to = written(i);
      if (to == nullptr) continue;
      const auto* g =
          llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(to));
      if (g == nullptr || !g->isConstant()) continue;
      const std::uint32_t event =
          w.add_event("write to a constant", w.locate(i));
      llvm::IRBuilder<> b(&i);
      b.CreateCall(
          stop,
          {b.getInt32(static_cast<std::uint32_t>(model::StepOutcome::crashed)),
           b.getInt32(event)});
    }
  }
}

}  // namespace catenary::program
