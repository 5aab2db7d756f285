// SPDX-License-Identifier: Apache-2.0
/// \file
/// Hides operands behind calls whose result LLVM does not know.
#include "program/instrument/hidden_conditions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>
#include <vector>

namespace catenary::program {

using llvm::BinaryOperator;
using llvm::Function;
using llvm::Instruction;

namespace {

/// Names of functions that return their argument.
constexpr const char* kHidden = "__cat_hidden_";

void hide(Instruction& user, unsigned operand) {
  llvm::Value* value = user.getOperand(operand);
  llvm::Type* type = value->getType();
  const llvm::FunctionCallee hidden = user.getModule()->getOrInsertFunction(
      kHidden + std::to_string(type->getIntegerBitWidth()), type, type);
  user.setOperand(operand, llvm::IRBuilder<>(&user).CreateCall(hidden, value));
}

bool decides(const Instruction& i) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&i);
  return llvm::isa<llvm::SwitchInst>(i) ||
         (branch != nullptr && branch->isConditional());
}

/// Whether it counts a condition: `c ? 1 : 0` adds its value to a counter.
bool counts_condition(const Instruction& i) {
  return llvm::isa<llvm::ZExtInst>(i) &&
         i.getOperand(0)->getType()->isIntegerTy(1) &&
         std::ranges::any_of(i.users(), [](const llvm::User* u) {
           const auto* sum = llvm::dyn_cast<BinaryOperator>(u);
           return sum != nullptr && sum->getOpcode() == Instruction::Add;
         });
}

/// Whether it adds the first bit of a decision to the number of its vector:
/// the sum, divided by 8, is the byte of a bitmap. The user's code may look the
/// same, and may be hidden as well.
bool adds_first_bit(const Instruction& i) {
  if (i.getOpcode() != Instruction::Add ||
      !llvm::isa<llvm::ConstantInt>(i.getOperand(1))) {
    return false;
  }
  for (const llvm::User* byte : i.users()) {
    const auto* shift = llvm::dyn_cast<BinaryOperator>(byte);
    if (shift == nullptr || shift->getOpcode() != Instruction::LShr) continue;
    for (const llvm::User* address : shift->users()) {
      if (llvm::isa<llvm::GetElementPtrInst>(address)) return true;
    }
  }
  return false;
}

}  // namespace

void hide_conditions(Function& f) {
  std::vector<Instruction*> conditions;
  std::vector<Instruction*> sums;
  for (Instruction& i : llvm::instructions(f)) {
    if (decides(i) || counts_condition(i)) conditions.push_back(&i);
    if (adds_first_bit(i)) sums.push_back(&i);
  }
  for (Instruction* i : conditions) hide(*i, 0);
  // "number + 0" would become the number alone.
  for (Instruction* i : sums) hide(*i, 1);
}

void show_conditions(llvm::Module& m) {
  std::vector<Function*> hidden;
  for (Function& f : m) {
    if (f.isDeclaration() && f.getName().starts_with(kHidden)) {
      hidden.push_back(&f);
    }
  }
  for (Function* f : hidden) {
    while (!f->use_empty()) {
      auto* call = llvm::cast<llvm::CallInst>(f->user_back());
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
    f->eraseFromParent();
  }
}

}  // namespace catenary::program
