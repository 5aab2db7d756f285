// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops and the order of blocks, by LLVM's loop analysis.
#include "program/encode/loops/plan.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <map>

namespace catenary::program {

namespace {

/// Whether some cycle has several entries, as a goto into a loop makes.
bool is_irreducible(llvm::Function& f) {
  const llvm::DominatorTree dominators(f);
  const llvm::LoopInfo loops(dominators);
  using Order = llvm::ReversePostOrderTraversal<const llvm::Function*>;
  Order order(&f);
  return llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops);
}

}  // namespace

void make_loops_regular(llvm::Function& f) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes;
  // Irreducible loops are made natural by a dispatch block; that pass knows no
  // switches, so they are lowered first.
  if (is_irreducible(f)) {
    passes.addPass(llvm::LowerSwitchPass());
    passes.addPass(llvm::FixIrreduciblePass());
  }
  // One latch and dedicated exits; then phis for values used behind a loop.
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(f, functions);
}

std::unique_ptr<Region> plan_blocks(llvm::Function& f) {
  const llvm::DominatorTree dominators(f);
  const llvm::LoopInfo loops(dominators);
  auto body = std::make_unique<Region>();
  std::map<const llvm::Loop*, Region*> regions = {{nullptr, body.get()}};
  // In reverse post-order every block follows its predecessors, back edges
  // aside; a loop's blocks need not be adjacent, so each is put into its
  // region.
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&f);
  for (llvm::BasicBlock* block : order) {
    const llvm::Loop* loop = loops.getLoopFor(block);
    if (loop != nullptr && regions.count(loop) == 0) {
      // This block is its header, since a natural loop is entered there first.
      auto region = std::make_unique<Region>();
      region->header = loop->getHeader();
      region->blocks.insert(loop->block_begin(), loop->block_end());
      regions[loop] = region.get();
      Region::Item item;
      item.loop = std::move(region);
      regions.at(loop->getParentLoop())->items.push_back(std::move(item));
    }
    Region::Item item;
    item.block = block;
    regions.at(loop)->items.push_back(std::move(item));
  }
  return body;
}

}  // namespace catenary::program
