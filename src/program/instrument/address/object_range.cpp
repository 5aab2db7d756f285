// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/address/object_range.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace catenary::program {

namespace {

/// The declaration of a test; made where there is none yet.
llvm::Function* test(llvm::IRBuilderBase& b,
                     const char* name,
                     llvm::ArrayRef<llvm::Type*> parameters) {
  llvm::Module& m = *b.GetInsertBlock()->getModule();
  if (llvm::Function* f = m.getFunction(name)) return f;
  auto* f = llvm::Function::Create(
      llvm::FunctionType::get(b.getInt1Ty(), parameters, false),
      llvm::GlobalValue::ExternalLinkage,
      name,
      m);
  f->setDoesNotThrow();
  f->setDoesNotAccessMemory();
  f->setDoesNotRecurse();
  f->setWillReturn();
  return f;
}

/// A call of kLiesIn or kLiesInConstant.
llvm::Value* lies_within(llvm::IRBuilderBase& b,
                         const char* name,
                         llvm::Value* pointer,
                         llvm::Value& begin,
                         std::uint64_t distance) {
  llvm::Type* parameters[] = {b.getPtrTy(), b.getPtrTy(), b.getInt64Ty()};
  return b.CreateCall(test(b, name, parameters),
                      {pointer, &begin, b.getInt64(distance)});
}

/// Gives the function a body that returns `result` of it.
void define(Workspace& w,
            const char* name,
            llvm::function_ref<llvm::Value*(llvm::IRBuilderBase&,
                                            llvm::Function&)> result) {
  llvm::Function* f = w.module->getFunction(name);
  if (f == nullptr || !f->isDeclaration()) return;
  f->setLinkage(llvm::GlobalValue::InternalLinkage);
  f->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(*w.context, "", f));
  b.CreateRet(result(b, *f));
}

/// Variables that the preparation adds: goals, counters, inputs.
bool is_ours(const llvm::GlobalVariable& g) {
  const llvm::StringRef name = g.getName();
  return name.starts_with("__cat_") || name.starts_with("__prof") ||
         name.starts_with("__llvm_prof");
}

}  // namespace

bool is_test(const llvm::Function& f) {
  const llvm::StringRef name = f.getName();
  return name == kLiesIn || name == kLiesInConstant || name == kIsMarker;
}

void define_tests(Workspace& w) {
  for (const char* name : {kLiesIn, kLiesInConstant}) {
    define(w, name, [](llvm::IRBuilderBase& b, llvm::Function& f) {
      llvm::Value* distance =
          b.CreateSub(b.CreatePtrToInt(f.getArg(0), b.getInt64Ty()),
                      b.CreatePtrToInt(f.getArg(1), b.getInt64Ty()));
      return b.CreateICmpULE(distance, f.getArg(2));
    });
  }
  define(w, kIsMarker, [](llvm::IRBuilderBase& b, llvm::Function& f) {
    llvm::Value* number = b.CreatePtrToInt(f.getArg(0), b.getInt64Ty());
    return b.CreateICmpUGE(b.CreateSub(number, b.getInt64(kFirstByte)),
                           b.getInt64(kEndOfMemory - kFirstByte));
  });
}

std::optional<ObjectRange> object_range(const llvm::Value& v,
                                        const llvm::Instruction& at,
                                        Calls* calls) {
  const llvm::DataLayout& layout = at.getModule()->getDataLayout();
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(&v)) {
    if (!g->hasInitializer() || is_ours(*g)) return std::nullopt;
    return ObjectRange{const_cast<llvm::GlobalVariable*>(g),
                       layout.getTypeAllocSize(g->getValueType())};
  }
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&v);
  if (local == nullptr || !local->isStaticAlloca() ||
      local->isArrayAllocation() || local->getFunction() != at.getFunction() ||
      (calls != nullptr && calls->may_recur(*local->getFunction()))) {
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
  return lies_within(b, kLiesIn, pointer, *object.begin, object.bytes - size);
}

llvm::Value* lies_in_constant(llvm::IRBuilderBase& b,
                              llvm::Value* pointer,
                              const ObjectRange& object) {
  return lies_within(
      b, kLiesInConstant, pointer, *object.begin, object.bytes - 1);
}

llvm::Value* is_marker(llvm::IRBuilderBase& b, llvm::Value* pointer) {
  return b.CreateCall(test(b, kIsMarker, {b.getPtrTy()}), {pointer});
}

}  // namespace catenary::program
