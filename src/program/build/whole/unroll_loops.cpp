// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers of iterations are found in a copy of the function whose variables
/// are registers: as Clang writes them, they are in memory, of which LLVM does
/// not know what it holds.
#include "program/build/whole/unroll_loops.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <string>
#include <vector>

#include "program/instrument/hidden_conditions.h"

namespace catenary::program {

namespace {

constexpr unsigned kMostIterations = 64;
constexpr unsigned kMostInstructions = 100'000;

/// What LLVM knows of the loops of a function; void when it changes.
struct Loops {
  explicit Loops(llvm::Function& f)
      : dominators(f),
        loops(dominators),
        library_impl(llvm::Triple(f.getParent()->getTargetTriple())),
        library(library_impl),
        assumptions(f),
        evolution(f, library, assumptions, dominators, loops) {}

  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::TargetLibraryInfoImpl library_impl;
  llvm::TargetLibraryInfo library;
  llvm::AssumptionCache assumptions;
  llvm::ScalarEvolution evolution;
};

/// Makes the scalar local variables of the function registers.
void promote(llvm::Function& f) {
  std::vector<llvm::AllocaInst*> locals;
  for (llvm::Instruction& i : f.getEntryBlock()) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&i);
    if (local != nullptr && llvm::isAllocaPromotable(local)) {
      locals.push_back(local);
    }
  }
  llvm::DominatorTree dominators(f);
  llvm::PromoteMemToReg(locals, dominators);
}

/// How many copies of its body a loop needs at most, in any run; 0 = unknown.
/// Where the test at its head is what ends it, the head is entered once more
/// than the rest; a test that reads is part of the body.
unsigned iterations(llvm::Function& f,
                    const llvm::BasicBlock* head,
                    bool head_reads) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&f, map);
  auto* copied = llvm::cast<llvm::BasicBlock>(map[head]);
  promote(*copy);
  unsigned out = 0;
  {
    Loops known(*copy);
    const llvm::Loop* loop = known.loops.getLoopFor(copied);
    if (loop != nullptr && loop->getHeader() == copied) {
      out = known.evolution.getSmallConstantMaxTripCount(loop);
      const auto* by_head =
          llvm::dyn_cast<llvm::SCEVConstant>(known.evolution.getExitCount(
              loop, copied, llvm::ScalarEvolution::ConstantMaximum));
      if (out > 1 && !head_reads && by_head != nullptr &&
          by_head->getAPInt() == out - 1) {
        --out;
      }
    }
  }
  copy->eraseFromParent();
  return out;
}

/// Unrolls one loop that is not in `seen`. Returns false where there is none.
bool unroll_one(Workspace& w,
                llvm::Function& f,
                LoopHeads& seen,
                LoopHeads& unrolled) {
  Loops known(f);
  std::vector<llvm::Loop*> inner_first;
  for (llvm::Loop* l : known.loops.getLoopsInPreorder()) {
    inner_first.insert(inner_first.begin(), l);
  }
  for (llvm::Loop* loop : inner_first) {
    llvm::BasicBlock* head = loop->getHeader();
    if (!seen.insert(head) || !reads_input(w, *loop)) continue;
    const unsigned count =
        iterations(f, head, reads_input(w, std::vector{head}));
    if (count == 0 || count > kMostIterations) continue;
    if (count == 1) unrolled.insert(head);
    if (count == 1 || f.getInstructionCount() * count > kMostInstructions) {
      continue;
    }
    llvm::simplifyLoop(loop,
                       &known.dominators,
                       &known.loops,
                       &known.evolution,
                       &known.assumptions,
                       nullptr,
                       false);
    llvm::formLCSSARecursively(
        *loop, known.dominators, &known.loops, &known.evolution);
    llvm::UnrollLoopOptions how{};
    how.Count = count;
    how.Force = true;
    const llvm::TargetTransformInfo target(f.getParent()->getDataLayout());
    llvm::OptimizationRemarkEmitter remarks(&f);
    // LLVM computes what it can while it copies the body.
    hide_conditions(f);
    if (llvm::UnrollLoop(loop,
                         how,
                         &known.loops,
                         &known.evolution,
                         &known.dominators,
                         &known.assumptions,
                         &target,
                         &remarks,
                         true) != llvm::LoopUnrollResult::Unmodified) {
      unrolled.insert(head);
    }
    show_conditions(*w.module);
    return true;
  }
  return false;
}

}  // namespace

bool reads_input(Workspace& w, const std::vector<llvm::BasicBlock*>& blocks) {
  return std::ranges::any_of(functions_reachable_from(w, blocks),
                             [](const llvm::Function* f) {
                               return is_input_function(f->getName().str());
                             });
}

bool reads_input(Workspace& w, const llvm::Loop& loop) {
  return reads_input(
      w, std::vector<llvm::BasicBlock*>(loop.block_begin(), loop.block_end()));
}

struct LoopHeads::Handles {
  std::vector<llvm::WeakVH> of;
};

LoopHeads::LoopHeads() : handles_(std::make_unique<Handles>()) {}
LoopHeads::~LoopHeads() = default;
LoopHeads::LoopHeads(LoopHeads&&) noexcept = default;

bool LoopHeads::contains(const llvm::BasicBlock* head) const {
  return std::ranges::any_of(handles_->of, [head](const llvm::WeakVH& handle) {
    return static_cast<const llvm::Value*>(handle) == head;
  });
}

bool LoopHeads::insert(llvm::BasicBlock* head) {
  if (contains(head)) return false;
  handles_->of.emplace_back(head);
  return true;
}

LoopHeads unroll_reading_loops(Workspace& w, llvm::Function& f) {
  LoopHeads seen;
  LoopHeads unrolled;
  // Most controllers read variables, and may be large.
  if (llvm::none_of(*w.module, [](const llvm::Function& g) {
        return is_input_function(g.getName().str()) && !g.use_empty();
      })) {
    return unrolled;
  }
  while (unroll_one(w, f, seen, unrolled)) {
  }
  for (llvm::BasicBlock& block : f) {
    if (!unrolled.contains(&block)) continue;
    block.getTerminator()->setMetadata(kUnrolled,
                                       llvm::MDNode::get(*w.context, {}));
  }
  return unrolled;
}

}  // namespace catenary::program
