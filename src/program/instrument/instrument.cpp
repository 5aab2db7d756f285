// SPDX-License-Identifier: Apache-2.0
/// \file
/// Gives meaning to the calls and labels that verification tools, the C library
/// and our own harness use: goals, inputs, assumptions, ends of runs. The
/// functions are those of SV-COMP, Test-Comp and RERS (`__VERIFIER_*`,
/// `reach_error`), of CBMC (`__CPROVER_*`) and of runtime/.
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <set>

#include "base/text/letters.h"
#include "program/build/paths.h"
#include "program/build/workspace.h"
#include "program/goals/entry_marks.h"
#include "program/goals/unset_goals.h"
#include "program/instrument/inputs/noreturn_inputs.h"
#include "program/instrument/instrument.h"
#include "program/instrument/run_end.h"

namespace catenary::program {

using llvm::CallInst;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using model::GoalKind;
using model::StepOutcome;

bool is_verifier_function(const std::string& name) {
  static const std::set<std::string> others = {"__VERIFIER_assume",
                                               "__VERIFIER_assert",
                                               "__VERIFIER_error",
                                               "__CPROVER_assume",
                                               "__CPROVER_assert",
                                               "reach_error"};
  return is_input_function(name) || others.count(name) != 0;
}

namespace {

/// Whether a label of this name marks an error: "ERROR", "error_12",
/// "globalError".
bool is_error_label(const std::string& name) {
  return base::in_small_letters(name).find("error") != std::string::npos;
}

/// Their bodies, if any, are not used.
bool has_fixed_meaning(const std::string& function) {
  return function == "__VERIFIER_error" || function == "reach_error" ||
         function == "__VERIFIER_assume" || function == "__CPROVER_assume";
}

/// Null for calls through pointers. Calls of functions of ours that are
/// declared without a prototype, `void __VERIFIER_assume();`, have types of
/// their own.
Function* callee_of(const CallInst& c) {
  if (Function* f = c.getCalledFunction()) return f;
  auto* f = llvm::dyn_cast<Function>(
      c.getCalledOperand()->stripPointerCastsAndAliases());
  const bool is_ours = f != nullptr && f->isDeclaration() &&
                       is_verifier_function(f->getName().str());
  return is_ours ? f : nullptr;
}

}  // namespace

Instrumenter::Instrumenter(Workspace& w, const Recipe& recipe)
    : w_(w),
      recipe_(recipe),
      m_(*w.module),
      inputs_(w, errors_, recipe.record_calls) {
  auto* i32 = llvm::Type::getInt32Ty(*w.context);
  auto* f = llvm::cast<Function>(
      m_.getOrInsertFunction(
            kStop,
            llvm::FunctionType::get(
                llvm::Type::getVoidTy(*w.context), {i32, i32}, false))
          .getCallee());
  f->setDoesNotReturn();
  f->setDoesNotThrow();
  for (const model::Goal& g : recipe.harness.goals) {
    const std::uint32_t index = w.goal(g.id, g.kind, g.where, g.text);
    w.goals[index] = g;
  }
  // The size is known when all goals are; until then a variable of one word
  // stands for the bitmap.
  hits_ = new llvm::GlobalVariable(m_,
                                   llvm::ArrayType::get(i32, 1),
                                   false,
                                   llvm::GlobalValue::ExternalLinkage,
                                   nullptr,
                                   "__cat_hits_early");
}

/// Follows direct calls from the roots, through casts and aliases.
void Instrumenter::find_called(const std::vector<Function*>& roots) {
  std::vector<const Function*> work(roots.begin(), roots.end());
  while (!work.empty()) {
    const Function* f = work.back();
    work.pop_back();
    if (f == nullptr || !called_.insert(f).second) continue;
    for (const Instruction& i : llvm::instructions(*f)) {
      const auto* c = llvm::dyn_cast<llvm::CallBase>(&i);
      if (c == nullptr) continue;
      work.push_back(llvm::dyn_cast<Function>(
          c->getCalledOperand()->stripPointerCastsAndAliases()));
    }
  }
}

/// Handles an instruction that cannot be run. It is an error of the program
/// where direct calls lead to it. Where only an address does, a run that really
/// gets there is stopped as unsupported, and nothing is proved about it; the
/// instruction is removed then.
void Instrumenter::refuse(Instruction& at,
                          const std::string& text,
                          const char* code) {
  if (called_.count(at.getFunction()) != 0 || at.isTerminator()) {
    errors_.push_back({base::Severity::error, w_.locate(at), text, code, {}});
    return;
  }
  stop_here(at, StepOutcome::unsupported, text);
  if (!at.getType()->isVoidTy()) {
    at.replaceAllUsesWith(llvm::Constant::getNullValue(at.getType()));
  }
  at.eraseFromParent();
}

/// Empties functions that only unread variables refer to: functions that they
/// call need not exist.
void Instrumenter::stop_in_uncallable(const std::vector<Function*>& reachable) {
  const std::set<const Function*> known(reachable.begin(), reachable.end());
  for (Function& f : m_) {
    if (f.isDeclaration() || f.use_empty() || known.count(&f) != 0) continue;
    const base::SourceLocation where = w_.locate(f);
    f.deleteBody();
    f.setLinkage(llvm::GlobalValue::InternalLinkage);
    f.setComdat(nullptr);
    f.setSubprogram(nullptr);
    IRBuilder<> b(llvm::BasicBlock::Create(*w_.context, "", &f));
    b.CreateCall(
        m_.getFunction(kStop),
        {b.getInt32(static_cast<std::uint32_t>(StepOutcome::unsupported)),
         b.getInt32(w_.add_event("call of a function that no step refers to",
                                 where))});
    b.CreateUnreachable();
  }
}

/// Records undefined behaviour of the step as a goal, where that criterion is
/// asked for.
void Instrumenter::undefined(Instruction& at,
                             const char* kind,
                             const char* text) {
  const Function& f = *at.getFunction();
  if (recipe_.criteria.count(model::GoalKind::undefined) == 0 ||
      is_expression(f) || !inputs_.in_step(f)) {
    return;
  }
  const base::SourceLocation where = w_.locate(at);
  IRBuilder<> b(&at);
  hit(b,
      b.getInt32(w_.goal("ub@" + short_place(where) + ":" + kind,
                         GoalKind::undefined,
                         where,
                         text)));
}

/// INT_MIN / -1 traps on most machines, and LLVM assumes that it does not
/// occur. So the case is checked, and ends the run as a crash.
void Instrumenter::stop_at_overflow(llvm::BinaryOperator& division) {
  llvm::Value* by = division.getOperand(1);
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(by);
  if (!by->getType()->isIntegerTy() ||
      (known != nullptr && !known->isMinusOne())) {
    return;
  }
  const unsigned bits = by->getType()->getIntegerBitWidth();
  IRBuilder<> b(&division);
  llvm::Value* smallest = b.getInt(llvm::APInt::getSignedMinValue(bits));
  llvm::Value* is_smallest = b.CreateICmpEQ(division.getOperand(0), smallest);
  llvm::Value* is_minus_one =
      b.CreateICmpEQ(by, llvm::Constant::getAllOnesValue(by->getType()));
  Instruction* then = llvm::SplitBlockAndInsertIfThen(
      b.CreateAnd(is_smallest, is_minus_one), &division, false);
  undefined(*then, "overflow", "division overflows");
  stop_here(*then, StepOutcome::crashed, "division overflows");
}

// Labels are visible as debug records only: the code has no trace of them.
void Instrumenter::labels(Function& f) {
  for (llvm::BasicBlock& block : f) {
    for (Instruction& i : llvm::make_early_inc_range(block)) {
      for (llvm::DbgRecord& record : i.getDbgRecordRange()) {
        const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record);
        if (label == nullptr) continue;
        const std::string name = label->getLabel()->getName().str();
        if (!is_error_label(name)) continue;
        const base::SourceLocation where{
            display_path(label->getLabel()->getFile()->getFilename().str(),
                         w_.directory),
            label->getLabel()->getLine(),
            0};
        IRBuilder<> b(&i);
        hit(b,
            b.getInt32(w_.goal(name, GoalKind::label, where, "label " + name)));
        labelled_.insert(&block);
      }
    }
  }
}

