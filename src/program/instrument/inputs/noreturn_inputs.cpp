// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/inputs/noreturn_inputs.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "program/build/library.h"
#include "program/build/workspace.h"
#include "program/instrument/inputs/input_calls.h"

namespace catenary::program {

namespace {

using llvm::Instruction;

/// What runs after a call, where a branch on a constant does not matter.
const Instruction* next_of(const llvm::CallInst& c) {
  const Instruction* next = c.getNextNonDebugInstruction();
  const auto* branch = llvm::dyn_cast_or_null<llvm::BranchInst>(next);
  if (branch == nullptr) return next;
  unsigned successor = 0;
  if (branch->isConditional()) {
    const auto* condition =
        llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition());
    if (condition == nullptr) return next;
    successor = condition->isZero() ? 1 : 0;
  }
  return branch->getSuccessor(successor)->getFirstNonPHIOrDbg();
}

/// Clang drops the attribute from the function, and puts the trap of
/// __builtin_unreachable() behind each call.
bool is_called_as_noreturn(const llvm::CallInst& c) {
  const auto* next = llvm::dyn_cast_or_null<llvm::CallInst>(next_of(c));
  if (next == nullptr || next->getCalledFunction() == nullptr) return false;
  const std::optional<Trap> trap =
      trap_of(next->getCalledFunction()->getName().str());
  return trap && std::string_view(trap->kind) == "unreachable";
}

}  // namespace

void refuse_noreturn_inputs(const Workspace& w) {
  std::vector<base::Diagnostic> errors;
  for (const llvm::Function& f : *w.module) {
    for (const Instruction& i : llvm::instructions(f)) {
      const auto* c = llvm::dyn_cast<llvm::CallInst>(&i);
      if (c == nullptr || c->getCalledFunction() == nullptr) continue;
      const std::string name = c->getCalledFunction()->getName().str();
      if (!is_input_function(name) || !is_called_as_noreturn(*c)) continue;
      errors.push_back({base::Severity::error,
                        w.locate(*c),
                        "'" + name +
                            "' is declared noreturn, so the compiler leaves "
                            "out what follows its calls; expected a "
                            "declaration without that, or the flag "
                            "-D__noreturn__=",
                        "unsupported-input",
                        {}});
    }
  }
  if (!errors.empty()) throw base::InputError(std::move(errors));
}

}  // namespace catenary::program
