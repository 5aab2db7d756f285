// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rejects side effects in expressions of a description: where one assigns to a
/// variable of the program ('==' mistyped as '=', 'x++'), the tests would be
/// those of another program. And stops writes to constants: they are a crash,
/// as where constants are in read-only memory.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <set>

#include "program/analyse/points_to.h"
#include "program/build/library.h"
#include "program/build/workspace.h"

namespace catenary::program {

namespace {

/// The memory an instruction writes by itself; null where it does not.
const llvm::Value* written(const llvm::Instruction& i) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    return store->getPointerOperand();
  }
  if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) {
    return fill->getDest();
  }
  return nullptr;
}

bool sets_a_variable(const llvm::Function& f) {
  return f.getName().starts_with("__cat_set") ||
         f.getName().starts_with("__cat_ini_set");
}

}  // namespace

bool is_expression(const llvm::Function& f) {
  const llvm::StringRef name = f.getName();
  if (sets_a_variable(f) || name == "__cat_assume" || name == "__cat_final") {
    return true;
  }
  for (const char* prefix : {"__cat_when_",
                             "__cat_then_",
                             "__cat_invariant_",
                             "__cat_may_happen_",
                             "__cat_outi_",
                             "__cat_outd_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

namespace {

/// True for stores to local variables and to variables of the harness.
bool is_private(const llvm::Value* to) {
  const llvm::Value* object = llvm::getUnderlyingObject(to);
  return llvm::isa<llvm::AllocaInst>(object) ||
         object->getName().starts_with("__cat_");
}

/// Whether it is the accessor of an output. An output may call a function with
/// effects: it is read once after each step, here and in an adapter.
bool is_output_expression(const llvm::Function& f) {
  return f.getName().starts_with("__cat_outi_") ||
         f.getName().starts_with("__cat_outd_");
}

/// The first instruction with an effect in a function or in those that it
/// calls; null where there is none. `seen` ends recursion.
const llvm::Instruction* effect_in(const llvm::Function& f,
                                   const PointsTo& points_to,
                                   std::set<const llvm::Function*>& seen) {
  if (f.isDeclaration() || !seen.insert(&f).second) return nullptr;
  const bool is_output = is_output_expression(f);
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    if (const llvm::Value* to = written(i)) {
      if (is_private(to)) continue;
      // Any variable that the address may be of, by points-to analysis.
      for (const llvm::GlobalVariable* g : points_to.variables(to)) {
        if (!g->getName().starts_with("__cat_")) return &i;
      }
      continue;
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || is_output) {
      continue;
    }
    for (const llvm::Function* callee : points_to.callees(*call)) {
      // Other expressions are checked on their own, for a better place.
      if (is_expression(*callee)) continue;
      if (ends_run(callee->getName().str())) return &i;
      if (effect_in(*callee, points_to, seen) != nullptr) return &i;
    }
  }
  return nullptr;
}

}  // namespace

void reject_side_effects(Workspace& w) {
  std::optional<PointsTo> points_to;
  for (const llvm::Function& f : *w.module) {
    if (f.isDeclaration() || !is_expression(f) || sets_a_variable(f)) continue;
    if (!points_to) {
      points_to.emplace(*w.module, [](const llvm::Function& g) {
        return g.getName().starts_with("__cat_");
      });
    }
    std::set<const llvm::Function*> seen;
    const llvm::Instruction* found = effect_in(f, *points_to, seen);
    if (found == nullptr) continue;
    throw base::InputError(
        w.locate(*found),
        llvm::isa<llvm::CallBase>(found)
            ? "this expression calls a function that changes a variable of the "
              "program or ends the run; expected one that only reads"
            : "this expression changes a variable of the program; expected one "
              "that only reads, such as 'x == 1'",
        "side-effect");
  }
}

void stop_at_constant_writes(Workspace& w) {
  llvm::Function* stop = w.module->getFunction(kStop);
  if (stop == nullptr) return;
  for (llvm::Function& f : *w.module) {
    for (llvm::Instruction& i : llvm::instructions(f)) {
      const llvm::Value* to = written(i);
      if (to == nullptr) continue;
      const auto* g =
          llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(to));
      if (g == nullptr || !g->isConstant()) continue;
      const std::uint32_t event =
          w.add_event("write to a constant", w.locate(i));
      llvm::IRBuilder<> b(&i);
      b.CreateCall(
          stop,
          {b.getInt32(static_cast<std::uint32_t>(model::StepOutcome::crashed)),
           b.getInt32(event)});
    }
  }
}

}  // namespace catenary::program
