// SPDX-License-Identifier: Apache-2.0
/// \file
/// Uses of a variable, see variable_uses.h.
#include "program/analyse/variable_uses.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "program/build/workspace.h"

namespace catenary::program {

using llvm::GlobalVariable;
using llvm::Value;

namespace {

/// Library functions that read what their arguments point to and write nothing.
bool only_reads(const llvm::Function& f) {
  static const std::set<llvm::StringRef> names = {"memcmp",
                                                  "strcmp",
                                                  "strncmp",
                                                  "strlen",
                                                  "strnlen",
                                                  "strchr",
                                                  "strrchr",
                                                  "strstr",
                                                  "strspn",
                                                  "strcspn",
                                                  "memchr",
                                                  "atoi",
                                                  "atol",
                                                  "atof"};
  return names.contains(f.getName());
}

}  // namespace

Uses::Uses(const llvm::DataLayout& layout, const GlobalVariable& g)
    : layout_(layout), g_(g) {
  size_ = layout.getTypeAllocSize(g.getValueType());
  read_.resize(size_);
  written_.resize(size_);
  follow(g, 0);
}

bool Uses::is_zero(std::uint64_t at, std::uint64_t size) const {
  const llvm::Constant* init = g_.getInitializer();
  // A null value is zero everywhere, whatever the type.
  if (init->isNullValue()) return true;
  llvm::Type* type =
      llvm::Type::getIntNTy(g_.getContext(), static_cast<unsigned>(8 * size));
  // Folds a load of the bytes from the initialiser, across members.
  const llvm::Constant* value = llvm::ConstantFoldLoadFromConst(
      const_cast<llvm::Constant*>(init), type, llvm::APInt(64, at), layout_);
  return value != nullptr && value->isNullValue();
}

bool Uses::any(const std::vector<bool>& bytes,
               std::uint64_t at,
               std::uint64_t size) const {
  for (std::uint64_t i = at; i < std::min(at + size, size_); ++i) {
    if (bytes[i]) return true;
  }
  return false;
}

void Uses::mark(std::vector<bool>& bytes, Offset at, Offset size) {
  const std::uint64_t first = at && size ? *at : 0;
  const std::uint64_t end = at && size ? std::min(size_, *at + *size) : size_;
  for (std::uint64_t i = first; i < end; ++i) bytes[i] = true;
}

void Uses::store(const llvm::StoreInst& i, Offset at) {
  volatile_ = volatile_ || i.isVolatile();
  const Value* value = i.getValueOperand();
  // `x = x` changes nothing.
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
      load != nullptr && load->getPointerOperand() == i.getPointerOperand()) {
    return;
  }
  const std::uint64_t size = layout_.getTypeStoreSize(value->getType());
  // A store of the initial value is how resets are written.
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(value); c && at) {
    const llvm::Constant* before = llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant*>(g_.getInitializer()),
        value->getType(),
        llvm::APInt(64, *at),
        layout_);
    if (before == c) return;
  }
  mark(written_, at, size);
}

void Uses::transfer(const llvm::MemIntrinsic& i,
                    const llvm::Use& use,
                    Offset at) {
  const auto* n = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
  const Offset size = n != nullptr ? Offset(n->getZExtValue()) : std::nullopt;
  const bool is_target = i.getRawDest() == use.get();
  mark(is_target ? written_ : read_, at, size);
}

void Uses::call(const llvm::CallBase& call, const llvm::Use& use, Offset at) {
  const llvm::Function* f = call.getCalledFunction();
  if (f != nullptr && f->isIntrinsic() && f->doesNotAccessMemory()) return;
  if (f == nullptr || f->isDeclaration() || !call.isArgOperand(&use) ||
      call.getArgOperandNo(&use) >= f->arg_size()) {
    escapes_ = true;
  } else {
    follow(*f->getArg(call.getArgOperandNo(&use)), at);
  }
}

void Uses::take(const llvm::Use& use, Offset at) {
  const llvm::User* u = use.getUser();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(u)) {
    volatile_ = volatile_ || load->isVolatile();
    mark(read_, at, layout_.getTypeStoreSize(load->getType()));
  } else if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(u)) {
    if (s->getPointerOperand() == use.get()) return store(*s, at);
    escapes_ = true;
  } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(u)) {
    llvm::APInt more(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
    // A negative distance is kept as not known.
    const bool known = at && gep->accumulateConstantOffset(layout_, more) &&
                       !more.isNegative();
    follow(*gep, known ? Offset(*at + more.getZExtValue()) : std::nullopt);
  } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(u)) {
    transfer(*memory, use, at);
  } else if (llvm::isa<llvm::PHINode>(u) || llvm::isa<llvm::SelectInst>(u) ||
             llvm::isa<llvm::ConstantExpr>(u)) {
    // The same address may be one of several: the offset is not followed.
    follow(*u, std::nullopt);
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(u)) {
    this->call(*call, use, at);
  } else if (!llvm::isa<llvm::ICmpInst>(u)) {
    escapes_ = true;
  }
}

void Uses::follow(const Value& pointer, Offset at) {
  // Once it escapes, nothing more can be learnt.
  if (escapes_ || !seen_.insert({&pointer, at}).second) return;
  if (seen_.size() > 1000) escapes_ = true;  // it runs over an array
  for (const llvm::Use& use : pointer.uses()) take(use, at);
}

Accesses::Accesses(const Workspace& w)
    : points_to_(*w.module, [](const llvm::Function& f) {
        return f.getName().starts_with("__cat_");
      }) {
  for (const llvm::Function& f : *w.module) {
    for (const llvm::Instruction& i : llvm::instructions(f)) note(i);
  }
}

void Accesses::note(const llvm::Instruction& i) {
  // Through points-to sets, so that escaped addresses are covered as well.
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
    add(read_, load->getPointerOperand());
  } else if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    add(written_, s->getPointerOperand());
  } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
    add(read_, copy->getSource());
    add(written_, copy->getDest());
  } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&i)) {
    add(written_, fill->getDest());
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
    outside(*call);
  } else if (i.mayReadOrWriteMemory()) {
    for (const Value* operand : i.operand_values()) {
      add(read_, operand);
      add(written_, operand);
    }
  }
}

void Accesses::outside(const llvm::CallBase& call) {
  const llvm::Function* f = call.getCalledFunction();
  // Functions of the harness only note what happens.
  if (f == nullptr || !f->isDeclaration() ||
      f->getName().starts_with("__cat_") ||
      (f->isIntrinsic() && f->doesNotAccessMemory())) {
    return;
  }
  for (const Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    add(read_, argument);
    if (!only_reads(*f)) add(written_, argument);
  }
}

void Accesses::add(Variables& to, const Value* pointer) {
  for (const GlobalVariable* g : points_to_.variables(pointer)) to.insert(g);
}

}  // namespace catenary::program
