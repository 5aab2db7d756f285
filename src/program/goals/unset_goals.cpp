// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals for reads of members that have no value yet. A call of
/// __catenary_unset() in the initialisation marks a member; from then on a flag
/// records whether something was stored in it, and every load of it is a goal.
///
/// This is a dynamic definedness analysis (in the manner of MemorySanitizer:
/// Stepanov and Serebryany, CGO 2015) for named members only. Copies of a whole
/// structure are not reads: they pass on what is there. A member whose address
/// leaves the function counts as set from there on. So every report is a read
/// of an indeterminate value, while reads through references and pointers may
/// be missed.
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.h"
#include "program/build/workspace.h"
#include "program/goals/unset_goals.h"
#include "program/instrument/inputs/input_calls.h"

namespace catenary::program {

namespace {

constexpr const char* kMark = "__catenary_unset";

/// Bytes within a structure of some type, whichever object that is: objects of
/// one type are not told apart.
struct Place {
  llvm::StructType* type = nullptr;
  std::uint64_t offset = 0;
};

/// A marked member, and the variable that is 1 while the member has no value.
struct Member {
  Place place;
  std::uint64_t size = 0;
  std::string name;
  llvm::GlobalVariable* unset = nullptr;
};

/// Places the marks and instruments loads, stores and escapes.
class Unset {
 public:
  Unset(Workspace& w, llvm::GlobalVariable& hits)
      : w_(w), hits_(hits), layout_(w.module->getDataLayout()) {}

  void run(const std::vector<llvm::Function*>& functions) {
    std::vector<llvm::CallInst*> marks;
    for (llvm::Function* f : functions) {
      if (f->isDeclaration()) continue;
      for (llvm::Instruction& i : llvm::instructions(*f)) {
        auto* c = llvm::dyn_cast<llvm::CallInst>(&i);
        if (c != nullptr && c->getCalledFunction() != nullptr &&
            c->getCalledFunction()->getName() == kMark) {
          marks.push_back(c);
        }
      }
    }
    if (marks.empty()) return;
    // The function that marks members does so after it constructed the object;
    // stores in it would come too early and are not watched.
    std::vector<const llvm::Function*> marking;
    for (llvm::CallInst* c : marks) {
      marking.push_back(c->getFunction());
      mark(*c);
    }
    for (llvm::Function* f : functions) {
      if (f->isDeclaration() || std::ranges::count(marking, f) != 0) continue;
      watch(*f);
    }
  }

 private:
  void mark(llvm::CallInst& c) {
    const std::optional<Place> at = place(c.getArgOperand(1));
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(2));
    CATENARY_CHECK(at.has_value() && size != nullptr,
                   "__catenary_unset() is called for a member");
    auto* type = llvm::Type::getInt8Ty(*w_.context);
    Member m;
    m.place = *at;
    m.size = size->getZExtValue();
    m.name = constant_text(c.getArgOperand(0));
    m.unset = new llvm::GlobalVariable(
        *w_.module,
        type,
        false,
        llvm::GlobalValue::ExternalLinkage,
        llvm::ConstantInt::get(type, 0),
        "__cat_unset_" + std::to_string(members_.size()));
    llvm::IRBuilder<> b(&c);
    b.CreateStore(b.getInt8(1), m.unset);
    c.eraseFromParent();
    members_.push_back(std::move(m));
  }

  /// The outermost structure type on the way to the address and the offset in
  /// it. Nothing where an offset is not constant or no structure is indexed.
  [[nodiscard]] std::optional<Place> place(const llvm::Value* p) const {
    llvm::APInt offset(layout_.getPointerSizeInBits(), 0);
    std::optional<Place> out;
    // From the inner address outwards; the offset accumulates, so the last
    // structure that is met has the offset from its own begin.
    while (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(p)) {
      if (!gep->accumulateConstantOffset(layout_, offset)) return std::nullopt;
      if (auto* type =
              llvm::dyn_cast<llvm::StructType>(gep->getSourceElementType())) {
        out = Place{type, offset.getZExtValue()};
      }
      p = gep->getPointerOperand();
    }
    return out;
  }

