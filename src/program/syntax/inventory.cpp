// SPDX-License-Identifier: Apache-2.0
/// \file
/// The inventory, from the unoptimised module and its debug information.
#include "program/syntax/inventory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "program/analyse/debug_types.h"
#include "program/analyse/pointer_use.h"
#include "program/analyse/points_to_rules.h"
#include "program/analyse/type_shape.h"
#include "program/build/compile.h"
#include "program/build/workspace.h"
#include "program/instrument/stubs.h"

namespace catenary::program {

namespace {

/// What is done through the address of a variable that a call is given; false
/// where it is not known.
bool used_by_call(const llvm::Use& use,
                  Inventory::Global& g,
                  PointerUses& pointers) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  if (call == nullptr || !call->isArgOperand(&use)) return false;
  llvm::Function* callee = call->getCalledFunction();
  const unsigned number = call->getArgOperandNo(&use);
  if (callee == nullptr || callee->isDeclaration() ||
      number >= callee->arg_size()) {
    return false;
  }
  const PointerUse through = pointers.of(*callee->getArg(number));
  if (through.other) return false;
  g.read = true;
  g.written = g.written || through.written;
  return true;
}

/// Notes reads and writes through an address, as far as they are direct.
void uses_of(const llvm::Value* v,
             Inventory::Global& g,
             PointerUses& pointers) {
  for (const llvm::Use& use : v->uses()) {
    const llvm::User* u = use.getUser();
    if (llvm::isa<llvm::LoadInst>(u)) {
      g.read = true;
    } else if (llvm::isa<llvm::GEPOperator>(u)) {
      uses_of(u, g, pointers);
    } else if (llvm::isa<llvm::ICmpInst>(u) || used_by_call(use, g, pointers)) {
      continue;
    } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(u)) {
      if (copy->getRawSource() == v) g.read = true;
      if (copy->getRawDest() == v) g.written = true;
    } else {
      g.written = true;  // stored to, or its address goes somewhere
      if (!llvm::isa<llvm::StoreInst>(u)) g.read = true;
    }
  }
}

/// Whether a constant only keeps a function from being removed: the attribute
/// `used` puts it into a list of the compiler, which may be gone by now.
bool is_list_of_compiler(const llvm::User& user) {
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(&user)) {
    return g->getName().starts_with("llvm.");
  }
  return llvm::isa<llvm::Constant>(user) &&
         std::all_of(
             user.user_begin(), user.user_end(), [](const llvm::User* u) {
               return is_list_of_compiler(*u);
             });
}

/// Who calls a function or takes its address. Recursion alone does not make a
/// function one that is called.
void note_callers(const llvm::Function& f, Inventory::Function& out) {
  for (const llvm::User* u : f.users()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(u);
    if (instruction == nullptr ? is_list_of_compiler(*u)
                               : instruction->getFunction() == &f) {
      continue;
    }
    out.callers.insert(instruction == nullptr
                           ? ""
                           : instruction->getFunction()->getName().str());
  }
  out.is_called = !out.callers.empty();
  out.only_main_calls = out.callers == std::set<std::string>{"main"};
}

/// Whether the source of the module that was loaded first, which is that of the
/// first unit, defines it.
bool is_in_first_unit(const llvm::Function& f) {
  const llvm::DISubprogram* info = f.getSubprogram();
  const auto units = f.getParent()->debug_compile_units();
  // Paths may be relative to different folders, and a preprocessed file knows
  // the name of its source.
  return info != nullptr && units.begin() != units.end() &&
         info->getUnit() == *units.begin() &&
         llvm::sys::path::stem(info->getFilename()) ==
             llvm::sys::path::stem((*units.begin())->getFilename());
}

bool has_branches(const llvm::Function& f) {
  return std::any_of(f.begin(), f.end(), [](const llvm::BasicBlock& block) {
    return block.getTerminator()->getNumSuccessors() > 1;
  });
}

