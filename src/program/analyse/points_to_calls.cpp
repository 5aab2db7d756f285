// SPDX-License-Identifier: Apache-2.0
/// \file
/// Constraints of calls: parameters and results of functions of the module,
/// rules for library functions and intrinsics, and the safe rule for
/// everything else.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "program/analyse/points_to_solver.h"
#include "program/build/library.h"
#include "program/build/workspace.h"

namespace catenary::program {

using llvm::Function;
using llvm::Instruction;
using llvm::Value;
using Set = PointsToSolver::Set;

namespace {

/// Library functions that copy the memory that the second argument points to.
bool copies_memory(llvm::StringRef name) {
  return name == "memcpy" || name == "memmove" || name == "strcpy" ||
         name == "strncpy";
}

/// Library functions that only read memory and return no address.
bool only_reads(llvm::StringRef name) {
  return name == "memcmp" || name == "strlen" || name == "strcmp" ||
         name == "strncmp";
}

/// Intrinsics that neither move nor return an address.
bool has_no_effect(const llvm::CallBase& c) {
  switch (c.getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return true;
    default:
      return llvm::isa<llvm::DbgInfoIntrinsic>(c);
  }
}

/// The result depends on the arguments alone.
bool is_pure(const llvm::CallBase& c) {
  const llvm::Intrinsic::ID id = c.getIntrinsicID();
  return id == llvm::Intrinsic::launder_invariant_group ||
         id == llvm::Intrinsic::strip_invariant_group ||
         !c.mayReadOrWriteMemory();
}

}  // namespace

void PointsToSolver::call(llvm::CallBase& c) {
  if (has_no_effect(c)) return;
  if (c.isInlineAsm()) return anything(c);
  if (Function* f = c.getCalledFunction()) return bind(c, *f);
  // An indirect call is bound to each function that its set gets.
  const NodeId callee = node(c.getCalledOperand());
  nodes_[callee].calls.push_back(&c);
  nodes_[callee].handled.clear();
  enqueue(callee);
}

void PointsToSolver::bind(llvm::CallBase& c, Function& f) {
  // Each pair once: sets only grow.
  if (!bound_.emplace(&c, &f).second) return;
  if (f.isDeclaration()) return library_call(c, f);
  for (unsigned k = 0; k < c.arg_size(); ++k) {
    const Value* given = c.getArgOperand(k);
    // More arguments than parameters: a variadic function.
    if (k >= f.arg_size()) {
      include(node(given), objects_[rest_].holds);
    } else if (f.getArg(k)->hasByValAttr()) {
      // The callee has a copy of the object.
      load(node(given), objects_[object(f.getArg(k))].holds);
    } else {
      include(node(given), node(f.getArg(k)));
    }
  }
  include(result_of(f), node(&c));
}

void PointsToSolver::library_call(llvm::CallBase& c, const Function& f) {
  const llvm::StringRef name = f.getName();
  // Named functions first; all others by what they may do.
  if (name == kStop || only_reads(name)) return;
  // A pointer to a function of another type, which no valid run calls here.
  if (c.arg_size() < f.arg_size()) return anything(c);
  if (f.getIntrinsicID() == llvm::Intrinsic::vastart) {
    Set rest;
    rest.set(rest_);
    const NodeId list = new_node();
    add(list, rest);
    store(list, node(c.getArgOperand(0)));
  } else if (llvm::isa<llvm::AnyMemTransferInst>(c) || copies_memory(name) ||
             f.getIntrinsicID() == llvm::Intrinsic::vacopy) {
    copy_memory(c.getArgOperand(0), c.getArgOperand(1));
    include(node(c.getArgOperand(0)), node(&c));
  } else if (llvm::isa<llvm::AnyMemSetInst>(c) || name == "memset") {
    store(node(c.getArgOperand(1)), node(c.getArgOperand(0)));
    include(node(c.getArgOperand(0)), node(&c));
  } else if (f.isIntrinsic() && is_pure(c)) {
    // Without memory effects the result is made of the arguments.
    for (const llvm::Use& a : c.args()) include(node(a.get()), node(&c));
  } else {
    anything(c);
  }
}

/// Everything that can be reached from the operands may be stored to
/// everything that can be reached, and be the result.
void PointsToSolver::anything(Instruction& i) {
  const NodeId reached = new_node();
  const auto* c = llvm::dyn_cast<llvm::CallBase>(&i);
  const Function* f = c == nullptr ? nullptr : c->getCalledFunction();
  const bool known = f != nullptr && (f->isIntrinsic() ||
                                      is_native_function(f->getName().str()));
  // An unknown function may have kept any address before.
  if (c != nullptr && !known) add(reached, all_);
  // Functions as operands are callees; their code is analysed anyway.
  for (const Value* operand : i.operand_values()) {
    if (!llvm::isa<Function>(operand)) include(node(operand), reached);
  }
  load(reached, reached);
  store(reached, reached);
  include(reached, node(&i));
}

}  // namespace catenary::program
