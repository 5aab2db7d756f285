// SPDX-License-Identifier: Apache-2.0
/// \file
/// Gives meaning to the calls and labels that verification tools, the C
/// library and our own harness use: goals, inputs, assumptions, ends of runs.
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
#include "program/library.h"
#include "program/paths.h"
#include "program/workspace.h"

namespace catenary::program {

bool is_input_function(const std::string& name) {
  return name.rfind("__VERIFIER_nondet_", 0) == 0 ||
         name.rfind("nondet_", 0) == 0 || name == "__catenary_input";
}

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

bool has_fixed_meaning(const std::string& function) {
  return function == "__VERIFIER_error" || function == "reach_error" ||
         function == "__VERIFIER_assume" || function == "__CPROVER_assume";
}

/// The scalar type of a function that returns an input, from its name and the
/// machine type; nothing where it is no scalar.
std::optional<model::ScalarType> input_type(const llvm::Type& type,
                                            const std::string& function) {
  using model::ScalarType;
  if (type.isFloatTy()) return ScalarType::float32;
  if (type.isDoubleTy()) return ScalarType::float64;
  if (!type.isIntegerTy()) return std::nullopt;
  const std::string suffix = function.substr(function.find("nondet_") + 7);
  if (type.getIntegerBitWidth() == 1 || suffix == "bool") {
    return ScalarType::boolean;
  }
  const bool is_unsigned = suffix.starts_with('u') || suffix == "size_t";
  switch (type.getIntegerBitWidth()) {
    case 8:
      return is_unsigned ? ScalarType::uint8 : ScalarType::int8;
    case 16:
      return is_unsigned ? ScalarType::uint16 : ScalarType::int16;
    case 32:
      return is_unsigned ? ScalarType::uint32 : ScalarType::int32;
    case 64:
      return is_unsigned ? ScalarType::uint64 : ScalarType::int64;
    default:
      return std::nullopt;
  }
}

class Instrumenter {
 public:
  Instrumenter(Workspace& w, const Recipe& recipe)
      : w_(w), recipe_(recipe), m_(*w.module) {
    auto* i32 = llvm::Type::getInt32Ty(*w.context);
    stop_ = m_.getOrInsertFunction(
        kStop,
        llvm::FunctionType::get(
            llvm::Type::getVoidTy(*w.context), {i32, i32}, false));
    auto* f = llvm::cast<Function>(stop_.getCallee());
    f->setDoesNotReturn();
    f->setDoesNotThrow();
    for (const model::Goal& g : recipe.harness.goals) {
      const std::uint32_t index = w.goal(g.id, g.kind, g.where, g.text);
      w.goals[index] = g;
    }
    // Sized once all goals are known.
    hits_ = new llvm::GlobalVariable(m_,
                                     llvm::ArrayType::get(i32, 1),
                                     false,
                                     llvm::GlobalValue::ExternalLinkage,
                                     nullptr,
                                     "__cat_hits_early");
  }

  void run();

 private:
  void inline_input_wrappers(const std::vector<Function*>& functions);
  void labels(Function& f);
  void call(CallInst& c, Function& callee);
  void stop_here(Instruction& at, StepOutcome outcome, const std::string& text);
  void stop_unless(CallInst& at, llvm::Value* condition);
  void stop_at_overflow(llvm::BinaryOperator& division);
  void hit(IRBuilder<>& b, llvm::Value* goal_index) {
    record_hit(b, *hits_, goal_index);
  }
  llvm::Value* read_site(CallInst& c, llvm::Type* type, BuiltVariable variable);
  void input(CallInst& c, Function& callee);
  void annotated_input(CallInst& c);
  void goal_call(CallInst& c);
  std::string constant_text(const llvm::Value* v);
  std::string input_name(const CallInst& c, const std::string& callee);
  std::string place(const base::SourceLocation& where);
  void finish_hits();

  Workspace& w_;
  const Recipe& recipe_;
  llvm::Module& m_;
  llvm::FunctionCallee stop_;
  llvm::GlobalVariable* hits_ = nullptr;
  std::set<std::string> input_names_;
  std::vector<base::Diagnostic> errors_;
  std::set<const Function*> in_init_, in_step_;
  std::set<const llvm::BasicBlock*> labelled_;  ///< by an error label
};

std::string Instrumenter::place(const base::SourceLocation& where) {
  return std::filesystem::path(where.file).filename().string() + ":" +
         std::to_string(where.line);
}

void Instrumenter::stop_here(Instruction& at,
                             StepOutcome outcome,
                             const std::string& text) {
  const std::uint32_t event =
      w_.add_event(text, w_.locate(at), is_expression(*at.getFunction()));
  IRBuilder<> b(&at);
  b.CreateCall(
      stop_,
      {b.getInt32(static_cast<std::uint32_t>(outcome)), b.getInt32(event)});
}

/// Discards the run where `condition` (an integer) is zero.
void Instrumenter::stop_unless(CallInst& at, llvm::Value* condition) {
  IRBuilder<> b(&at);
  llvm::Value* bad = b.CreateICmpEQ(
      condition, llvm::Constant::getNullValue(condition->getType()));
  Instruction* then = llvm::SplitBlockAndInsertIfThen(bad, &at, false);
  stop_here(*then, StepOutcome::discarded, "an assumption is false");
}

/// INT_MIN / -1 is a trap of most machines, and LLVM takes it for impossible.
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
  stop_here(*then, StepOutcome::crashed, "division overflows");
}

