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
#include <filesystem>
#include <set>

#include "base/check.h"
#include "model/step/run_end.h"
#include "program/build/library.h"
#include "program/build/paths.h"
#include "program/build/workspace.h"
#include "program/goals/unset_goals.h"
#include "program/instrument/input_calls.h"
#include "program/instrument/intrinsics.h"
#include "program/instrument/run_end.h"

namespace catenary::program {

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

using llvm::CallInst;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using model::GoalKind;
using model::StepOutcome;

/// Whether a label of this name marks an error: "ERROR", "error_12",
/// "globalError".
bool is_error_label(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return name.find("error") != std::string::npos;
}

/// Whether the format of a call of printf() has a %n, which writes.
bool counts_characters(const CallInst& c) {
  if (!c.getCalledFunction()->isVarArg()) return false;
  for (const llvm::Use& argument : c.args()) {
    const std::string format = constant_text(argument.get());
    for (std::size_t at = format.find('%'); at != std::string::npos;
         at = format.find('%', at + 1)) {
      at = format.find_first_not_of("-+ #0123456789.*hlqjzt", at + 1);
      if (at == std::string::npos) break;
      if (format[at] == 'n') return true;
    }
  }
  return false;
}

/// Their bodies, if any, are not used.
bool has_fixed_meaning(const std::string& function) {
  return function == "__VERIFIER_error" || function == "reach_error" ||
         function == "__VERIFIER_assume" || function == "__CPROVER_assume";
}

/// One pass over the reachable functions.
class Instrumenter {
 public:
  Instrumenter(Workspace& w, const Recipe& recipe)
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

  void run();

 private:
  void labels(Function& f);
  void call(CallInst& c, Function& callee);
  void stop_here(Instruction& at,
                 StepOutcome outcome,
                 const std::string& text) {
    stop_run(w_, at, outcome, text);
  }
  void refuse(Instruction& at, const std::string& text, const char* code);
  void find_called(const std::vector<Function*>& roots);
  void stop_in_uncallable(const std::vector<Function*>& reachable);
  void undefined(Instruction& at, const char* kind, const char* text);
  void stop_unless(CallInst& at, llvm::Value* condition);
  void stop_at_overflow(llvm::BinaryOperator& division);
  void hit(IRBuilder<>& b, llvm::Value* goal_index) {
    record_hit(b, *hits_, goal_index);
  }
  void goal_call(CallInst& c);
  std::string place(const base::SourceLocation& where);
  void finish_hits();

