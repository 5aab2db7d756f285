// SPDX-License-Identifier: Apache-2.0
#include "program/build/whole/step_loops.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "program/build/whole/unroll_loops.h"
#include "program/instrument/hidden_conditions.h"

namespace catenary::program {

namespace {

using Blocks = std::vector<llvm::BasicBlock*>;

/// Whether the source lets the block leave the loop: by more than a check of
/// Clang, which leads to where it reports a fault.
bool leaves(const llvm::Loop& loop, const llvm::BasicBlock* block) {
  return llvm::any_of(llvm::successors(block), [&](const llvm::BasicBlock* to) {
    const llvm::Instruction* end = to->getTerminator();
    return !loop.contains(to) && !(llvm::isa<llvm::UnreachableInst>(end) &&
                                   end->hasMetadata("nosanitize"));
  });
}

/// `while (1)` may be left by break; a loop that tests a condition at its head
/// or latch may end by itself.
bool is_endless(const llvm::Loop& loop) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  return !leaves(loop, loop.getHeader()) &&
         (latch == nullptr || !leaves(loop, latch));
}

/// The source has no way out of the loop but the end of the program.
bool is_never_left(const llvm::Loop& loop) {
  return llvm::none_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return leaves(loop, block);
  });
}

/// Finds functions with loops that read inputs, and inlines them.
class ReadingLoops {
 public:
  ReadingLoops(Workspace& w, llvm::Function& main) : w_(w), main_(main) {}

  void inline_all() {
    while (main_.getInstructionCount() < kMostInstructions) {
      llvm::CallInst* call = next();
      if (call == nullptr) break;
      llvm::Function* callee = call->getCalledFunction();
      // The inliner must not compute conditions, which are goals.
      if (hidden_.insert(callee).second) hide_conditions(*callee);
      llvm::InlineFunctionInfo info;
      if (!llvm::InlineFunction(*call, info, false, nullptr, false)
               .isSuccess()) {
        refused_.insert(callee);
      }
    }
    show_conditions(*w_.module);
    // Nothing calls them any more, so they do not count as other code. One that
    // is erased may be the last that calls another one.
    const auto is_erased = [](llvm::Function* f) {
      if (!f->use_empty()) return false;
      f->eraseFromParent();
      return true;
    };
    while (std::erase_if(hidden_, is_erased) != 0) {
    }
  }

 private:
  static constexpr unsigned kMostInstructions = 100'000;

  /// A call that is to be inlined; null where there is none.
  llvm::CallInst* next() {
    for (llvm::Instruction& i : llvm::instructions(main_)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
      if (call == nullptr) continue;
      llvm::Function* callee = call->getCalledFunction();
      if (callee != nullptr && !refused_.contains(callee) &&
          is_wanted(*callee)) {
        return call;
      }
    }
    return nullptr;
  }

  bool is_wanted(llvm::Function& f) {
    const auto [at, is_new] = wanted_.try_emplace(&f, false);
    if (!is_new || f.isDeclaration()) return at->second;
    Blocks blocks;
    for (llvm::BasicBlock& b : f) blocks.push_back(&b);
    const auto reached = functions_reachable_from(w_, blocks);
    const bool is_recursive = llvm::is_contained(reached, &f);
    if (is_recursive || f.isVarArg() || !reads_input(w_, blocks) ||
        !llvm::isInlineViable(f).isSuccess()) {
      return false;
    }
    bool any = has_reading_loop(f);
    for (llvm::Instruction& i : llvm::instructions(f)) {
      if (any) break;
      auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
      any = call != nullptr && call->getCalledFunction() != nullptr &&
            is_wanted(*call->getCalledFunction());
    }
    return wanted_[&f] = any;
  }

  bool has_reading_loop(llvm::Function& f) {
    const llvm::DominatorTree dominators(f);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(
        loops, [this](const llvm::Loop* l) { return reads_input(w_, *l); });
  }

  Workspace& w_;
  llvm::Function& main_;
  std::set<llvm::Function*> hidden_, refused_;
  std::map<llvm::Function*, bool> wanted_;
};

/// Chooses among the loops of main().
class StepLoops {
 public:
  StepLoops(Workspace& w, llvm::Function& main, const LoopHeads& unrolled)
      : w_(w),
        main_(main),
        unrolled_(unrolled),
        dominators_(main),
        loops_(dominators_) {}

