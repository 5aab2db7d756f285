// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/address/object_range.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace catenary::program {

namespace {

/// The function with this name; made where there is none yet.
llvm::Function* function(
    llvm::IRBuilderBase& b,
    const char* name,
    llvm::ArrayRef<llvm::Type*> parameters,
    llvm::function_ref<llvm::Value*(llvm::IRBuilderBase&, llvm::Function&)>
        result) {
  llvm::Module& m = *b.GetInsertBlock()->getModule();
  if (llvm::Function* f = m.getFunction(name)) return f;
  auto* f = llvm::Function::Create(
      llvm::FunctionType::get(b.getInt1Ty(), parameters, false),
      llvm::GlobalValue::InternalLinkage,
      name,
      m);
  f->addFnAttr(llvm::Attribute::AlwaysInline);
  f->setDoesNotThrow();
  f->setDoesNotAccessMemory();
  f->setDoesNotRecurse();
  f->setWillReturn();
  llvm::IRBuilder<> in(llvm::BasicBlock::Create(m.getContext(), "", f));
  in.CreateRet(result(in, *f));
  return f;
}

}  // namespace

std::optional<ObjectRange> object_range(const llvm::Value& v,
                                        const llvm::Instruction& at,
                                        bool is_own) {
  const llvm::DataLayout& layout = at.getModule()->getDataLayout();
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(&v)) {
    if (!g->hasInitializer()) return std::nullopt;
    return ObjectRange{const_cast<llvm::GlobalVariable*>(g),
                       layout.getTypeAllocSize(g->getValueType())};
  }
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&v);
  if (local == nullptr || !local->isStaticAlloca() ||
      local->isArrayAllocation() || local->getFunction() != at.getFunction() ||
      (!is_own && !local->getFunction()->doesNotRecurse())) {
    return std::nullopt;
  }
  return ObjectRange{const_cast<llvm::AllocaInst*>(local),
                     layout.getTypeAllocSize(local->getAllocatedType())};
}

llvm::Value* as_pointer(llvm::IRBuilderBase& b, llvm::Value* v) {
  if (v->getType()->isPointerTy()) return v;
  return b.CreateIntToPtr(v, b.getPtrTy());
}

llvm::Value* lies_in(llvm::IRBuilderBase& b,
                     llvm::Value* pointer,
                     const ObjectRange& object,
                     std::uint64_t size) {
  llvm::Type* parameters[] = {b.getPtrTy(), b.getPtrTy(), b.getInt64Ty()};
  llvm::Function* test = function(
      b, kLiesIn, parameters, [](llvm::IRBuilderBase& in, llvm::Function& f) {
        llvm::Type* number = in.getInt64Ty();
        llvm::Value* distance =
            in.CreateSub(in.CreatePtrToInt(f.getArg(0), number),
                         in.CreatePtrToInt(f.getArg(1), number));
        return in.CreateICmpULE(distance, f.getArg(2));
      });
  return b.CreateCall(test,
                      {pointer, object.begin, b.getInt64(object.bytes - size)});
}

llvm::Value* is_marker(llvm::IRBuilderBase& b, llvm::Value* pointer) {
  llvm::Function* test = function(
      b,
      kIsMarker,
      {b.getPtrTy()},
      [](llvm::IRBuilderBase& in, llvm::Function& f) {
        llvm::Value* number = in.CreatePtrToInt(f.getArg(0), in.getInt64Ty());
        return in.CreateICmpUGE(in.CreateSub(number, in.getInt64(kFirstByte)),
                                in.getInt64(kEndOfMemory - kFirstByte));
      });
  return b.CreateCall(test, {pointer});
}

}  // namespace catenary::program