void Instrumenter::finish_hits() {
  const std::uint64_t words =
      std::max<std::uint64_t>(1, (w_.goals.size() + 63) / 64);
  auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(*w_.context), words);
  auto* hits = new llvm::GlobalVariable(m_,
                                        type,
                                        false,
                                        llvm::GlobalValue::ExternalLinkage,
                                        llvm::Constant::getNullValue(type),
                                        kHits);
  hits->setAlignment(llvm::Align(8));
  hits_->replaceAllUsesWith(hits);
  hits_->eraseFromParent();
}

void Instrumenter::run() {
  refuse_noreturn_inputs(w_);
  // The harness reaches the user's functions through fixed names, which nothing
  // else in the module calls.
  std::vector<Function*> roots = {w_.init, w_.step};
  for (Function& f : m_) {
    if (f.getName().starts_with("__cat_") && !f.isDeclaration()) {
      roots.push_back(&f);
    }
  }
  // Wrappers first: inlining changes which calls exist.
  inline_input_wrappers(w_, roots);
  const std::vector<Function*> reachable = reachable_functions(w_, roots);
  find_called(roots);
  add_goals(w_, recipe_.criteria, When::before_calls, *hits_);
  remove_entry_marks(m_);
  add_unset_goals(w_, *hits_, reachable);
  inputs_.find_places();

  for (Function* f : reachable) {
    // What error calls and assumptions mean is fixed, whatever their body.
    if (f->isDeclaration() || has_fixed_meaning(f->getName().str())) continue;
    labels(*f);
    std::vector<CallInst*> calls;
    std::vector<llvm::BinaryOperator*> divisions;
    std::vector<Instruction*> others;
    // Collected first: the replacements below change the instructions.
    for (Instruction& i : llvm::instructions(*f)) {
      if (auto* c = llvm::dyn_cast<CallInst>(&i)) calls.push_back(c);
      if (i.getOpcode() == Instruction::SDiv ||
          i.getOpcode() == Instruction::SRem) {
        divisions.push_back(llvm::cast<llvm::BinaryOperator>(&i));
      }
      if (llvm::isa<llvm::VAArgInst>(i) || llvm::isa<llvm::CallBrInst>(i)) {
        others.push_back(&i);
      }
    }
    for (Instruction* i : others) {
      if (llvm::isa<llvm::VAArgInst>(i)) {
        refuse(
            *i, "variable arguments are not supported", "unsupported-varargs");
      } else {
        refuse(*i, "inline assembly is not supported", "unsupported-asm");
      }
    }
    for (llvm::BinaryOperator* d : divisions) stop_at_overflow(*d);
    for (CallInst* c : calls) {
      if (c->isInlineAsm()) {
        refuse(*c, "inline assembly is not supported", "unsupported-asm");
        continue;
      }
      if (Function* callee = callee_of(*c)) call(*c, *callee);
    }
  }
  if (!errors_.empty()) throw base::InputError(std::move(errors_));
  stop_in_uncallable(reachable);
  // Last, since the search for branches needs Clang's counters untouched.
  add_goals(w_, recipe_.criteria, When::after_calls, *hits_);
  finish_hits();
}

void instrument(Workspace& w, const Recipe& recipe) {
  Instrumenter(w, recipe).run();
}

}  // namespace catenary::program
