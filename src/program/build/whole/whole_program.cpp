// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole programs `main() { init; while (1) { read; step; } }`: the outermost
/// infinite loop (a natural loop of main), and what other loops read inputs,
/// are cut at their heads. The code before the first becomes the
/// initialisation, one iteration a step, and main's local variables become
/// globals, and so state.
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <set>

#include "model/step/run_end.h"
#include "program/analyse/forgotten_inputs.h"
#include "program/build/paths.h"
#include "program/build/whole/step_loops.h"
#include "program/build/workspace.h"
#include "program/instrument/run_end.h"

namespace catenary::program {

namespace {

using Blocks = std::vector<llvm::BasicBlock*>;

/// Makes main's local variables globals, since they outlive a step.
void make_locals_global(Workspace& w, llvm::Function& f) {
  llvm::SmallVector<llvm::AllocaInst*, 16> locals;
  for (llvm::Instruction& i : llvm::instructions(f)) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&i);
    if (local == nullptr) continue;
    if (!local->isStaticAlloca()) {
      throw base::InputError(w.locate(i),
                             "variable-length array in main(), or in what is "
                             "inlined there since it reads inputs in a loop, "
                             "is not supported",
                             "unsupported-vla");
    }
    locals.push_back(local);
  }
  for (llvm::AllocaInst* local : locals) {
    std::string name = local->getName().str();
    for (llvm::DbgVariableRecord* r : llvm::findDVRDeclares(local)) {
      name = r->getVariable()->getName().str();
      r->eraseFromParent();
    }
    auto* g = new llvm::GlobalVariable(
        *w.module,
        local->getAllocatedType(),
        /*isConstant=*/false,
        llvm::GlobalValue::ExternalLinkage,
        llvm::Constant::getNullValue(local->getAllocatedType()),
        "main." + name);
    g->setAlignment(local->getAlign());
    local->replaceAllUsesWith(g);
    local->eraseFromParent();
  }
}

/// Makes registers that live across a cut memory (a global, so that it is
/// saved): the phis at a head, and values that are used in another block and
/// dominate a head. Where a value does not dominate the head, some path from
/// the entry over the head to its use avoids the value, so that it would not
/// dominate its use.
void demote_registers(llvm::Function& f, const Blocks& heads) {
  const llvm::DominatorTree dominators(f);
  llvm::SmallVector<llvm::PHINode*, 8> phis;
  for (llvm::BasicBlock* head : heads) {
    for (llvm::PHINode& phi : head->phis()) phis.push_back(&phi);
  }
  // First, since each becomes a load, which may cross another head.
  for (llvm::PHINode* phi : phis) llvm::DemotePHIToStack(phi);
  const auto is_in_other_block = [](const llvm::Instruction& i,
                                    const llvm::User* user) {
    const auto* other = llvm::dyn_cast<llvm::Instruction>(user);
    return other != nullptr && (other->getParent() != i.getParent() ||
                                llvm::isa<llvm::PHINode>(other));
  };
  llvm::SmallVector<llvm::Instruction*, 32> crossing;
  for (llvm::Instruction& i : llvm::instructions(f)) {
    const llvm::BasicBlock* block = i.getParent();
    // Local variables become globals.
    if (!llvm::isa<llvm::AllocaInst>(i) &&
        llvm::any_of(heads,
                     [&](const llvm::BasicBlock* head) {
                       return block != head &&
                              dominators.dominates(block, head);
                     }) &&
        llvm::any_of(i.users(), [&](const llvm::User* user) {
          return is_in_other_block(i, user);
        })) {
      crossing.push_back(&i);
    }
  }
  for (llvm::Instruction* i : crossing) {
    llvm::DemoteRegToStack(*i, /*VolatileLoads=*/false);
  }
}

/// Makes all branches to a head branch to a new block that returns 0, and,
/// where there are several heads, stores the number of this one in `place`.
void redirect(llvm::Function& f,
              const Blocks& heads,
              llvm::GlobalVariable* place) {
  for (std::size_t k = 0; k < heads.size(); ++k) {
    llvm::BasicBlock* out =
        llvm::BasicBlock::Create(f.getContext(), "catenary.cut", &f);
    llvm::IRBuilder<> b(out);
    if (place != nullptr) b.CreateStore(b.getInt32(k), place);
    if (f.getReturnType()->isVoidTy()) {
      b.CreateRetVoid();
    } else {
      b.CreateRet(llvm::Constant::getNullValue(f.getReturnType()));
    }
    const std::set<llvm::BasicBlock*> from(llvm::pred_begin(heads[k]),
                                           llvm::pred_end(heads[k]));
    for (llvm::BasicBlock* block : from) {
      block->getTerminator()->replaceSuccessorWith(heads[k], out);
    }
  }
}

/// Lets the function begin at the head at which the step before ended.
void begin_at_head(llvm::Function& f,
                   const Blocks& heads,
                   llvm::GlobalVariable* place) {
  llvm::BasicBlock* entry = llvm::BasicBlock::Create(
      f.getContext(), "catenary.entry", &f, &f.getEntryBlock());
  llvm::IRBuilder<> b(entry);
  if (place == nullptr) {
    b.CreateBr(heads.front());
    return;
  }
  llvm::SwitchInst* choice =
      b.CreateSwitch(b.CreateLoad(b.getInt32Ty(), place), heads.front());
  for (std::size_t k = 1; k < heads.size(); ++k) {
    choice->addCase(b.getInt32(k), heads[k]);
  }
}

