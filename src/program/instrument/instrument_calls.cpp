// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls that mean something: goals, error calls, assertions, assumptions,
/// inputs, traps, ends of runs, output; and those that cannot be run.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "model/step/run_end.h"
#include "program/build/library.h"
#include "program/instrument/address/object_range.h"
#include "program/instrument/instrument.h"
#include "program/instrument/intrinsics.h"
#include "program/instrument/run_end.h"
#include "program/instrument/stubs.h"

namespace catenary::program {

using llvm::CallInst;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using model::GoalKind;
using model::StepOutcome;

namespace {

/// What the source calls the function: glibc's header gives "sscanf" the symbol
/// "__isoc99_sscanf".
std::string name_in_source(const std::string& symbol) {
  constexpr std::string_view kStandard = "__isoc99_";
  return symbol.starts_with(kStandard) ? symbol.substr(kStandard.size())
                                       : symbol;
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

}  // namespace

std::string Instrumenter::place(const base::SourceLocation& where) {
  return std::filesystem::path(where.file).filename().string() + ":" +
         std::to_string(where.line);
}

/// Discards the run where `condition` (an integer or a pointer) is zero.
void Instrumenter::stop_unless(CallInst& at, llvm::Value* condition) {
  IRBuilder<> b(&at);
  llvm::Value* bad = b.CreateICmpEQ(
      condition, llvm::Constant::getNullValue(condition->getType()));
  Instruction* then = llvm::SplitBlockAndInsertIfThen(bad, &at, false);
  stop_here(*then, StepOutcome::discarded, "an assumption is false");
}

/// A call of __VERIFIER_assume() or its like. Without a prototype, anything can
/// be passed. An integer wider than `int`, or a pointer, counts as a whole: it
/// is false where all of it is 0.
void Instrumenter::assume_call(CallInst& c, const std::string& name) {
  const llvm::Type* type =
      c.arg_size() == 1 ? c.getArgOperand(0)->getType() : nullptr;
  if (type == nullptr || (!type->isIntegerTy() && !type->isPointerTy()) ||
      !c.use_empty()) {
    return refuse(c,
                  "call of '" + name +
                      "' that is no assumption; expected one argument, an "
                      "integer or a pointer, and no use of a result",
                  "unsupported-assume");
  }
  stop_unless(c, c.getArgOperand(0));
  c.eraseFromParent();
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

/// A call of __VERIFIER_error() or reach_error(): a goal, and the end of the
/// run.
void Instrumenter::error_call(CallInst& c, const std::string& name) {
  const base::SourceLocation where = w_.locate(c);
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
}

/// A call of __assert_fail(), which <assert.h> makes.
void Instrumenter::failed_assertion(CallInst& c) {
  const base::SourceLocation where = w_.locate(c);
  const std::string text = constant_text(c.getArgOperand(0));
  const std::string id = "assert@" + place(where);
  IRBuilder<> b(&c);
  hit(b,
      b.getInt32(w_.goal(
          id, GoalKind::assertion, where, "assertion '" + text + "' fails")));
  stop_here(c, StepOutcome::ended, "assertion '" + text + "' failed");
}

/// A call of printf() or its like is left out.
void Instrumenter::output_call(CallInst& c, const std::string& name) {
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
}

// The order matters: a name of ours is recognised before the rules for
// functions that are merely declared.
void Instrumenter::call(CallInst& c, Function& callee) {
  const std::string name = callee.getName().str();
  if (name == "__cat_hit") {
    IRBuilder<> b(&c);
    hit(b, c.getArgOperand(0));
    c.eraseFromParent();
  } else if (name == "__catenary_goal" && c.arg_size() == 2) {
    goal_call(c);
  } else if (name == "__VERIFIER_error" || name == "reach_error") {
    error_call(c, name);
  } else if (name == "__assert_fail" && c.arg_size() != 0) {
    failed_assertion(c);
  } else if (name == "__VERIFIER_assume" || name == "__CPROVER_assume" ||
             name == "__catenary_assume") {
    assume_call(c, name);
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
    output_call(c, name);
  } else if (callee.isDeclaration() && !callee.isIntrinsic() && name != kStop &&
             name != kJudgeEnd && !is_test(callee) &&
             !is_native_function(name)) {
    refuse(c,
           "call of '" + name_in_source(name) +
               "', which no source defines and which is not one of the library "
               "functions that can be run and replayed; expected a definition "
               "or a stub among the sources" +
               (may_be_stubbed(callee) ? ", or the option --stub-missing" : ""),
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

}  // namespace catenary::program
