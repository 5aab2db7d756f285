// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole programs `main() { init; while (1) { read; step; } }`: the outermost
/// infinite loop (a natural loop of main) is cut at its head. The code before
/// it becomes the initialisation, one iteration a step, and main's local
/// variables become globals, and so state.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <set>

#include "model/step/run_end.h"
#include "program/analyse/forgotten_inputs.h"
#include "program/build/paths.h"
#include "program/build/workspace.h"
#include "program/instrument/run_end.h"

namespace catenary::program {

namespace {

/// Whether an iteration can read an input.
bool reads_input(Workspace& w, llvm::Loop& loop) {
  return std::ranges::any_of(
      functions_reachable_from(w, loop.getBlocksVector()),
      [](const llvm::Function* f) {
        return is_input_function(f->getName().str());
      });
}

/// Whether the source lets the block leave the loop: by more than a check of
/// Clang, which leads to where it reports a fault.
bool leaves(const llvm::Loop& loop, const llvm::BasicBlock* block) {
  return llvm::any_of(llvm::successors(block), [&](const llvm::BasicBlock* to) {
    const llvm::Instruction* end = to->getTerminator();
    return !loop.contains(to) && !(llvm::isa<llvm::UnreachableInst>(end) &&
                                   end->hasMetadata("nosanitize"));
  });
}

/// The loop of main() that never ends by its own condition; where there is
/// none, or several, its only outermost loop that reads inputs.
llvm::Loop* find_loop(Workspace& w, llvm::Function& f, llvm::LoopInfo& loops) {
  llvm::Loop* best = nullptr;
  int endless = 0;
  llvm::Loop* reading = nullptr;
  int readers = 0;
  for (llvm::Loop* loop : loops) {
    if (reads_input(w, *loop)) {
      ++readers;
      reading = loop;
    }
    llvm::BasicBlock* head = loop->getHeader();
    llvm::BasicBlock* latch = loop->getLoopLatch();
    // `while (1)` may be left by break; a loop that tests a condition at its
    // head or latch may end by itself.
    if (leaves(*loop, head) || (latch != nullptr && leaves(*loop, latch))) {
      continue;
    }
    ++endless;
    best = loop;
  }
  if (endless == 1) return best;
  if (readers == 1) return reading;
  const base::SourceLocation where = w.locate(f);
  if (endless == 0) {
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&f);
    const bool is_entered_by_goto =
        llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops);
    throw base::InputError(
        where,
        std::string("main() has ") +
            (is_entered_by_goto
                 ? "a loop that a goto enters in the middle, which is not "
                   "supported"
                 : "no infinite loop") +
            "; expected one such as 'while (1)' whose iterations are the "
            "steps, or a description file that names init and step",
        "no-step-loop");
  }
  throw base::InputError(
      where,
      "main() has " + std::to_string(endless) +
          " infinite loops one after the other; expected one",
      "many-step-loops");
}