/// A string literal behind a pointer argument, or "".
std::string Instrumenter::constant_text(const llvm::Value* v) {
  llvm::StringRef text;
  if (llvm::getConstantStringInfo(v, text)) return text.str();
  return "";
}

/// The variable an input is assigned to, converted or not, else the function's
/// name.
std::string Instrumenter::input_name(const CallInst& c,
                                     const std::string& callee) {
  std::string name;
  std::vector<const llvm::Value*> work = {&c};
  while (!work.empty() && name.empty()) {
    const llvm::Value* value = work.back();
    work.pop_back();
    for (const llvm::User* user : value->users()) {
      if (llvm::isa<llvm::CastInst>(user)) work.push_back(user);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store == nullptr || store->getValueOperand() != value) continue;
      name = store->getPointerOperand()->getName().str();
      if (name.rfind("main.", 0) == 0) name = name.substr(5);
    }
  }
  if (const auto dot = name.find('.'); dot != std::string::npos) {
    name.resize(dot);
  }
  if (name.empty() || name == "retval") name = callee;
  std::string unique = name;
  for (int n = 2; !input_names_.insert(unique).second; ++n) {
    unique = name + "#" + std::to_string(n);
  }
  return unique;
}

/// A new input that is read at `c`: the code before `c` checks that it is read
/// only once a step; gives its value.
llvm::Value* Instrumenter::read_site(CallInst& c,
                                     llvm::Type* type,
                                     BuiltVariable variable) {
  InputSite site;
  site.variable = std::move(variable);
  const std::string suffix = std::to_string(w_.sites.size());
  site.value = new llvm::GlobalVariable(m_,
                                        type,
                                        false,
                                        llvm::GlobalValue::ExternalLinkage,
                                        llvm::Constant::getNullValue(type),
                                        "__cat_input_" + suffix);
  site.used = new llvm::GlobalVariable(
      m_,
      llvm::Type::getInt8Ty(*w_.context),
      false,
      llvm::GlobalValue::ExternalLinkage,
      llvm::ConstantInt::get(llvm::Type::getInt8Ty(*w_.context), 0),
      "__cat_input_used_" + suffix);
  site.in_init = in_init_.count(c.getFunction()) != 0;
  site.in_step = in_step_.count(c.getFunction()) != 0;

  IRBuilder<> b(&c);
  llvm::Value* used = b.CreateLoad(b.getInt8Ty(), site.used);
  Instruction* then = llvm::SplitBlockAndInsertIfThen(
      b.CreateICmpNE(used, b.getInt8(0)), &c, false);
  stop_here(*then,
            StepOutcome::unsupported,
            "input '" + site.variable.name + "' is read twice in one step");
  b.SetInsertPoint(&c);
  b.CreateStore(b.getInt8(1), site.used);
  w_.sites.push_back(site);
  return b.CreateLoad(type, site.value);
}

void Instrumenter::input(CallInst& c, Function& callee) {
  const std::string function = callee.getName().str();
  const auto type = input_type(*c.getType(), function);
  if (!type) {
    errors_.push_back({base::Severity::error,
                       w_.locate(c),
                       "'" + function +
                           "' does not return a number or truth value: only "
                           "integers, floats and bool can be inputs",
                       "unsupported-input",
                       {}});
    return;
  }
  BuiltVariable variable;
  variable.type = *type;
  variable.where = w_.locate(c);
  variable.name = input_name(c, function);
  c.replaceAllUsesWith(read_site(c, c.getType(), std::move(variable)));
  c.eraseFromParent();
}

