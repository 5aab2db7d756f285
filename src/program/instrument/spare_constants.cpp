// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stubs of functions without source may write to what they are given, by their
/// prototypes. Many prototypes lack a `const`: `void show(char *text)` is given
/// string literals. The function itself does not write there, or the program
/// would crash, so that its stub must not either.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "program/analyse/points_to.h"
#include "program/build/workspace.h"
#include "program/instrument/address/object_range.h"
#include "program/instrument/stub_notes.h"
#include "program/instrument/stubs.h"

namespace catenary::program {

namespace {

bool is_stub(const llvm::Function& f) {
  const llvm::DISubprogram* s = f.getSubprogram();
  return s != nullptr && s->getName().starts_with(kStubPrefix);
}

/// Whether it points to a constant whatever happens.
bool is_constant(llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects);
  return std::ranges::all_of(objects, [](const llvm::Value* v) {
    const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(v);
    return g != nullptr && g->isConstant();
  });
}

/// Whether the stub that is called uses the argument. Unoptimised code stores
/// every parameter in a local variable; one that is not used is never loaded.
bool is_read(const llvm::CallBase& call, const llvm::Use& argument) {
  const auto* stub = llvm::cast<llvm::Function>(call.getCalledOperand());
  const unsigned at = argument.getOperandNo();
  if (at >= stub->arg_size()) return false;
  const auto users = stub->getArg(at)->users();
  return !std::ranges::all_of(users, [](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    const auto* local =
        store == nullptr
            ? nullptr
            : llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
    return local != nullptr && local->hasOneUse();
  });
}

/// The argument, but null where it points into a constant. The analysis says
/// which constants may be meant, not that it is one: a number may be an address
/// too. So the address is compared with each of them.
llvm::Value* spared(llvm::IRBuilder<>& b,
                    llvm::Value* argument,
                    const PointsTo& points_to) {
  llvm::Value* null = llvm::Constant::getNullValue(argument->getType());
  if (is_constant(argument)) return null;
  const std::vector<const llvm::Value*> objects = points_to.objects(argument);
  std::vector<ObjectRange> constants;
  for (const llvm::Value* v : objects) {
    const auto* g = llvm::dyn_cast_or_null<llvm::GlobalVariable>(v);
    if (g == nullptr || !g->isConstant()) continue;
    const auto range = object_range(*g, *b.GetInsertPoint(), nullptr);
    if (range && range->bytes > 0) constants.push_back(*range);
  }
  llvm::Value* found = b.getFalse();
  for (const ObjectRange& g : constants) {
    found = b.CreateOr(found, lies_in_constant(b, argument, g));
  }
  return constants.empty() ? argument : b.CreateSelect(found, null, argument);
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
  // The program is complete: nobody else gives addresses to its functions, but
  // for calls through pointers, which the analysis does not follow to entries.
  const PointsTo points_to(
      *w.module, [](const llvm::Function& f) { return !f.hasAddressTaken(); });
  struct Replacement {
    llvm::Use* argument;
    llvm::Value* by;
  };
  std::vector<Replacement> replacements;
  for (llvm::CallBase* call : calls) {
    llvm::IRBuilder<> b(call);
    for (llvm::Use& u : call->args()) {
      if (!u->getType()->isPointerTy() || !is_read(*call, u)) continue;
      llvm::Value* by = spared(b, u.get(), points_to);
      if (by != u.get()) replacements.push_back({&u, by});
    }
  }
  for (const Replacement& r : replacements) r.argument->set(r.by);
}

}  // namespace catenary::program
