// SPDX-License-Identifier: Apache-2.0
/// \file
/// Constant folding of variables that never change: `const` ones, and those
/// that are `const volatile` so that a calibration tool may set them, which
/// here keep the value of their initialiser.
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "program/analyse/class_finder.h"

namespace catenary::program {

namespace {

/// The value that a load always yields; null where it is not known.
llvm::Constant* value_of(const llvm::LoadInst& load,
                         const llvm::DataLayout& layout) {
  const llvm::Value* from = load.getPointerOperand();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(from->getType()), 0);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(
      from->stripAndAccumulateConstantOffsets(layout, offset, true));
  if (global == nullptr || !global->isConstant() ||
      !global->hasDefinitiveInitializer() || global->isThreadLocal() ||
      !load.getType()->isSingleValueType()) {
    return nullptr;
  }
  // Bytes outside of it would be made up.
  const std::uint64_t bytes = layout.getTypeAllocSize(global->getValueType());
  const std::uint64_t size = layout.getTypeStoreSize(load.getType());
  if (size > bytes || offset.ugt(bytes - size)) return nullptr;
  const auto* initialiser =
      llvm::cast<llvm::Constant>(global->getInitializer());
  return llvm::ConstantFoldLoadFromConst(
      const_cast<llvm::Constant*>(initialiser), load.getType(), offset, layout);
}

}  // namespace

void fold_constants(Workspace& w) {
  const llvm::DataLayout& layout = w.module->getDataLayout();
  std::vector<std::pair<llvm::Instruction*, llvm::Constant*>> known;
  for (llvm::Function& f : *w.module) {
    for (llvm::BasicBlock& block : f) {
      for (llvm::Instruction& i : block) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
        if (load == nullptr) continue;
        if (llvm::Constant* c = value_of(*load, layout))
          known.push_back({&i, c});
      }
    }
  }
  // Users of a folded value may fold in turn: a work list.
  while (!known.empty()) {
    const auto [instruction, value] = known.back();
    known.pop_back();
    std::vector<llvm::Instruction*> users;
    for (llvm::User* u : instruction->users()) {
      // Branches and instructions with effects are left to the optimiser.
      if (llvm::isa<llvm::CastInst>(u) || llvm::isa<llvm::BinaryOperator>(u)) {
        users.push_back(llvm::cast<llvm::Instruction>(u));
      }
    }
    instruction->replaceAllUsesWith(value);
    instruction->eraseFromParent();
    for (llvm::Instruction* u : users) {
      const bool listed =
          std::any_of(known.begin(), known.end(), [u](const auto& k) {
            return k.first == u;
          });
      if (listed) continue;
      if (llvm::Constant* c = llvm::ConstantFoldInstruction(u, layout)) {
        known.push_back({u, c});
      }
    }
  }
}

}  // namespace catenary::program
