// SPDX-License-Identifier: Apache-2.0
/// \file
/// Use analysis of pointer parameters, see pointer_use.h.
#include "program/analyse/pointer_use.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <utility>
#include <vector>

namespace catenary::program {

namespace {

/// Levels of calls that are followed; recursion ends here.
constexpr unsigned kMostNesting = 8;

/// Bytes from a pointer to the member or element that a GEP comes to; an index
/// that is not constant counts as 0.
std::int64_t member_offset(const llvm::GEPOperator& gep,
                           const llvm::DataLayout& layout) {
  std::int64_t out = 0;
  for (auto at = llvm::gep_type_begin(gep); at != llvm::gep_type_end(gep);
       ++at) {
    llvm::StructType* type = at.getStructTypeOrNull();
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
    if (index == nullptr) continue;
    if (type == nullptr) {
      out +=
          index->getSExtValue() *
          static_cast<std::int64_t>(
              layout.getTypeAllocSize(at.getIndexedType()).getKnownMinValue());
      continue;
    }
    out += static_cast<std::int64_t>(
        layout.getStructLayout(type)
            ->getElementOffset(static_cast<unsigned>(index->getZExtValue()))
            .getFixedValue());
  }
  return out;
}

/// Follows one pointer through one function; calls recurse.
class Follower {
 public:
  Follower(PointerUses& all, const llvm::DataLayout& layout, unsigned nesting)
      : all_(all), layout_(layout), nesting_(nesting) {}

  MemberUse follow(llvm::Argument& pointer) {
    add(pointer, 0);
    while (!work_.empty()) {
      const auto [at, offset] = work_.back();
      work_.pop_back();
      for (llvm::Use& use : at->uses()) take(use, offset);
    }
    const llvm::Function& f = *pointer.getParent();
    order_events(f);
    std::set<Access> read, written;
    for (const auto& [i, access] : reads_) read.insert(access);
    for (const auto& [i, access] : writes_) written.insert(access);
    for (const Access& a : read) {
      if (is_reached(f.getEntryBlock(), a, true)) out_.read_first.insert(a);
    }
    for (const Access& a : written) {
      if (!is_reached(f.getEntryBlock(), a, false)) out_.set.insert(a);
    }
    out_.use.written = out_.use.written || !written.empty();
    out_.use.read_first = !out_.read_first.empty();
    return std::move(out_);
  }

 private:
  struct Event {
    bool is_read = false;
    Access access;
  };

  /// Each value once: a pointer that a loop moves is stored to the variable
  /// that it was loaded from.
  void add(llvm::Value& pointer, std::int64_t offset) {
    if (seen_.insert(&pointer).second) work_.emplace_back(&pointer, offset);
  }

  /// The accesses of each block in the order of the code. A call reads before
  /// it writes.
  void order_events(const llvm::Function& f) {
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      for (const bool is_read : {true, false}) {
        const auto& all = is_read ? reads_ : writes_;
        const auto [first, last] = all.equal_range(&i);
        for (auto at = first; at != last; ++at) {
          events_[i.getParent()].push_back({is_read, at->second});
        }
      }
    }
  }

