// SPDX-License-Identifier: Apache-2.0
#include "program/goals/entry_marks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <utility>

namespace catenary::program {

namespace {

/// The name of what marks call, which sources must not have: see
/// load_and_link().
constexpr const char* kEntry = "__cat_entry";
/// The kind of metadata that holds the number of a call; none is 0.
constexpr const char* kNumber = "catenary.call";

void number_calls(llvm::Function& f) {
  std::map<std::pair<const llvm::DILocation*, const llvm::Value*>,
           std::uint64_t>
      known;
  for (llvm::Instruction& i : llvm::instructions(f)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (call == nullptr || !call->getDebugLoc()) continue;
    const std::uint64_t number =
        known[{call->getDebugLoc().get(), call->getCalledFunction()}]++;
    if (number == 0) continue;
    llvm::LLVMContext& context = f.getContext();
    call->setMetadata(
        kNumber,
        llvm::MDNode::get(context,
                          llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                              llvm::Type::getInt64Ty(context), number))));
  }
}

}  // namespace

void mark_code(llvm::Module& m) {
  const llvm::FunctionCallee mark =
      m.getOrInsertFunction(kEntry, llvm::Type::getVoidTy(m.getContext()));
  for (llvm::Function& f : m) {
    llvm::DISubprogram* sub = f.getSubprogram();
    if (f.isDeclaration() || sub == nullptr) continue;
    number_calls(f);
    if (f.hasFnAttribute(llvm::Attribute::NoProfile)) continue;
    llvm::IRBuilder<> b(&*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    b.SetCurrentDebugLocation(
        llvm::DILocation::get(m.getContext(), sub->getLine(), 0, sub));
    b.CreateCall(mark);
  }
}

std::vector<llvm::CallInst*> entry_marks(llvm::Function& f) {
  std::vector<llvm::CallInst*> out;
  for (llvm::Instruction& i : llvm::instructions(f)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        call->getCalledFunction()->getName() == kEntry) {
      out.push_back(call);
    }
  }
  return out;
}

std::uint64_t number_of(const llvm::CallBase& call) {
  const llvm::MDNode* number = call.getMetadata(kNumber);
  if (number == nullptr) return 0;
  return llvm::mdconst::extract<llvm::ConstantInt>(number->getOperand(0))
      ->getZExtValue();
}

void remove_entry_marks(llvm::Module& m) {
  llvm::Function* mark = m.getFunction(kEntry);
  if (mark == nullptr) return;
  while (!mark->use_empty()) {
    llvm::cast<llvm::CallInst>(mark->user_back())->eraseFromParent();
  }
}

}  // namespace catenary::program
