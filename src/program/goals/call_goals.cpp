// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of functions and of calls: a step enters the function, a step makes
/// the call. These are the structural coverages that ISO 26262-6 (2018, table
/// 12) asks for when units are integrated.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "program/build/workspace.h"
#include "program/goals/criteria.h"

namespace catenary::program {

namespace {

using llvm::CallBase;
using llvm::DISubprogram;
using llvm::Function;
using llvm::IRBuilder;
using model::GoalKind;

/// What the user wrote as one function. The variants of a C++ constructor or
/// destructor have the declaration in common. Null for code of our own.
const DISubprogram* written(const Function& f) {
  const DISubprogram* sub = f.getSubprogram();
  if (sub == nullptr || sub->getLine() == 0 || sub->isArtificial() ||
      f.hasFnAttribute(llvm::Attribute::NoProfile) ||
      f.getName().starts_with("__cat")) {
    return nullptr;
  }
  return sub->getDeclaration() == nullptr ? sub : sub->getDeclaration();
}

/// Whether the user wrote the call, or C++ has it where a variable begins or
/// ends its life. Not calls of our own interface, of checks, of the run-time
/// library, between variants of one constructor, and those of a deleting
/// destructor.
bool is_written(const CallBase& call, const Function& in) {
  if (llvm::isa<llvm::IntrinsicInst>(call) || call.isInlineAsm() ||
      !call.getDebugLoc() || call.getDebugLoc().getLine() == 0) {
    return false;
  }
  // Its name in the Itanium C++ ABI ends so.
  if (in.getName().ends_with("D0Ev")) return false;
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return true;
  for (const char* prefix : {"__cat", "__ubsan", "__cxa_", "__assert_fail"}) {
    if (callee->getName().starts_with(prefix)) return false;
  }
  const DISubprogram* to = written(*callee);
  return callee == &in || to == nullptr || to != written(in);
}

/// What is called, for people: its name in the source, or that it is a pointer.
std::string called(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return "a function through a pointer";
  const DISubprogram* sub = callee->getSubprogram();
  return (sub == nullptr ? callee->getName() : sub->getName()).str() + "()";
}

void add_function_goals(Workspace& w,
                        const std::vector<Function*>& functions,
                        llvm::GlobalVariable& hits) {
  std::map<const DISubprogram*, std::uint32_t> known;
  for (Function* f : functions) {
    const DISubprogram* sub = written(*f);
    const auto [goal, is_new] = known.try_emplace(sub, 0);
    if (is_new) {
      const base::SourceLocation where = w.locate(*f);
      // Debug information has no column of a function.
      std::string place = short_place(where);
      place.resize(place.rfind(':'));
      const std::string id = w.free_id("function@" + place, {""});
      goal->second =
          w.goal(id,
                 GoalKind::function,
                 where,
                 f->getSubprogram()->getName().str() + "() is entered");
    }
    IRBuilder<> b(&*f->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    record_hit(b, hits, b.getInt32(goal->second));
  }
}

void add_call_site_goals(Workspace& w,
                         const std::vector<Function*>& functions,
                         llvm::GlobalVariable& hits) {
  // Collected first: the loop below inserts calls of its own.
  std::vector<CallBase*> calls;
  for (Function* f : functions) {
    for (llvm::Instruction& i : llvm::instructions(*f)) {
      auto* call = llvm::dyn_cast<CallBase>(&i);
      if (call != nullptr && is_written(*call, *f)) calls.push_back(call);
    }
  }
  // Clang copies the calls of a function that it inlines: all copies of a call
  // are one goal. Several calls of one macro have the same place; they are told
  // apart by their order within a copy.
  using Place =
      std::tuple<const llvm::DISubprogram*, unsigned, unsigned, std::string>;
  std::map<std::pair<Place, std::size_t>, std::uint32_t> goals;
  std::map<std::pair<Place, const llvm::DILocation*>, std::size_t> in_copy;
  for (CallBase* call : calls) {
    const base::SourceLocation where = w.locate(*call);
    const llvm::DebugLoc& at = call->getDebugLoc();
    const Place place{at->getScope()->getSubprogram(),
                      at.getLine(),
                      at.getCol(),
                      called(*call)};
    const std::size_t before = in_copy[{place, at->getInlinedAt()}]++;
    const auto [known, is_new] = goals.try_emplace({place, before}, 0);
    if (is_new) {
      const std::string id = w.free_id("call@" + short_place(where), {""});
      known->second =
          w.goal(id, GoalKind::call, where, called(*call) + " is called");
    }
    const std::uint32_t goal = known->second;
    // In front of the call, since it may not return; the arguments have been
    // evaluated there.
    IRBuilder<> b(call);
    record_hit(b, hits, b.getInt32(goal));
  }
}

}  // namespace

/// For functions that the step can reach, and the calls in them.
void add_call_goals(Workspace& w,
                    const Criteria& criteria,
                    llvm::GlobalVariable& hits) {
  std::vector<Function*> functions;
  for (Function* f : reachable_functions(w, {w.step})) {
    if (written(*f) != nullptr) functions.push_back(f);
  }
  // Calls first, so that what the goals of functions add is not among them.
  if (criteria.contains(GoalKind::call)) {
    std::vector<Function*> callers = functions;
    // The loop of main() is not a function of the user, but has calls.
    if (w.step->getName() == kMainStep) callers.push_back(w.step);
    add_call_site_goals(w, callers, hits);
  }
  if (criteria.contains(GoalKind::function)) {
    add_function_goals(w, functions, hits);
  }
}

}  // namespace catenary::program