/// Ends the run wherever main() returned in the original program.
void stop_at_returns(Workspace& w, llvm::Function& f) {
  llvm::SmallVector<llvm::ReturnInst*, 4> returns;
  for (llvm::Instruction& i : llvm::instructions(f)) {
    if (auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&i))
      returns.push_back(ret);
  }
  for (llvm::ReturnInst* ret : returns) {
    end_run(w, *ret, model::kMainReturned);
  }
}

/// Whether the program reads an argument. Clang stores it in a local variable
/// first, which is not a read.
bool is_read(const llvm::Argument& a) {
  for (const llvm::User* user : a.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr) return true;
    for (const llvm::User* of : store->getPointerOperand()->users()) {
      if (of != store) return true;
    }
  }
  return false;
}

/// Calls main() like a program without arguments: with its name alone. If the
/// program reads an argument, that is an assumption, which is reported.
void give_arguments(Workspace& w,
                    llvm::Function& f,
                    std::vector<base::Diagnostic>& warnings) {
  llvm::LLVMContext& context = *w.context;
  const char* const names[] = {"argc", "argv", "envp"};
  for (llvm::Argument& a : f.args()) {
    llvm::Constant* value = llvm::Constant::getNullValue(a.getType());
    if (a.getArgNo() == 0 && a.getType()->isIntegerTy()) {
      value = llvm::ConstantInt::get(a.getType(), 1);
    } else if (a.getArgNo() == 1 && a.getType()->isPointerTy()) {
      llvm::Constant* text =
          llvm::ConstantDataArray::getString(context, "program");
      auto* name = new llvm::GlobalVariable(*w.module,
                                            text->getType(),
                                            false,
                                            llvm::GlobalValue::InternalLinkage,
                                            text,
                                            "__cat_program_name");
      llvm::ArrayType* type = llvm::ArrayType::get(a.getType(), 2);
      value = new llvm::GlobalVariable(
          *w.module,
          type,
          false,
          llvm::GlobalValue::InternalLinkage,
          llvm::ConstantArray::get(
              type, {name, llvm::Constant::getNullValue(a.getType())}),
          "__cat_program_arguments");
    }
    if (is_read(a) && a.getArgNo() < 3) {
      base::Diagnostic d;
      d.severity = base::Severity::warning;
      d.code = kForgottenInput;
      d.where = w.locate(f);
      d.message = "'" + std::string(names[a.getArgNo()]) +
                  "' is read, but the program is run without arguments; if "
                  "they matter, expected a description whose init and step "
                  "are given what main() makes of them";
      warnings.push_back(std::move(d));
    }
    a.replaceAllUsesWith(value);
  }
}

/// Copies main() under another name; `heads` become those of the copy.
llvm::Function* clone(llvm::Function& f, const char* name, Blocks& heads) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&f, map);
  copy->setName(name);
  for (llvm::BasicBlock*& head : heads) {
    head = llvm::cast<llvm::BasicBlock>(map[head]);
  }
  return copy;
}

/// The number of the head at which a step begins; null where there is one.
llvm::GlobalVariable* place_in(Workspace& w, const Blocks& heads) {
  if (heads.size() == 1) return nullptr;
  llvm::Type* type = llvm::Type::getInt32Ty(*w.context);
  return new llvm::GlobalVariable(*w.module,
                                  type,
                                  false,
                                  llvm::GlobalValue::ExternalLinkage,
                                  llvm::ConstantInt::get(type, 0),
                                  "main.loop");
}

}  // namespace

void cut_main(Workspace& w, std::vector<base::Diagnostic>& warnings) {
  llvm::Function* f = w.module->getFunction("main");
  if (f == nullptr || f->isDeclaration()) {
    throw base::InputError(
        {w.module->getSourceFileName(), 0, 0},
        "no step function: expected a main() with an infinite loop, functions "
        "named init and step, or a description file that names them",
        "no-step");
  }
  give_arguments(w, *f, warnings);
  for (const llvm::BasicBlock& block : *f) {
    if (!llvm::isa<llvm::IndirectBrInst>(block.getTerminator()) ||
        llvm::pred_empty(&block)) {
      continue;
    }
    // All computed gotos of a function share one instruction, which has no
    // place in the source.
    const llvm::BasicBlock* from = *llvm::pred_begin(&block);
    throw base::InputError(
        w.locate(*from->getTerminator()),
        "computed goto in main() is not supported; expected a switch, or a "
        "description file that names init and step",
        "unsupported-goto");
  }
  inline_reading_loops(w, *f);
  const auto [heads, is_one_step] = step_loops(w, *f);
  if (is_one_step) {
    warnings.push_back({base::Severity::note,
                        w.locate(*f),
                        "main() has no loop that reads inputs: it is one step, "
                        "with which the run ends",
                        "one-step",
                        {}});
  }
  demote_registers(*f, heads);
  make_locals_global(w, *f);
  llvm::GlobalVariable* place = place_in(w, heads);

  // The initialisation ends where a loop is entered, a step where one is
  // continued or entered. Blocks that the part does not reach are removed.
  Blocks cut = heads;
  w.init = clone(*f, "__cat_main_init", cut);
  stop_at_returns(w, *w.init);
  redirect(*w.init, cut, place);

  cut = heads;
  w.step = clone(*f, kMainStep, cut);
  stop_at_returns(w, *w.step);
  redirect(*w.step, cut, place);
  begin_at_head(*w.step, cut, place);

  for (llvm::Function* part : {w.init, w.step}) {
    llvm::EliminateUnreachableBlocks(*part);
    part->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  if (f->use_empty()) f->eraseFromParent();
}

}  // namespace catenary::program
