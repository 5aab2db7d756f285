// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads before writes of local variables: a search forward from the mark that
/// Clang puts at the declaration (-ftrivial-auto-var-init), as for definite
/// assignment, but along paths of the flow graph only.
#include "program/analyse/unset_locals.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <set>

#include "program/build/workspace.h"
#include "program/instrument/stub_notes.h"

namespace catenary::program {

namespace {

using llvm::AllocaInst;
using llvm::Instruction;
using llvm::Value;

/// Whether Clang made the instruction to give a variable its first value.
bool is_first_value(const Instruction& i) {
  const llvm::MDNode* marks = i.getMetadata(llvm::LLVMContext::MD_annotation);
  return marks != nullptr && llvm::any_of(marks->operands(), [](const auto& m) {
           const auto* text = llvm::dyn_cast<llvm::MDString>(m);
           return text != nullptr && text->getString() == "auto-init";
         });
}

enum class Use : std::uint8_t { read, write };

/// What instructions do with a variable, through pointers that are computed of
/// its address in the function.
std::map<const Instruction*, Use> uses_of(const AllocaInst& variable) {
  std::map<const Instruction*, Use> out;
  std::vector<const Value*> work = {&variable};
  std::set<const Value*> seen = {&variable};
  while (!work.empty()) {
    const Value* pointer = work.back();
    work.pop_back();
    for (const llvm::Use& use : pointer->uses()) {
      const auto* i = llvm::dyn_cast<Instruction>(use.getUser());
      if (i == nullptr || llvm::isa<llvm::DbgInfoIntrinsic>(i) ||
          i->isLifetimeStartOrEnd()) {
        continue;
      }
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(i)) {
        const bool reads = &use == &copy->getRawSourceUse();
        out[i] = reads ? Use::read : Use::write;
      } else if (llvm::isa<llvm::LoadInst>(i)) {
        out[i] = Use::read;
      } else if (llvm::isa<llvm::GetElementPtrInst>(i) ||
                 llvm::isa<llvm::CastInst>(i)) {
        if (seen.insert(i).second) work.push_back(i);
      } else if (!llvm::isa<llvm::CmpInst>(i)) {
        // A store, or somebody else who may write: a call, another pointer.
        out[i] = Use::write;
      }
    }
  }
  return out;
}

/// The first read that is reached from an instruction without a write; null:
/// none.
const Instruction* unset_read(const Instruction& from,
                              const std::map<const Instruction*, Use>& uses) {
  std::set<const llvm::BasicBlock*> seen;
  std::vector<const Instruction*> work = {from.getNextNode()};
  while (!work.empty()) {
    const Instruction* i = work.back();
    work.pop_back();
    for (; i != nullptr; i = i->getNextNode()) {
      if (const auto at = uses.find(i); at != uses.end()) {
        if (at->second == Use::read) return i;
        break;
      }
      // The declaration is passed again.
      if (i == &from) break;
      if (!i->isTerminator()) continue;
      for (const llvm::BasicBlock* next : llvm::successors(i->getParent())) {
        if (seen.insert(next).second) work.push_back(&next->front());
      }
    }
  }
  return nullptr;
}

/// The first read before a write, from the begin of the function, as a jump may
/// pass the declaration, or from the declaration; null: none.
const Instruction* unset_read(const AllocaInst& variable) {
  const std::map<const Instruction*, Use> uses = uses_of(variable);
  const Instruction* found = unset_read(variable, uses);
  for (const auto& [i, use] : uses) {
    if (found == nullptr && is_first_value(*i)) found = unset_read(*i, uses);
  }
  return found;
}

std::string name_of(const AllocaInst& variable) {
  auto& mutable_one = const_cast<AllocaInst&>(variable);
  for (const llvm::DbgVariableRecord* r : llvm::findDVRDeclares(&mutable_one)) {
    return r->getVariable()->getName().str();
  }
  return "";
}

}  // namespace

std::vector<base::Diagnostic> find_unset_locals(
    const Workspace& w, const std::vector<llvm::Function*>& functions) {
  std::vector<base::Diagnostic> out;
  for (const llvm::Function* f : functions) {
    for (const Instruction& i : llvm::instructions(*f)) {
      const auto* variable = llvm::dyn_cast<AllocaInst>(&i);
      const std::string name = variable == nullptr ? "" : name_of(*variable);
      if (name.empty()) continue;
      const Instruction* read = unset_read(*variable);
      if (read == nullptr) continue;
      out.push_back({base::Severity::note,
                     w.locate(*read),
                     "'" + name +
                         "' may be read before it is set: it is taken to begin "
                         "as 0",
                     kUnsetRead,
                     {}});
    }
  }
  return out;
}

}  // namespace catenary::program