/// Structures through whose members something is stored.
void note_written_structures(const llvm::Function& f,
                             std::set<std::string>& out) {
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
    const llvm::Value* at =
        store == nullptr ? nullptr : store->getPointerOperand();
    while (const auto* gep = llvm::dyn_cast_or_null<llvm::GEPOperator>(at)) {
      const auto* type =
          llvm::dyn_cast<llvm::StructType>(gep->getSourceElementType());
      if (type != nullptr && type->hasName()) out.insert(type->getName().str());
      at = gep->getPointerOperand();
    }
  }
}

/// Structures with members whose addresses are passed on or kept.
void note_shared_structures(const llvm::Function& f,
                            std::set<std::string>& out) {
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&i);
    const auto* type =
        gep == nullptr
            ? nullptr
            : llvm::dyn_cast<llvm::StructType>(gep->getSourceElementType());
    if (type == nullptr || !type->hasName()) continue;
    const bool is_shared =
        std::any_of(gep->user_begin(), gep->user_end(), [&](const auto* user) {
          const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
          return llvm::isa<llvm::CallBase>(user) ||
                 (store != nullptr && store->getValueOperand() == gep);
        });
    if (is_shared) out.insert(type->getName().str());
  }
}

/// Adds the names that typedefs give to structures with a tag.
void note_typedefs(const llvm::Module& module, std::set<std::string>& written) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    const llvm::DIType* target = type;
    while (const auto* derived =
               llvm::dyn_cast_or_null<llvm::DIDerivedType>(target)) {
      if (derived->getTag() != llvm::dwarf::DW_TAG_typedef &&
          derived->getTag() != llvm::dwarf::DW_TAG_const_type) {
        break;
      }
      target = derived->getBaseType();
    }
    if (target == type ||
        !llvm::isa_and_nonnull<llvm::DICompositeType>(target) ||
        !written.contains("struct." + target->getName().str())) {
      continue;
    }
    written.insert("struct." + type->getName().str());
  }
}

/// Names and types of the parameters, and of the result.
void describe_signature(llvm::Function& f,
                        Inventory::Function& out,
                        PointerUses& pointers) {
  const llvm::DISubprogram* info = f.getSubprogram();
  if (info == nullptr || info->getType() == nullptr) return;
  const llvm::DITypeRefArray types = info->getType()->getTypeArray();
  for (unsigned i = 0; i < types.size(); ++i) {
    if (i == 0) {
      out.result = shape_of(types[i]);
    } else {
      out.parameters.push_back({"", shape_of(types[i]), {}});
    }
  }
  const auto name = [&](const llvm::DILocalVariable* variable) {
    if (variable->getArg() == 0 || variable->getArg() > out.parameters.size()) {
      return;
    }
    out.parameters[variable->getArg() - 1].name = variable->getName().str();
  };
  // The compiler may pass structures by value in pieces; then arguments and
  // parameters do not correspond.
  if (f.arg_size() == out.parameters.size()) {
    for (unsigned i = 0; i < f.arg_size(); ++i) {
      Inventory::Parameter& p = out.parameters[i];
      if (p.type.kind == TypeShape::Kind::pointer &&
          (p.type.target == TypeShape::Kind::scalar ||
           p.type.target == TypeShape::Kind::structure)) {
        p.use = pointers.of(*f.getArg(i));
      }
    }
  }
  // A module has debug declarations as records or as calls, depending on the
  // version of the compiler that wrote it.
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    if (const auto* call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&i)) {
      name(call->getVariable());
    }
    for (const llvm::DbgVariableRecord& record :
         llvm::filterDbgVars(i.getDbgRecordRange())) {
      name(record.getVariable());
    }
  }
}

/// Whether a pointer points to a local variable of the function, or to a
/// coverage counter, which is no variable of the program.
bool is_own(const llvm::Value* pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer);
  return llvm::isa<llvm::AllocaInst>(object) ||
         (llvm::isa<llvm::GlobalVariable>(object) &&
          object->getName().starts_with("__prof"));
}

