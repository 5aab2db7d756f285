// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts the iterations of loops in native runs, down from a limit, and stops
/// a step that reaches it.
///
/// `while (now - last >= period) last += period;` is common in C, and some
/// inputs make it run for tenths of a second. The clock cannot say which: a
/// busy machine would stop other steps than an idle one.
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "program/build/workspace.h"

namespace catenary::program {

namespace {

/// Loops that end after so many iterations by themselves, with those around
/// them that are not counted either, are not counted: counting costs about as
/// much as an addition in memory.
constexpr std::uint64_t kShortLoop = 64;

/// The ends of the blocks from which another iteration may begin, of all loops
/// that may be long.
std::vector<llvm::Instruction*> iteration_ends(llvm::Function& f) {
  llvm::DominatorTree dominators(f);
  llvm::LoopInfo loops(dominators);
  if (loops.empty()) return {};
  llvm::AssumptionCache assumptions(f);
  llvm::TargetLibraryInfoImpl library(
      llvm::Triple(f.getParent()->getTargetTriple()));
  library.disableAllFunctions();
  llvm::TargetLibraryInfo info(library);
  llvm::ScalarEvolution evolution(f, info, assumptions, dominators, loops);
  std::vector<llvm::Instruction*> out;
  std::map<const llvm::Loop*, std::uint64_t> uncounted;  // iterations
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const auto around = uncounted.find(loop->getParentLoop());
    const std::uint64_t most =
        evolution.getSmallConstantMaxTripCount(loop) *
        (around == uncounted.end() ? std::uint64_t{1} : around->second);
    if (most != 0 && most <= kShortLoop) {
      uncounted.emplace(loop, most);
      continue;
    }
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) {
      out.push_back(latch->getTerminator());
    }
  }
  return out;
}

}  // namespace

bool limit_loops(Workspace& w) {
  std::vector<llvm::Instruction*> ends;
  for (llvm::Function& f : *w.module) {
    if (f.isDeclaration()) continue;
    const std::vector<llvm::Instruction*> of_f = iteration_ends(f);
    ends.insert(ends.end(), of_f.begin(), of_f.end());
  }
  if (ends.empty()) return false;
  llvm::LLVMContext& c = *w.context;
  llvm::Type* i64 = llvm::Type::getInt64Ty(c);
  auto* left = new llvm::GlobalVariable(
      *w.module,
      i64,
      false,
      llvm::GlobalValue::ExternalLinkage,
      llvm::ConstantInt::get(i64, std::numeric_limits<std::int64_t>::max()),
      kLoopsLeft);
  llvm::Type* i32 = llvm::Type::getInt32Ty(c);
  const llvm::FunctionCallee stop = w.module->getOrInsertFunction(
      kStop,
      llvm::FunctionType::get(llvm::Type::getVoidTy(c), {i32, i32}, false));
  for (llvm::Instruction* end : ends) {
    llvm::IRBuilder<> b(end);
    llvm::Value* now = b.CreateSub(b.CreateLoad(i64, left), b.getInt64(1));
    b.CreateStore(now, left);
    llvm::Instruction* over = llvm::SplitBlockAndInsertIfThen(
        b.CreateICmpSLT(now, b.getInt64(0)),
        end,
        /*Unreachable=*/true,
        llvm::MDBuilder(c).createBranchWeights(1, 1U << 20));
    b.SetInsertPoint(over);
    b.CreateCall(
        stop,
        {b.getInt32(static_cast<std::uint32_t>(model::StepOutcome::discarded)),
         b.getInt32(0)});
  }
  return true;
}

}  // namespace catenary::program