/// CATENARY_INPUT(lvalue).
void Instrumenter::annotated_input(CallInst& c) {
  const auto* code = llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(3));
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(2));
  if (code == nullptr || size == nullptr || code->isNegative() ||
      size->getZExtValue() !=
          model::size_bytes(
              scalar_type(static_cast<std::uint32_t>(code->getZExtValue())))) {
    errors_.push_back({base::Severity::error,
                       w_.locate(c),
                       "CATENARY_INPUT needs a variable of arithmetic type",
                       "unsupported-input",
                       {}});
    return;
  }
  BuiltVariable variable;
  variable.type = scalar_type(static_cast<std::uint32_t>(code->getZExtValue()));
  variable.where = w_.locate(c);
  variable.name = constant_text(c.getArgOperand(0));
  input_names_.insert(variable.name);
  llvm::Type* type = nullptr;
  if (variable.type == model::ScalarType::float32) {
    type = llvm::Type::getFloatTy(*w_.context);
  } else if (variable.type == model::ScalarType::float64) {
    type = llvm::Type::getDoubleTy(*w_.context);
  } else {
    type = llvm::Type::getIntNTy(
        *w_.context, static_cast<unsigned>(8 * size->getZExtValue()));
  }
  llvm::Value* place = c.getArgOperand(1);
  llvm::Value* value = read_site(c, type, std::move(variable));
  IRBuilder<>(&c).CreateStore(value, place);
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
  } else if (name == "__catenary_input" && c.arg_size() == 4) {
    annotated_input(c);
  } else if (is_input_function(name) && callee.isDeclaration()) {
    input(c, callee);
  } else if (const char* kind = trap_text(name)) {
    stop_here(c, StepOutcome::crashed, kind);
    c.eraseFromParent();
  } else if (callee.isDeclaration() && ends_run(name)) {
    stop_here(c, StepOutcome::ended, name + "() called");
  } else if (callee.isDeclaration() && is_output_only(name)) {
    if (!c.getType()->isVoidTy()) {
      c.replaceAllUsesWith(llvm::Constant::getNullValue(c.getType()));
    }
    c.eraseFromParent();
  } else if (callee.isDeclaration() && !callee.isIntrinsic() && name != kStop &&
             !is_native_function(name)) {
    errors_.push_back(
        {base::Severity::error,
         where,
         "call of '" + name +
             "', which no source defines and which is not one of the library "
             "functions that can be run and replayed; expected a definition or "
             "a stub among the sources",
         "unsupported-call",
         {}});
  }
}

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

/// `int read(void) { return __VERIFIER_nondet_int(); }` called in several
/// places is several inputs.
void Instrumenter::inline_input_wrappers(
    const std::vector<Function*>& functions) {
  bool any = false;
  for (Function* f : functions) {
    if (f == w_.init || f == w_.step || f->isDeclaration()) continue;
    bool reads = false;
    bool calls_itself = false;
    for (Instruction& i : llvm::instructions(*f)) {
      auto* c = llvm::dyn_cast<CallInst>(&i);
      if (c == nullptr || c->getCalledFunction() == nullptr) continue;
      reads |= is_input_function(c->getCalledFunction()->getName().str()) &&
               c->getCalledFunction()->isDeclaration();
      calls_itself |= c->getCalledFunction() == f;
    }
    if (!reads || calls_itself || f->hasAddressTaken()) continue;
    f->removeFnAttr(llvm::Attribute::NoInline);
    f->addFnAttr(llvm::Attribute::AlwaysInline);
    any = true;
  }
  if (any) inline_always(w_);
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
  // The harness reaches the user's functions through fixed names.
  std::vector<Function*> roots = {w_.init, w_.step};
  for (Function& f : m_) {
    if (f.getName().starts_with("__cat_") && !f.isDeclaration()) {
      roots.push_back(&f);
    }
  }
  inline_input_wrappers(reachable_functions(w_, roots));
  const std::vector<Function*> reachable = reachable_functions(w_, roots);
  for (Function* f :
       reachable_functions(w_, {w_.init, m_.getFunction(kConstructors)})) {
    in_init_.insert(f);
  }
  for (Function* f : reachable_functions(w_, {w_.step})) in_step_.insert(f);

  for (Function* f : reachable) {
    // What error calls and assumptions mean is fixed, whatever their body.
    if (f->isDeclaration() || has_fixed_meaning(f->getName().str())) continue;
    labels(*f);
    std::vector<CallInst*> calls;
    std::vector<llvm::BinaryOperator*> divisions;
    for (Instruction& i : llvm::instructions(*f)) {
      if (auto* c = llvm::dyn_cast<CallInst>(&i)) calls.push_back(c);
      if (i.getOpcode() == Instruction::SDiv ||
          i.getOpcode() == Instruction::SRem) {
        divisions.push_back(llvm::cast<llvm::BinaryOperator>(&i));
      }
      if (llvm::isa<llvm::VAArgInst>(i)) {
        errors_.push_back({base::Severity::error,
                           w_.locate(i),
                           "variable arguments are not supported",
                           "unsupported-varargs",
                           {}});
      }
    }
    for (llvm::BinaryOperator* d : divisions) stop_at_overflow(*d);
    for (CallInst* c : calls) {
      if (c->isInlineAsm()) {
        errors_.push_back({base::Severity::error,
                           w_.locate(*c),
                           "inline assembly is not supported",
                           "unsupported-asm",
                           {}});
        continue;
      }
      if (Function* callee = c->getCalledFunction()) call(*c, *callee);
    }
  }
  if (!errors_.empty()) throw base::InputError(std::move(errors_));
  if (recipe_.branch_goals) add_branch_goals(w_, *hits_);
  finish_hits();
}

}  // namespace

void instrument(Workspace& w, const Recipe& recipe) {
  Instrumenter(w, recipe).run();
}

}  // namespace catenary::program
