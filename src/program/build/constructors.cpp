// SPDX-License-Identifier: Apache-2.0
/// \file
/// Constructors of globals: code that a C or C++ program runs before its
/// main(). It is part of every initialisation, since a reset starts from the
/// static initialisers.
///
/// Order: by priority, then as listed (Itanium C++ ABI 3.3.5; LLVM Language
/// Reference, "llvm.global_ctors").
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "program/build/workspace.h"

namespace catenary::program {

namespace {

using llvm::Function;

/// A row of llvm.global_ctors.
struct Entry {
  std::uint64_t priority = 0;
  Function* function = nullptr;
};

/// Takes the entries of a list out of the module, sorted by priority.
std::vector<Entry> take(llvm::Module& m, const char* list) {
  std::vector<Entry> out;
  llvm::GlobalVariable* g = m.getNamedGlobal(list);
  if (g == nullptr) return out;
  if (const auto* all =
          llvm::dyn_cast<llvm::ConstantArray>(g->getInitializer())) {
    for (const llvm::Use& use : all->operands()) {
      const auto* row = llvm::cast<llvm::ConstantStruct>(use.get());
      auto* f = llvm::dyn_cast<Function>(
          row->getOperand(1)->stripPointerCastsAndAliases());
      if (f == nullptr) continue;  // a null ends old lists
      out.push_back(
          {llvm::cast<llvm::ConstantInt>(row->getOperand(0))->getZExtValue(),
           f});
    }
  }
  g->eraseFromParent();
  std::stable_sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) {
    return a.priority < b.priority;
  });
  return out;
}

/// Removes calls of a function that has no effect here.
void ignore(llvm::Module& m, const char* name) {
  Function* f = m.getFunction(name);
  if (f == nullptr || !f->isDeclaration()) return;
  for (llvm::User* u : llvm::make_early_inc_range(f->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(u);
    if (call == nullptr || call->getCalledFunction() != f) continue;
    if (!call->getType()->isVoidTy()) {
      call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
    }
    call->eraseFromParent();
  }
}

/// Defines a function as one that aborts.
void make_abort(llvm::Module& m, Function& f) {
  llvm::LLVMContext& c = m.getContext();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(c, "", &f));
  b.CreateCall(m.getOrInsertFunction(
      "abort", llvm::FunctionType::get(llvm::Type::getVoidTy(c), false)));
  b.CreateUnreachable();
  f.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Whether a library function is reached only through tables of virtual
/// functions: the call of a pure one, and the release of an object's memory,
/// which does not happen without `new`.
bool is_behind_virtual(llvm::StringRef name) {
  return name == "__cxa_pure_virtual" || name.starts_with("_ZdlPv");
}

}  // namespace

void collect_constructors(Workspace& w) {
  llvm::Module& m = *w.module;
  const std::vector<Entry> constructors = take(m, "llvm.global_ctors");
  take(m, "llvm.global_dtors");  // runs do not end
  ignore(m, "__cxa_atexit");
  for (Function& f : m) {
    if (f.isDeclaration() && is_behind_virtual(f.getName())) make_abort(m, f);
  }
  if (constructors.empty()) return;
  llvm::LLVMContext& c = *w.context;
  Function* all =
      Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(c), false),
                       llvm::GlobalValue::InternalLinkage,
                       kConstructors,
                       m);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(c, "", all));
  for (const Entry& e : constructors) b.CreateCall(e.function);
  b.CreateRetVoid();
}

}  // namespace catenary::program
