// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stubs of functions without source may write to what they are given, by their
/// prototypes. Many prototypes lack a `const`: `void show(char *text)` is given
/// string literals. The function itself does not write there, or the program
/// would crash, so that its stub must not either.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "program/analyse/points_to.h"
#include "program/build/workspace.h"
#include "program/instrument/stub_notes.h"
#include "program/instrument/stubs.h"

namespace catenary::program {

namespace {

bool is_stub(const llvm::Function& f) {
  const llvm::DISubprogram* s = f.getSubprogram();
  return s != nullptr && s->getName().starts_with(kStubPrefix);
}

/// The argument, but null where it points to a constant. Where it may point to
/// something else as well, only the first byte of a constant is recognised.
llvm::Value* spared(llvm::IRBuilder<>& b,
                    llvm::Value* argument,
                    const PointsTo& points_to) {
  const std::vector<const llvm::Value*> objects = points_to.objects(argument);
  std::vector<const llvm::Value*> constants;
  std::ranges::copy_if(
      objects, std::back_inserter(constants), [](const llvm::Value* v) {
        const auto* g = llvm::dyn_cast_or_null<llvm::GlobalVariable>(v);
        return g != nullptr && g->isConstant();
      });
  constexpr std::size_t kMostCompared = 64;
  if (constants.empty()) return argument;
  llvm::Value* null = llvm::Constant::getNullValue(argument->getType());
  if (constants.size() == objects.size()) return null;
  if (constants.size() > kMostCompared) return argument;
  llvm::Value* is_constant = b.getFalse();
  for (const llvm::Value* v : constants) {
    is_constant = b.CreateOr(
        is_constant, b.CreateICmpEQ(argument, const_cast<llvm::Value*>(v)));
  }
  return b.CreateSelect(is_constant, null, argument);
}

}  // namespace

void spare_constants(Workspace& w) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& f : *w.module) {
    if (!is_stub(f)) continue;
    for (llvm::User* user : f.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call != nullptr && call->getCalledOperand() == &f) {
        calls.push_back(call);
      }
    }
  }
  const auto has_pointer = [](const llvm::CallBase* call) {
    return std::ranges::any_of(call->args(), [](const llvm::Use& u) {
      return u->getType()->isPointerTy() &&
             !llvm::isa<llvm::ConstantPointerNull>(u.get());
    });
  };
  std::erase_if(calls, [&](auto* call) { return !has_pointer(call); });
  if (calls.empty()) return;
  // The program is complete: nobody else gives addresses to its functions.
  const PointsTo points_to(*w.module,
                           [](const llvm::Function&) { return true; });
  struct Replacement {
    llvm::Use* argument;
    llvm::Value* by;
  };
  std::vector<Replacement> replacements;
  for (llvm::CallBase* call : calls) {
    llvm::IRBuilder<> b(call);
    for (llvm::Use& u : call->args()) {
      if (!u->getType()->isPointerTy()) continue;
      llvm::Value* by = spared(b, u.get(), points_to);
      if (by != u.get()) replacements.push_back({&u, by});
    }
  }
  for (const Replacement& r : replacements) r.argument->set(r.by);
}

}  // namespace catenary::program