  /// Whether some loop may run without end whatever is read.
  [[nodiscard]] bool has_endless() const {
    return llvm::any_of(loops_.getLoopsInPreorder(), [](const llvm::Loop* l) {
      return is_never_left(*l) || is_endless(*l);
    });
  }

  /// The heads of all loops that read inputs; empty where there are none.
  Blocks reading() {
    return heads([this](const llvm::Loop& l) { return is_read_often(l); });
  }

  [[nodiscard]] bool is_entered_by_goto() const {
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&main_);
    return llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops_);
  }

  Blocks find() {
    Blocks out = heads([this](const llvm::Loop& loop) {
      return is_read_often(loop) || is_never_left(loop);
    });
    // A program without inputs, or that reads them before its loop.
    if (out.empty()) out = heads(is_endless);
    if (out.empty()) refuse();
    return out;
  }

 private:
  /// The heads in outermost loops that are wanted, and in reading ones within
  /// any.
  Blocks heads(const std::function<bool(const llvm::Loop&)>& is_wanted) {
    Blocks out;
    // In the order of the code.
    for (const llvm::Loop* loop : llvm::reverse(loops_)) {
      llvm::append_range(out, heads_in(*loop, is_wanted(*loop)));
    }
    return out;
  }

  [[noreturn]] void refuse() {
    throw base::InputError(
        w_.locate(main_),
        std::string("main() has ") +
            (is_entered_by_goto()
                 ? "a loop that a goto enters in the middle, which is not "
                   "supported"
                 : "no infinite loop") +
            "; expected one such as 'while (1)' whose iterations are the "
            "steps, or a description file that names init and step",
        kNoStepLoop);
  }

  bool is_read_often(const llvm::Loop& loop) {
    return !unrolled_.contains(loop.getHeader()) && reads_input(w_, loop);
  }

  /// The heads within a loop. Its own is left out where it is not wanted, or
  /// where every iteration passes one of an inner loop.
  Blocks heads_in(const llvm::Loop& loop, bool is_wanted) {
    Blocks inner;
    for (const llvm::Loop* l : loop.getSubLoops()) {
      llvm::append_range(inner, heads_in(*l, is_read_often(*l)));
    }
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    const bool is_cut = llvm::any_of(inner, [&](llvm::BasicBlock* head) {
      return llvm::all_of(latches, [&](llvm::BasicBlock* latch) {
        return dominators_.dominates(head, latch);
      });
    });
    if (is_cut || !is_wanted) return inner;
    Blocks out = {loop.getHeader()};
    llvm::append_range(out, inner);
    return out;
  }

  Workspace& w_;
  llvm::Function& main_;
  const LoopHeads& unrolled_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

}  // namespace

void inline_reading_loops(Workspace& w, llvm::Function& main) {
  ReadingLoops(w, main).inline_all();
}

namespace {

/// The begin of main(), behind its local variables.
llvm::BasicBlock* begin_of(llvm::Function& main) {
  llvm::BasicBlock& entry = main.getEntryBlock();
  // Marks of functions may stand before them.
  llvm::Instruction* at = &entry.front();
  while (llvm::isa<llvm::AllocaInst>(at)) at = at->getNextNode();
  for (llvm::Instruction& i : llvm::make_early_inc_range(entry)) {
    if (llvm::isa<llvm::AllocaInst>(i) && at->comesBefore(&i)) i.moveBefore(at);
  }
  return llvm::SplitBlock(&entry, at);
}

}  // namespace

StepBegins step_loops(Workspace& w, llvm::Function& main) {
  {
    const LoopHeads none;
    StepLoops loops(w, main, none);
    if (!loops.has_endless()) {
      Blocks all;
      for (llvm::BasicBlock& b : main) all.push_back(&b);
      if (Blocks heads = loops.reading(); !heads.empty()) {
        return {std::move(heads)};
      }
      if (reads_input(w, all) && !loops.is_entered_by_goto()) {
        return {{begin_of(main)}, true};
      }
    }
  }
  const LoopHeads unrolled = unroll_reading_loops(w, main);
  return {StepLoops(w, main, unrolled).find()};
}

}  // namespace catenary::program