  Workspace& w_;
  const Recipe& recipe_;
  llvm::Module& m_;
  llvm::GlobalVariable* hits_ = nullptr;
  std::vector<base::Diagnostic> errors_;
  std::set<const llvm::BasicBlock*> labelled_;  ///< by an error label
  /// Functions that direct calls lead to. Others are reached through addresses
  /// alone, if at all.
  std::set<const Function*> called_;
  InputCalls inputs_;
};

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

std::string Instrumenter::place(const base::SourceLocation& where) {
  return std::filesystem::path(where.file).filename().string() + ":" +
         std::to_string(where.line);
}

/// Discards the run where `condition` (an integer) is zero.
void Instrumenter::stop_unless(CallInst& at, llvm::Value* condition) {
  IRBuilder<> b(&at);
  llvm::Value* bad = b.CreateICmpEQ(
      condition, llvm::Constant::getNullValue(condition->getType()));
  Instruction* then = llvm::SplitBlockAndInsertIfThen(bad, &at, false);
  stop_here(*then, StepOutcome::discarded, "an assumption is false");
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

/// CATENARY_GOAL("id", condition).
void Instrumenter::goal_call(CallInst& c) {
  const std::string id = constant_text(c.getArgOperand(0));
  if (id.empty()) {
    errors_.push_back({base::Severity::error,
                       w_.locate(c),
                       "the id of CATENARY_GOAL must be a string literal",
                       "goal-id",
                       {}});
    return;
  }
  const std::uint32_t goal =
      w_.goal(id, GoalKind::annotation, w_.locate(c), "");
  IRBuilder<> b(&c);
  llvm::Value* condition = c.getArgOperand(1);
  Instruction* then = llvm::SplitBlockAndInsertIfThen(
      b.CreateICmpNE(condition,
                     llvm::Constant::getNullValue(condition->getType())),
      &c,
      false);
  IRBuilder<> in_then(then);
  hit(in_then, in_then.getInt32(goal));
  c.eraseFromParent();
}

// The order matters: a name of ours is recognised before the rules for
// functions that are merely declared.
void Instrumenter::call(CallInst& c, Function& callee) {
  const std::string name = callee.getName().str();
  const base::SourceLocation where = w_.locate(c);
  if (name == "__cat_hit") {
    IRBuilder<> b(&c);
    hit(b, c.getArgOperand(0));
    c.eraseFromParent();
  } else if (name == "__catenary_goal" && c.arg_size() == 2) {
    goal_call(c);
  } else if (name == "__VERIFIER_error" || name == "reach_error") {
    std::string id = "reach_error";
    if (c.arg_size() == 0 && labelled_.count(c.getParent()) != 0) {
      // "error_7: __VERIFIER_error();" is one goal, named by its label.
      stop_here(c, StepOutcome::ended, "error call");
      return;
    }
    if (name == "__VERIFIER_error") {
      id = "error";
      if (c.arg_size() == 1) {
        const auto* n = llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(0));
        if (n == nullptr) {
          errors_.push_back({base::Severity::error,
                             where,
                             "__VERIFIER_error needs a constant argument",
                             "error-number",
                             {}});
          return;
        }
        id = "error_" + std::to_string(n->getSExtValue());
      }
    }
    IRBuilder<> b(&c);
    hit(b, b.getInt32(w_.goal(id, GoalKind::label, where, "call of " + name)));
    stop_here(c, StepOutcome::ended, "error call " + id);
  } else if (name == "__assert_fail") {
    const std::string text = constant_text(c.getArgOperand(0));
    const std::string id = "assert@" + place(where);
    IRBuilder<> b(&c);
    hit(b,
        b.getInt32(w_.goal(
            id, GoalKind::assertion, where, "assertion '" + text + "' fails")));
    stop_here(c, StepOutcome::ended, "assertion '" + text + "' failed");
  } else if (name == "__VERIFIER_assume" || name == "__CPROVER_assume" ||
             name == "__catenary_assume") {
    stop_unless(c, c.getArgOperand(0));
    c.eraseFromParent();
  } else if (name == "__catenary_unsupported" && c.arg_size() == 1) {
    stop_here(c, StepOutcome::unsupported, constant_text(c.getArgOperand(0)));
    c.eraseFromParent();
  } else if (name == "__catenary_input" && c.arg_size() == 4) {
    inputs_.annotated(c);
  } else if (is_input_function(name) && callee.isDeclaration()) {
    inputs_.replace(c, callee);
  } else if (const std::optional<Trap> trap = trap_of(name)) {
    undefined(c, trap->kind, trap->text);
    if (!trap->runs_on) stop_here(c, StepOutcome::crashed, trap->text);
    c.eraseFromParent();
  } else if (callee.isDeclaration() && ends_run(name)) {
    end_run(w_, c, model::end_text(name));
  } else if (callee.isDeclaration() && is_output_only(name)) {
    // Nothing is printed, so neither the result nor the number that %n stores
    // is known.
    if (!c.use_empty()) {
      stop_here(c,
                StepOutcome::unsupported,
                "the result of '" + name + "' is used, which is not modelled");
    } else if (counts_characters(c)) {
      stop_here(c,
                StepOutcome::unsupported,
                "%n in the format of '" + name + "' is not modelled");
    }
    if (!c.getType()->isVoidTy()) {
      c.replaceAllUsesWith(llvm::Constant::getNullValue(c.getType()));
    }
    c.eraseFromParent();
  } else if (callee.isDeclaration() && !callee.isIntrinsic() && name != kStop &&
             name != kJudgeEnd && !is_native_function(name)) {
    refuse(c,
           "call of '" + name +
               "', which no source defines and which is not one of the library "
               "functions that can be run and replayed; expected a definition "
               "or a stub among the sources",
           "unsupported-call");
  } else if (callee.isIntrinsic() && !is_repeatable(c)) {
    refuse(c,
           "call of '" + name +
               "', whose result a replay cannot repeat (time, chance, a "
               "register, an address of the stack or a mode of the machine); "
               "expected an input of the test in its place",
           "unsupported-intrinsic");
  }
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
  // The harness reaches the user's functions through fixed names, which nothing
  // else in the module calls.
  std::vector<Function*> roots = {w_.init, w_.step};
  for (Function& f : m_) {
    if (f.getName().starts_with("__cat_") && !f.isDeclaration()) {
      roots.push_back(&f);
    }
  }
  // Wrappers first: inlining changes which calls exist.
  inline_input_wrappers(w_, reachable_functions(w_, roots));
  const std::vector<Function*> reachable = reachable_functions(w_, roots);
  find_called(roots);
  add_goals(w_, recipe_.criteria, When::before_calls, *hits_);
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
      if (Function* callee = c->getCalledFunction()) call(*c, *callee);
    }
  }
  if (!errors_.empty()) throw base::InputError(std::move(errors_));
  stop_in_uncallable(reachable);
  // Last, since the search for branches needs Clang's counters untouched.
  add_goals(w_, recipe_.criteria, When::after_calls, *hits_);
  finish_hits();
}

}  // namespace

void instrument(Workspace& w, const Recipe& recipe) {
  Instrumenter(w, recipe).run();
}

}  // namespace catenary::program