/// Makes main's local variables globals, since they outlive a step.
void make_locals_global(Workspace& w, llvm::Function& f) {
  llvm::SmallVector<llvm::AllocaInst*, 16> locals;
  for (llvm::Instruction& i : llvm::instructions(f)) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&i);
    if (local == nullptr) continue;
    if (!local->isStaticAlloca()) {
      throw base::InputError(w.locate(i),
                             "variable-length array in main() is not supported",
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

/// Makes registers that live across the cut at the head of the loop memory (a
/// global, so that it is saved): its phis, and those from outside of the loop
/// that are used in another block. Every other value of the loop dominates its
/// uses, so that they come before the next cut.
void demote_registers(llvm::Function& f, const llvm::Loop& loop) {
  llvm::SmallVector<llvm::Instruction*, 32> crossing;
  llvm::SmallVector<llvm::PHINode*, 8> phis;
  for (llvm::PHINode& phi : loop.getHeader()->phis()) phis.push_back(&phi);
  for (llvm::Instruction& i : llvm::instructions(f)) {
    // Local variables become globals.
    if (llvm::isa<llvm::AllocaInst>(i) || loop.contains(&i)) continue;
    for (const llvm::User* user : i.users()) {
      const auto* other = llvm::dyn_cast<llvm::Instruction>(user);
      if (other != nullptr && (other->getParent() != i.getParent() ||
                               llvm::isa<llvm::PHINode>(other))) {
        crossing.push_back(&i);
        break;
      }
    }
  }
  for (llvm::Instruction* i : crossing) {
    llvm::DemoteRegToStack(*i, /*VolatileLoads=*/false);
  }
  for (llvm::PHINode* phi : phis) llvm::DemotePHIToStack(phi);
}

/// Makes the blocks `from`, which branch to `head`, branch to a new block that
/// returns 0.
void redirect(llvm::Function& f,
              llvm::BasicBlock* head,
              const std::set<llvm::BasicBlock*>& from) {
  llvm::BasicBlock* out =
      llvm::BasicBlock::Create(f.getContext(), "catenary.cut", &f);
  llvm::IRBuilder<> b(out);
  if (f.getReturnType()->isVoidTy()) {
    b.CreateRetVoid();
  } else {
    b.CreateRet(llvm::Constant::getNullValue(f.getReturnType()));
  }
  for (llvm::BasicBlock* block : from) {
    block->getTerminator()->replaceSuccessorWith(head, out);
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

/// The predecessors of the head that are in the loop, or those that are not.
std::set<llvm::BasicBlock*> predecessors_of(llvm::BasicBlock* head,
                                            const std::set<std::string>& inside,
                                            bool in) {
  std::set<llvm::BasicBlock*> out;
  for (llvm::BasicBlock* p : llvm::predecessors(head)) {
    if ((inside.count(p->getName().str()) != 0) == in) out.insert(p);
  }
  return out;
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

/// Copies main() under another name; `new_head` is the copy of `head`.
llvm::Function* clone(llvm::Function& f,
                      const char* name,
                      llvm::BasicBlock* head,
                      llvm::BasicBlock*& new_head) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&f, map);
  copy->setName(name);
  new_head = llvm::cast<llvm::BasicBlock>(map[head]);
  return copy;
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
  llvm::DominatorTree dominators(*f);
  llvm::LoopInfo loops(dominators);
  llvm::Loop* loop = find_loop(w, *f, loops);
  demote_registers(*f, *loop);
  make_locals_global(w, *f);
  llvm::BasicBlock* head = loop->getHeader();
  // Blocks are found again in the clones by name.
  int n = 0;
  for (llvm::BasicBlock& b : *f) b.setName("b" + std::to_string(n++));
  std::set<std::string> inside;
  for (llvm::BasicBlock* b : loop->blocks()) inside.insert(b->getName().str());

  llvm::BasicBlock* init_head = nullptr;
  w.init = clone(*f, "__cat_main_init", head, init_head);
  stop_at_returns(w, *w.init);
  // The initialisation ends where the loop is entered; a step where it is
  // continued. Unreachable copies of the other part are removed.
  redirect(*w.init, init_head, predecessors_of(init_head, inside, false));

  llvm::BasicBlock* step_head = nullptr;
  w.step = clone(*f, kMainStep, head, step_head);
  stop_at_returns(w, *w.step);
  redirect(*w.step, step_head, predecessors_of(step_head, inside, true));
  llvm::BasicBlock* old_entry = &w.step->getEntryBlock();
  llvm::BasicBlock* entry =
      llvm::BasicBlock::Create(*w.context, "catenary.entry", w.step, old_entry);
  llvm::IRBuilder<>(entry).CreateBr(step_head);

  for (llvm::Function* part : {w.init, w.step}) {
    llvm::EliminateUnreachableBlocks(*part);
    part->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  if (f->use_empty()) f->eraseFromParent();
}

}  // namespace catenary::program
