// SPDX-License-Identifier: Apache-2.0
/// \file
/// Use analysis of pointer parameters, see pointer_use.h.
#include "program/analyse/pointer_use.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <set>
#include <vector>

namespace catenary::program {

namespace {

/// Levels of calls that are followed; recursion ends here.
constexpr unsigned kMostNesting = 8;

PointerUse use_within(llvm::Argument& pointer, unsigned nesting);

/// Follows one pointer through one function; calls recurse.
class Follower {
 public:
  explicit Follower(unsigned nesting) : nesting_(nesting) {}

  PointerUse follow(llvm::Argument& pointer) {
    add(pointer);
    while (!work_.empty()) {
      llvm::Value* at = work_.back();
      work_.pop_back();
      for (llvm::Use& use : at->uses()) take(use);
    }
    out_.written = !writes_.empty();
    out_.read_first = is_read_first(pointer.getParent()->getEntryBlock());
    return out_;
  }

 private:
  /// Each value once: a pointer that a loop moves is stored to the variable
  /// that it was loaded from.
  void add(llvm::Value& pointer) {
    if (seen_.insert(&pointer).second) work_.push_back(&pointer);
  }

  /// Whether some path from the entry comes to a read before any write: a
  /// search over blocks that stops at writes.
  [[nodiscard]] bool is_read_first(const llvm::BasicBlock& entry) const {
    std::set<const llvm::BasicBlock*> seen{&entry};
    std::vector<const llvm::BasicBlock*> open{&entry};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.back();
      open.pop_back();
      bool written = false;
      // The first access in the block decides.
      for (const llvm::Instruction& i : *block) {
        if (reads_.count(&i) != 0) return true;
        written = writes_.count(&i) != 0;
        if (written) break;
      }
      if (written) continue;
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        if (seen.insert(next).second) open.push_back(next);
      }
    }
    return false;
  }

  void take(llvm::Use& use) {
    llvm::User* user = use.getUser();
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      reads_.insert(load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getPointerOperand() == use.get()) {
        writes_.insert(store);
      } else {
        // The pointer itself is stored.
        take_variable(*store);
      }
    } else if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(user)) {
      // Not the object itself but some element or member.
      out_.indexed |= !gep->hasAllZeroIndices();
      add(*gep);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      take_call(*call, use);
    } else if (!llvm::isa<llvm::ICmpInst>(user)) {
      out_.other = true;
    }
  }

  /// The pointer is kept in a local variable: its loads are followed. If
  /// something else is stored there too, the loads may be another pointer.
  void take_variable(llvm::StoreInst& store) {
    auto* variable =
        llvm::dyn_cast<llvm::AllocaInst>(store.getPointerOperand());
    if (variable == nullptr) {
      out_.other = true;
      return;
    }
    for (llvm::User* user : variable->users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        add(*load);
      } else if (user != &store && !llvm::isa<llvm::DbgInfoIntrinsic>(user)) {
        out_.other = true;
      }
    }
  }

  void take_call(llvm::CallBase& call, llvm::Use& use) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
    llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || callee->isDeclaration() ||
        !call.isArgOperand(&use) || nesting_ == 0 ||
        call.getArgOperandNo(&use) >= callee->arg_size()) {
      out_.other = true;
      return;
    }
    const PointerUse inner =
        use_within(*callee->getArg(call.getArgOperandNo(&use)), nesting_ - 1);
    out_.other |= inner.other;
    out_.indexed |= inner.indexed;
    // A call counts as the read or write that its callee makes first.
    if (inner.read_first) reads_.insert(&call);
    if (inner.written) writes_.insert(&call);
  }

  unsigned nesting_;
  PointerUse out_;
  std::vector<llvm::Value*> work_;
  std::set<const llvm::Value*> seen_;
  std::set<const llvm::Instruction*> reads_, writes_;
};

PointerUse use_within(llvm::Argument& pointer, unsigned nesting) {
  return Follower(nesting).follow(pointer);
}

}  // namespace

PointerUse use_of(llvm::Argument& pointer) {
  return use_within(pointer, kMostNesting);
}

}  // namespace catenary::program
