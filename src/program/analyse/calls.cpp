// SPDX-License-Identifier: Apache-2.0
#include "program/analyse/calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>

namespace catenary::program {

using llvm::CallBase;
using llvm::Function;

Calls::Calls(const llvm::Module& m, const PointsTo& points_to) {
  for (const Function& f : m) {
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      const auto* call = llvm::dyn_cast<CallBase>(&i);
      if (call == nullptr) continue;
      for (const Function* callee : points_to.callees(*call)) {
        callers_[callee].push_back(call);
      }
    }
  }
}

const std::vector<const CallBase*>& Calls::callers(const Function& f) const {
  static const std::vector<const CallBase*> none;
  const auto at = callers_.find(&f);
  return at == callers_.end() ? none : at->second;
}

bool Calls::may_recur(const Function& f) {
  if (const auto at = recurs_.find(&f); at != recurs_.end()) return at->second;
  std::set<const Function*> reached;
  std::vector<const Function*> open = {&f};
  while (!open.empty() && !reached.contains(&f)) {
    const Function* callee = open.back();
    open.pop_back();
    for (const CallBase* call : callers(*callee)) {
      if (reached.insert(call->getFunction()).second) {
        open.push_back(call->getFunction());
      }
    }
  }
  return recurs_[&f] = reached.contains(&f);
}

}  // namespace catenary::program