  /// Whether some path from the entry comes to a read of these bytes, or to the
  /// end of the function, before they are written: a search over blocks that
  /// stops at writes.
  [[nodiscard]] bool is_reached(const llvm::BasicBlock& entry,
                                const Access& wanted,
                                bool read) const {
    std::set<const llvm::BasicBlock*> seen{&entry};
    std::vector<const llvm::BasicBlock*> open{&entry};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.back();
      open.pop_back();
      bool written = false;
      if (const auto at = events_.find(block); at != events_.end()) {
        for (const Event& e : at->second) {
          if (e.is_read && read && e.access == wanted) return true;
          written = !e.is_read && e.access.covers(wanted);
          if (written) break;
        }
      }
      if (written) continue;
      if (!read && llvm::isa<llvm::ReturnInst>(block->getTerminator())) {
        return true;
      }
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        if (seen.insert(next).second) open.push_back(next);
      }
    }
    return false;
  }

  [[nodiscard]] Access access_to(std::int64_t offset, llvm::Type* type) const {
    return {offset,
            static_cast<std::int64_t>(
                layout_.getTypeStoreSize(type).getKnownMinValue())};
  }

  void take(llvm::Use& use, std::int64_t offset) {
    llvm::User* user = use.getUser();
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      reads_.emplace(load, access_to(offset, load->getType()));
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getPointerOperand() == use.get()) {
        writes_.emplace(store,
                        access_to(offset, store->getValueOperand()->getType()));
      } else {
        // The pointer itself is stored.
        take_variable(*store, offset);
      }
    } else if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(user)) {
      // Not the object itself but some element or member.
      out_.use.indexed |= !gep->hasAllZeroIndices();
      add(*gep, offset + member_offset(*gep, layout_));
    } else if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
      take_copy(*copy, use, offset);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      take_call(*call, use, offset);
    } else if (!llvm::isa<llvm::ICmpInst>(user)) {
      out_.use.other = true;
    }
  }

  /// The pointer is kept in a local variable: its loads are followed. If
  /// something else is stored there too, the loads may be another pointer.
  void take_variable(llvm::StoreInst& store, std::int64_t offset) {
    auto* variable =
        llvm::dyn_cast<llvm::AllocaInst>(store.getPointerOperand());
    if (variable == nullptr) {
      out_.use.other = true;
      return;
    }
    for (llvm::User* user : variable->users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        add(*load, offset);
      } else if (user != &store && !llvm::isa<llvm::DbgInfoIntrinsic>(user)) {
        out_.use.other = true;
      }
    }
  }

  /// memcpy() and memset(), also of an assignment of structures.
  void take_copy(llvm::MemIntrinsic& copy,
                 const llvm::Use& use,
                 std::int64_t offset) {
    out_.use.other = true;
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    const Access access{offset, length == nullptr ? 0 : length->getSExtValue()};
    (&use == &copy.getRawDestUse() ? writes_ : reads_).emplace(&copy, access);
  }

  void take_call(llvm::CallBase& call, llvm::Use& use, std::int64_t offset) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
    llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || callee->isDeclaration() ||
        !call.isArgOperand(&use) || nesting_ == 0 ||
        call.getArgOperandNo(&use) >= callee->arg_size()) {
      out_.use.other = true;
      return;
    }
    const MemberUse& inner =
        all_.within(*callee->getArg(call.getArgOperandNo(&use)), nesting_ - 1);
    out_.use.other |= inner.use.other;
    out_.use.indexed |= inner.use.indexed;
    out_.use.written |= inner.use.written;
    for (const Access& a : inner.read_first) {
      reads_.emplace(&call, Access{offset + a.offset, a.size});
    }
    for (const Access& a : inner.set) {
      writes_.emplace(&call, Access{offset + a.offset, a.size});
    }
  }

  PointerUses& all_;
  const llvm::DataLayout& layout_;
  unsigned nesting_;
  MemberUse out_;
  std::vector<std::pair<llvm::Value*, std::int64_t>> work_;
  std::set<const llvm::Value*> seen_;
  std::multimap<const llvm::Instruction*, Access> reads_, writes_;
  std::map<const llvm::BasicBlock*, std::vector<Event>> events_;
};

}  // namespace

const MemberUse& PointerUses::within(llvm::Argument& pointer,
                                     unsigned nesting) {
  const std::pair<const llvm::Argument*, unsigned> key{&pointer, nesting};
  if (const auto at = known_.find(key); at != known_.end()) return at->second;
  const llvm::DataLayout& layout =
      pointer.getParent()->getParent()->getDataLayout();
  MemberUse found = Follower(*this, layout, nesting).follow(pointer);
  return known_.emplace(key, std::move(found)).first->second;
}

PointerUse PointerUses::of(llvm::Argument& pointer) {
  return within(pointer, kMostNesting).use;
}

}  // namespace catenary::program