/// Whether a function may change something that lives longer than itself.
/// `seen`: functions under examination, which recursion calls again.
bool may_have_effect(const llvm::Function& f,
                     std::set<const llvm::Function*>& seen) {
  if (f.isDeclaration()) return true;
  if (!seen.insert(&f).second) return false;
  return std::ranges::any_of(llvm::instructions(f), [&](const auto& i) {
    if (!i.mayHaveSideEffects()) return false;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
      return store->isVolatile() || !is_own(store->getPointerOperand());
    }
    if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) {
      return !is_own(copy->getRawDest());
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (call == nullptr) return true;
    if (has_no_effect(*call) || llvm::isa<llvm::InstrProfInstBase>(call)) {
      return false;
    }
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr) return true;
    const llvm::StringRef name = callee->getName();
    // Our instrumentation inserted these calls.
    return !name.starts_with("__cat_") && !only_reads(name) &&
           may_have_effect(*callee, seen);
  });
}

/// Orders what one file defines as it stands there; files keep their order.
template <typename T>
void sort_by_place(std::vector<T>& all) {
  std::vector<std::string> files;
  const auto number = [&files](const std::string& file) {
    const auto at = std::find(files.begin(), files.end(), file);
    if (at == files.end()) files.push_back(file);
    return std::find(files.begin(), files.end(), file) - files.begin();
  };
  for (const T& one : all) (void)number(one.where.file);
  // Files by their first definition, not by name: the order of the units.
  std::stable_sort(all.begin(), all.end(), [&](const T& a, const T& b) {
    return std::make_tuple(number(a.where.file), a.where.line) <
           std::make_tuple(number(b.where.file), b.where.line);
  });
}

}  // namespace

Inventory take_inventory(const Recipe& recipe, const base::Budget& budget) {
  std::vector<base::Diagnostic> warnings;
  CompileOptions options;
  // The code as written: checks would add reads and calls.
  options.traps = false;
  Workspace w;
  w.directory = recipe.directory;
  load_and_link(w, compile(recipe, options, budget, warnings));
  Inventory out;
  PointerUses pointers;
  for (llvm::Function& f : *w.module) {
    if (f.isDeclaration()) {
      if (!f.use_empty() && may_be_stubbed(f)) {
        out.missing_functions.insert(f.getName().str());
      }
      continue;
    }
    Inventory::Function found;
    found.name = f.getName().str();
    found.where = w.locate(f);
    found.takes_arguments = f.arg_size() != 0;
    found.is_static = f.hasLocalLinkage();
    found.in_first_unit = is_in_first_unit(f);
    found.size = f.getInstructionCount();
    std::set<const llvm::Function*> seen;
    found.has_effect = may_have_effect(f, seen);
    note_callers(f, found);
    out.has_branches = out.has_branches || has_branches(f);
    describe_signature(f, found, pointers);
    note_written_structures(f, out.written_structures);
    note_shared_structures(f, out.shared_structures);
    out.functions.push_back(std::move(found));
  }
  note_typedefs(*w.module, out.written_structures);
  note_typedefs(*w.module, out.shared_structures);
  for (const llvm::GlobalVariable& v : w.module->globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
    v.getDebugInfo(infos);
    if (v.isDeclaration() && !v.use_empty()) {
      out.missing_variables.insert(v.getName().str());
    }
    if (v.isDeclaration() || infos.empty()) continue;
    const llvm::DIGlobalVariable* info = infos.front()->getVariable();
    // A static local variable is not visible to expressions of the file.
    if (llvm::isa_and_nonnull<llvm::DILocalScope>(info->getScope())) continue;
    Inventory::Global g;
    g.name = info->getName().str();
    g.where = w.locate(v);
    g.is_const = v.isConstant();
    g.is_static = v.hasLocalLinkage();
    g.scalar = scalar_of(info->getType(), g.is_const);
    g.type = shape_of(info->getType());
    uses_of(&v, g, pointers);
    out.globals.push_back(std::move(g));
  }
  sort_by_place(out.functions);
  sort_by_place(out.globals);
  return out;
}

}  // namespace catenary::program
