// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of a prepared program for native runs: saving and restoring the
/// state, and a step from a saved state.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

#include "program/build/workspace.h"

namespace catenary::program {

using llvm::Function;
using llvm::IRBuilder;

// Byte by byte alignment: the packed state has no padding.
void add_save_and_load(Workspace& w,
                       const StateLayout& layout,
                       const char* save_name,
                       const char* load_name) {
  llvm::LLVMContext& c = *w.context;
  for (const bool save : {true, false}) {
    Function* f = Function::Create(
        llvm::FunctionType::get(
            llvm::Type::getVoidTy(c), {llvm::PointerType::getUnqual(c)}, false),
        llvm::GlobalValue::ExternalLinkage,
        save ? save_name : load_name,
        *w.module);
    IRBuilder<> b(llvm::BasicBlock::Create(c, "", f));
    std::uint64_t at = 0;
    for (const StateRange& range : layout.ranges) {
      llvm::Value* packed =
          b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), f->getArg(0), at);
      llvm::Value* memory = b.CreateConstInBoundsGEP1_64(
          b.getInt8Ty(), range.global, range.offset);
      b.CreateMemCpy(save ? packed : memory,
                     llvm::Align(1),
                     save ? memory : packed,
                     llvm::Align(1),
                     range.size);
      at += range.size;
    }
    b.CreateRetVoid();
  }
}

namespace {

/// Turns calls of kStop in an entry into returns of outcome and event: cheaper
/// than leaving the caller by longjmp.
void return_stops(llvm::Function& entry) {
  std::vector<llvm::CallInst*> stops;
  for (llvm::BasicBlock& block : entry) {
    for (llvm::Instruction& i : block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      if (call->getCalledFunction()->getName() != kStop) continue;
      stops.push_back(call);
      break;  // nothing after it is run
    }
  }
  for (llvm::CallInst* call : stops) {
    llvm::BasicBlock* block = call->getParent();
    IRBuilder<> b(call);
    // As documented at Entry in program/native/guard.h.
    llvm::Value* event = b.CreateAdd(call->getArgOperand(1), b.getInt32(1));
    llvm::Value* result =
        b.CreateAdd(call->getArgOperand(0), b.CreateShl(event, 8));
    llvm::changeToUnreachable(call);
    block->getTerminator()->eraseFromParent();
    b.SetInsertPoint(block);
    b.CreateRet(result);
  }
}

}  // namespace

void add_step_from(Workspace& w) {
  llvm::LLVMContext& c = *w.context;
  llvm::Function* init = w.module->getFunction(kRunInit);
  llvm::Function* step = w.module->getFunction(kRunStep);
  return_stops(*init);
  return_stops(*step);
  auto* pointer = llvm::PointerType::getUnqual(c);
  Function* f = Function::Create(
      llvm::FunctionType::get(
          llvm::Type::getInt32Ty(c), {pointer, pointer, pointer}, false),
      llvm::GlobalValue::ExternalLinkage,
      kStepFrom,
      *w.module);
  llvm::BasicBlock* start = llvm::BasicBlock::Create(c, "", f);
  llvm::BasicBlock* running = llvm::BasicBlock::Create(c, "", f);
  llvm::BasicBlock* over = llvm::BasicBlock::Create(c, "", f);
  IRBuilder<> b(start);
  b.CreateCall(w.module->getFunction(kLoad), {f->getArg(1)});
  // A step that was stopped, or refused, has no state to save.
  llvm::Value* outcome =
      b.CreateCall(step, {f->getArg(0), f->getArg(1), f->getArg(2)});
  b.CreateCondBr(b.CreateICmpEQ(outcome, b.getInt32(0)), running, over);
  b.SetInsertPoint(running);
  b.CreateCall(w.module->getFunction(kSave), {f->getArg(2)});
  b.CreateRet(outcome);
  b.SetInsertPoint(over);
  b.CreateRet(outcome);
}

}  // namespace catenary::program
