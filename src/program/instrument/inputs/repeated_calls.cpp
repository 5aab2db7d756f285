// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/inputs/repeated_calls.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "program/build/whole/unroll_loops.h"

namespace catenary::program {

namespace {

/// Whether the loop was unrolled as often as it can run. Inlining may have
/// moved the mark to another of its blocks.
bool is_unrolled(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return loops.getLoopFor(block) == &loop &&
           block->getTerminator()->hasMetadata(kUnrolled);
  });
}

/// The blocks that a run of the function may pass several times.
std::set<const llvm::BasicBlock*> repeated(const llvm::Function& f) {
  const llvm::DominatorTree dominators(const_cast<llvm::Function&>(f));
  const llvm::LoopInfo loops(dominators);
  std::set<const llvm::BasicBlock*> out;
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&f);
  // Loops that a goto enters are no natural loops.
  if (llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops)) {
    for (const llvm::BasicBlock& block : f) out.insert(&block);
    return out;
  }
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (is_unrolled(*loop, loops)) continue;
    out.insert(loop->block_begin(), loop->block_end());
  }
  return out;
}

}  // namespace

bool RepeatedCalls::is_in_loop(const llvm::Instruction& i) {
  const llvm::Function* f = i.getFunction();
  const auto [at, is_new] = looping_.try_emplace(f);
  if (is_new) {
    for (const llvm::BasicBlock* block : repeated(*f)) {
      for (const llvm::Instruction& own : *block) at->second.insert(&own);
    }
  }
  return at->second.contains(&i);
}

bool RepeatedCalls::may_repeat(const llvm::Function& f) {
  if (&f == w_.step || &f == w_.init) return false;
  // Until the answer is known, recursion counts as repetition.
  const auto [at, is_new] = functions_.try_emplace(&f, true);
  if (!is_new) return at->second;
  if (f.hasAddressTaken() || f.getNumUses() > 1) return true;
  const auto* call =
      f.use_empty() ? nullptr : llvm::dyn_cast<llvm::CallInst>(*f.user_begin());
  // An exception may leave it: an `invoke`.
  return functions_[&f] = call == nullptr ? !f.use_empty() : may_repeat(*call);
}

bool RepeatedCalls::may_repeat(const llvm::CallInst& call) {
  return is_in_loop(call) || may_repeat(*call.getFunction());
}

}  // namespace catenary::program