  void watch(llvm::Function& f) {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& i : llvm::instructions(f)) all.push_back(&i);
    for (llvm::Instruction* i : all) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(i)) {
        read(*load);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(i)) {
        written(store->getPointerOperand(),
                layout_.getTypeStoreSize(store->getValueOperand()->getType()),
                *store);
        escapes(store->getValueOperand(), *store);
      } else if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(i)) {
        const auto* size = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
        if (size != nullptr) {
          written(copy->getDest(), size->getZExtValue(), *copy);
        } else {
          escapes(copy->getDest(), *copy);
        }
      } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(i)) {
        if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) continue;
        for (const llvm::Use& u : call->args()) escapes(u.get(), *call);
      } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(i)) {
        one_of(*phi);
      }
    }
  }

  void read(llvm::LoadInst& load) {
    read(load.getPointerOperand(), load, load);
  }

  /// `load` reads what is at `address`; the check goes before `at`.
  void read(const llvm::Value* address,
            const llvm::LoadInst& load,
            llvm::Instruction& at) {
    const std::optional<Place> p = place(address);
    if (!p) return;
    const std::uint64_t size = layout_.getTypeStoreSize(load.getType());
    for (const Member& m : members_) {
      if (m.place.type != p->type || m.place.offset != p->offset ||
          m.size != size) {
        continue;
      }
      const base::SourceLocation where = w_.locate(load);
      const std::uint32_t goal =
          w_.goal("unset-read " + m.name + "@" + short_place(where),
                  model::GoalKind::undefined,
                  where,
                  "'" + m.name + "' is read before it has a value");
      llvm::IRBuilder<> b(&at);
      llvm::Value* unset =
          b.CreateICmpNE(b.CreateLoad(b.getInt8Ty(), m.unset), b.getInt8(0));
      record_hit_if(b, hits_, goal, unset);
    }
  }

  /// `c ? a : b` is an address of one of two, which is mostly only read.
  void one_of(llvm::PHINode& phi) {
    for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
      llvm::Instruction& end = *phi.getIncomingBlock(k)->getTerminator();
      for (const llvm::User* u : phi.users()) {
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(u)) {
          read(phi.getIncomingValue(k), *load, end);
        } else {
          escapes(phi.getIncomingValue(k), end);
        }
      }
    }
  }

  void written(const llvm::Value* to,
               std::uint64_t size,
               llvm::Instruction& at) const {
    const std::optional<Place> p = place(to);
    if (!p) return;
    for (const Member& m : members_) {
      if (m.place.type == p->type && m.place.offset < p->offset + size &&
          p->offset < m.place.offset + m.size) {
        set(m, at);
      }
    }
  }

  /// Others may write all behind an address that is in their hands, up to the
  /// end of the outermost member it is in.
  void escapes(const llvm::Value* address, llvm::Instruction& at) const {
    const std::optional<Place> p = place(address);
    if (!p || !p->type->isSized()) return;
    const llvm::StructLayout* members = layout_.getStructLayout(p->type);
    if (p->offset >= members->getSizeInBytes()) return;
    const unsigned index = members->getElementContainingOffset(p->offset);
    const std::uint64_t end =
        members->getElementOffset(index) +
        layout_.getTypeStoreSize(p->type->getElementType(index));
    for (const Member& m : members_) {
      if (m.place.type == p->type && m.place.offset >= p->offset &&
          m.place.offset < end) {
        set(m, at);
      }
    }
  }

  static void set(const Member& m, llvm::Instruction& at) {
    llvm::IRBuilder<> b(&at);
    b.CreateStore(b.getInt8(0), m.unset);
  }

  Workspace& w_;
  llvm::GlobalVariable& hits_;
  const llvm::DataLayout& layout_;
  std::vector<Member> members_;
};

}  // namespace

void add_unset_goals(Workspace& w,
                     llvm::GlobalVariable& hits,
                     const std::vector<llvm::Function*>& functions) {
  Unset(w, hits).run(functions);
}

}  // namespace catenary::program
