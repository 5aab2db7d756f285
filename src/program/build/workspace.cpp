// SPDX-License-Identifier: Apache-2.0
/// \file
/// Places, goals and reachable functions of a program in preparation.
#include "program/build/workspace.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <set>

#include "base/check.h"
#include "program/build/paths.h"
#include "program/instrument/stub_notes.h"

namespace catenary::program {

namespace {

/// The full name of a file. Clang splits names of files elsewhere into the
/// directory that they share with the one it runs in, and the rest.
std::string file_of(const llvm::Module* module, const llvm::DIFile* file) {
  if (file == nullptr) return "";
  const std::string name = file->getFilename().str();
  const std::string directory = file->getDirectory().str();
  const auto units = module->debug_compile_units();
  const bool complete = name.empty() || name.front() == '/' ||
                        name.front() == '<' || directory.empty() ||
                        units.begin() == units.end() ||
                        units.begin()->getDirectory() == directory;
  return complete ? name : directory + "/" + name;
}

}  // namespace

Workspace::Workspace() : context(std::make_unique<llvm::LLVMContext>()) {}
Workspace::~Workspace() = default;

model::ScalarType scalar_type(std::uint32_t code) {
  CATENARY_CHECK(code <= static_cast<std::uint32_t>(model::ScalarType::float64),
                 "scalar type code " + std::to_string(code));
  return static_cast<model::ScalarType>(code);
}

std::uint32_t Workspace::add_event(std::string text,
                                   base::SourceLocation where,
                                   bool in_description) {
  events.push_back({std::move(text), std::move(where), in_description});
  return static_cast<std::uint32_t>(events.size() - 1);
}

std::uint32_t Workspace::goal(const std::string& id,
                              model::GoalKind kind,
                              const base::SourceLocation& where,
                              const std::string& text) {
  const auto [at, inserted] =
      goal_index_.emplace(id, static_cast<std::uint32_t>(goals.size()));
  if (inserted) {
    model::Goal g;
    g.id = id;
    g.kind = kind;
    g.where = where;
    g.text = text;
    goals.push_back(std::move(g));
  }
  return at->second;
}

base::SourceLocation Workspace::locate(const llvm::Instruction& i) const {
  // For inlined code, the innermost place is the one that the user wrote,
  // unless it is in a stub of ours.
  const llvm::DILocation* loc = i.getDebugLoc().get();
  if (loc == nullptr) return {};
  while (loc->getInlinedAt() != nullptr &&
         loc->getScope()->getSubprogram()->getName().starts_with(kStubPrefix)) {
    loc = loc->getInlinedAt();
  }
  return {display_path(file_of(i.getModule(), loc->getFile()), directory),
          loc->getLine(),
          loc->getColumn()};
}

base::SourceLocation Workspace::locate(const llvm::DILocation& at) const {
  return {display_path(file_of(module.get(), at.getFile()), directory),
          at.getLine(),
          at.getColumn()};
}

base::SourceLocation Workspace::locate(const llvm::Function& f) const {
  const llvm::DISubprogram* sub = f.getSubprogram();
  if (sub == nullptr) return {};
  return {display_path(file_of(f.getParent(), sub->getFile()), directory),
          sub->getLine(),
          0};
}

base::SourceLocation Workspace::locate(const llvm::GlobalVariable& g) const {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  g.getDebugInfo(infos);
  if (infos.empty()) return {};
  const llvm::DIGlobalVariable* v = infos.front()->getVariable();
  return {display_path(file_of(g.getParent(), v->getFile()), directory),
          v->getLine(),
          0};
}

namespace {

/// What code refers to.
struct References {
  /// Functions, and the variables and expressions through which their addresses
  /// are reached: constants only.
  std::set<const llvm::Value*> seen;
  /// Functions whose address is used otherwise than for a call.
  std::vector<llvm::Function*> taken;
  /// True if a function is called through a pointer.
  bool calls_pointer = false;
};

class ReferenceFinder {
 public:
  References find(const std::vector<llvm::Function*>& roots,
                  const std::vector<llvm::BasicBlock*>& code = {}) {
    for (llvm::Function* f : roots) {
      if (f != nullptr) visit(f);
    }
    for (const llvm::BasicBlock* block : code) {
      for (const llvm::Instruction& i : *block) look(i);
    }
    while (!work_.empty()) {
      const llvm::Value* v = work_.back();
      work_.pop_back();
      if (const auto* f = llvm::dyn_cast<llvm::Function>(v)) {
        for (const llvm::Instruction& i : llvm::instructions(*f)) look(i);
      } else if (const auto* u = llvm::dyn_cast<llvm::User>(v)) {
        for (const llvm::Value* operand : u->operand_values()) take(operand);
      }
    }
    return std::move(out_);
  }

 private:
  void visit(const llvm::Value* v) {
    if (llvm::isa<llvm::Constant>(v) && out_.seen.insert(v).second) {
      work_.push_back(v);
    }
  }
  void take(const llvm::Value* v) {
    visit(v);
    if (const auto* f = llvm::dyn_cast<llvm::Function>(v)) {
      out_.taken.push_back(const_cast<llvm::Function*>(f));
    }
  }
  void look(const llvm::Instruction& i) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (call != nullptr && call->isIndirectCall()) out_.calls_pointer = true;
    for (const llvm::Use& u : i.operands()) {
      if (call != nullptr && call->isCallee(&u)) {
        visit(u.get());
      } else {
        take(u.get());
      }
    }
  }

  References out_;
  std::vector<const llvm::Value*> work_;
};

/// Functions to which a pointer may lead: those whose address the program takes
/// anywhere. Before main() is cut, that is all of the module.
std::vector<llvm::Function*> taken_functions(
    const Workspace& w, std::vector<llvm::Function*> roots) {
  if (w.init == nullptr || w.step == nullptr) {
    for (llvm::Function& f : *w.module) roots.push_back(&f);
  } else {
    roots.insert(roots.end(),
                 {w.init, w.step, w.module->getFunction(kConstructors)});
  }
  return ReferenceFinder().find(roots).taken;
}

std::vector<llvm::Function*> reachable(
    const Workspace& w,
    const std::vector<llvm::Function*>& roots,
    const std::vector<llvm::BasicBlock*>& code) {
  References found = ReferenceFinder().find(roots, code);
  // The initialisation may have stored the pointer, as callbacks are.
  if (found.calls_pointer) {
    std::vector<llvm::Function*> all = taken_functions(w, roots);
    all.insert(all.end(), roots.begin(), roots.end());
    found = ReferenceFinder().find(all, code);
  }
  std::vector<llvm::Function*> out;
  for (llvm::Function& f : *w.module) {
    if (found.seen.count(&f) != 0) out.push_back(&f);
  }
  return out;
}

}  // namespace

std::vector<llvm::Function*> reachable_functions(
    const Workspace& w, const std::vector<llvm::Function*>& roots) {
  return reachable(w, roots, {});
}

std::vector<llvm::Function*> functions_reachable_from(
    const Workspace& w, const std::vector<llvm::BasicBlock*>& blocks) {
  return reachable(w, {}, blocks);
}

}  // namespace catenary::program
