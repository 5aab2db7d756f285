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
#include "program/goals/entry_marks.h"

namespace catenary::program {

namespace {

using llvm::CallBase;
using llvm::DISubprogram;
using llvm::Function;
using llvm::IRBuilder;
using model::GoalKind;

/// What the user wrote as one function. The variants of a C++ constructor or
/// destructor have the declaration in common. Null for code of our own.
const DISubprogram* written(const DISubprogram* sub) {
  if (sub == nullptr || sub->getLine() == 0 || sub->isArtificial() ||
      sub->getName().starts_with("__cat")) {
    return nullptr;
  }
  return sub->getDeclaration() == nullptr ? sub : sub->getDeclaration();
}

const DISubprogram* written(const Function& f) {
  if (f.hasFnAttribute(llvm::Attribute::NoProfile) ||
      f.getName().starts_with("__cat")) {
    return nullptr;
  }
  return written(f.getSubprogram());
}

/// The function whose code the place is in, however it was inlined.
const DISubprogram* function_at(const llvm::DILocation& at) {
  return at.getScope()->getSubprogram();
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
    for (llvm::CallInst* mark : entry_marks(*f)) {
      const DISubprogram* sub = function_at(*mark->getDebugLoc());
      if (written(sub) == nullptr) continue;
      const auto [goal, is_new] = known.try_emplace(written(sub), 0);
      if (is_new) {
        const base::SourceLocation where = w.locate(*mark);
        // Debug information has no column of a function.
        std::string place = short_place(where);
        place.resize(place.rfind(':'));
        const std::string id = w.free_id("function@" + place, {""});
        goal->second = w.goal(id,
                              GoalKind::function,
                              where,
                              sub->getName().str() + "() is entered");
      }
      IRBuilder<> b(mark);
      record_hit(b, hits, b.getInt32(goal->second));
    }
  }
}

/// A call that the user wrote, or what is left of it: the mark of the function,
/// where that was inlined.
struct WrittenCall {
  llvm::Instruction* before;
  const llvm::DILocation* at;
  std::string called;
  std::uint64_t number;  ///< see number_of()
};

/// In the order of the code.
std::vector<WrittenCall> written_calls(
    const std::vector<Function*>& functions) {
  std::vector<WrittenCall> out;
  for (Function* f : functions) {
    const std::vector<llvm::CallInst*> marks = entry_marks(*f);
    for (llvm::Instruction& i : llvm::instructions(*f)) {
      auto* call = llvm::dyn_cast<CallBase>(&i);
      if (call == nullptr) continue;
      const llvm::DILocation* at = call->getDebugLoc().get();
      const bool is_user_code =
          written(*f) != nullptr || f->getName() == kMainStep;
      if (is_user_code && is_written(*call, *f)) {
        out.push_back({call, at, called(*call), number_of(*call)});
      } else if (llvm::is_contained(marks, call) &&
                 at->getInlinedAt() != nullptr) {
        const DISubprogram* callee = function_at(*at);
        const DISubprogram* caller = function_at(*at->getInlinedAt());
        if (written(callee) == nullptr || written(caller) == nullptr ||
            written(callee) == written(caller) ||
            at->getInlinedAt()->getLine() == 0) {
          continue;
        }
        out.push_back(
            {call, at->getInlinedAt(), callee->getName().str() + "()", 0});
      }
    }
  }
  return out;
}

void add_call_site_goals(Workspace& w,
                         const std::vector<Function*>& functions,
                         llvm::GlobalVariable& hits) {
  // All copies of a call, in functions that were inlined and loops that were
  // unrolled, are one goal.
  using Call = std::tuple<const llvm::DISubprogram*,
                          unsigned,
                          unsigned,
                          std::string,
                          std::uint64_t>;
  std::map<Call, std::uint32_t> goals;
  // Collected first: the loop below inserts calls of its own.
  for (const WrittenCall& call : written_calls(functions)) {
    const base::SourceLocation where = w.locate(*call.at);
    const auto [known, is_new] = goals.try_emplace({function_at(*call.at),
                                                    call.at->getLine(),
                                                    call.at->getColumn(),
                                                    call.called,
                                                    call.number},
                                                   0);
    if (is_new) {
      const std::string id = w.free_id("call@" + short_place(where), {""});
      known->second =
          w.goal(id, GoalKind::call, where, call.called + " is called");
    }
    // In front of the call, since it may not return; the arguments have been
    // evaluated there.
    IRBuilder<> b(call.before);
    record_hit(b, hits, b.getInt32(known->second));
  }
}

}  // namespace

/// For functions that the step can reach, and the calls in them.
void add_call_goals(Workspace& w,
                    const Criteria& criteria,
                    llvm::GlobalVariable& hits) {
  // Others, too: the user's code may be inlined there, or be the loop of
  // main().
  std::vector<Function*> functions = reachable_functions(w, {w.step});
  std::erase_if(functions, [](Function* f) { return f->isDeclaration(); });
  // Calls first, so that what the goals of functions add is not among them.
  if (criteria.contains(GoalKind::call)) {
    add_call_site_goals(w, functions, hits);
  }
  if (criteria.contains(GoalKind::function)) {
    add_function_goals(w, functions, hits);
  }
}

}  // namespace catenary::program
