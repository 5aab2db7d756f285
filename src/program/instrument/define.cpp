// SPDX-License-Identifier: Apache-2.0
/// \file
/// Removes promises of the source from a module before any pass may rely on
/// them (`restrict`, `__builtin_assume`, attributes, fast arithmetic), and
/// gives every value that a program can read a definition: undefined values of
/// C are the same in native runs, in replays and as a formula.
///
/// After LLVM Language Reference, "Parameter Attributes", "Function
/// Attributes", "Fast-Math Flags", "Undefined Values".
#include "program/instrument/define.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

#include "base/error.h"
#include "program/build/library.h"
#include "program/build/workspace.h"

namespace catenary::program {

namespace {

using llvm::Attribute;
using llvm::Function;
using llvm::Instruction;

/// Promises about one argument or a result.
llvm::AttributeMask promises_of_values() {
  llvm::AttributeMask mask;
  for (const Attribute::AttrKind kind : {Attribute::NoAlias,
                                         Attribute::NonNull,
                                         Attribute::NoUndef,
                                         Attribute::Dereferenceable,
                                         Attribute::DereferenceableOrNull,
                                         Attribute::Range,
                                         Attribute::NoFPClass,
                                         Attribute::NoCapture,
                                         Attribute::NoFree,
                                         Attribute::ReadNone,
                                         Attribute::ReadOnly,
                                         Attribute::WriteOnly,
                                         Attribute::Returned}) {
    mask.addAttribute(kind);
  }
  return mask;
}

/// Promises about what a function does.
llvm::AttributeMask promises_of_functions() {
  llvm::AttributeMask mask;
  for (const Attribute::AttrKind kind : {Attribute::Memory,
                                         Attribute::WillReturn,
                                         Attribute::MustProgress,
                                         Attribute::NoFree,
                                         Attribute::NoSync,
                                         Attribute::NoRecurse,
                                         Attribute::NoCallback,
                                         Attribute::Speculatable}) {
    mask.addAttribute(kind);
  }
  for (const char* name : {"no-nans-fp-math",
                           "no-infs-fp-math",
                           "no-signed-zeros-fp-math",
                           "approx-func-fp-math",
                           "unsafe-fp-math",
                           "denormal-fp-math",
                           "denormal-fp-math-f32"}) {
    mask.addAttribute(name);
  }
  return mask;
}

/// Removes the promises of a function, or of a call of one.
template <typename Holder>
void forget_promises(Holder& holder, unsigned arguments) {
  static const llvm::AttributeMask of_values = promises_of_values();
  static const llvm::AttributeMask of_functions = promises_of_functions();
  for (unsigned i = 0; i < arguments; ++i) {
    holder.removeParamAttrs(i, of_values);
    // Where memory is passed, its alignment is how, not a promise.
    if (!holder.getAttributes().hasParamAttr(i, Attribute::ByVal) &&
        !holder.getAttributes().hasParamAttr(i, Attribute::StructRet)) {
      holder.removeParamAttr(i, Attribute::Alignment);
    }
  }
  llvm::AttributeMask of_results = promises_of_values();
  of_results.addAttribute(Attribute::Alignment);
  holder.removeRetAttrs(of_results);
  holder.removeFnAttrs(of_functions);
}

bool keeps_promises(const Function& f) {
  return f.isIntrinsic() || is_native_function(f.getName().str());
}

/// The constant with zeros in place of undefined parts.
llvm::Constant* without_undefined(llvm::Constant* constant) {
  if (llvm::isa<llvm::UndefValue>(constant)) {
    return llvm::Constant::getNullValue(constant->getType());
  }
  auto* whole = llvm::dyn_cast<llvm::ConstantAggregate>(constant);
  if (whole == nullptr) return constant;
  std::vector<llvm::Constant*> parts;
  for (const llvm::Use& use : whole->operands()) {
    parts.push_back(without_undefined(llvm::cast<llvm::Constant>(use.get())));
  }
  if (auto* type = llvm::dyn_cast<llvm::StructType>(whole->getType())) {
    return llvm::ConstantStruct::get(type, parts);
  }
  if (auto* type = llvm::dyn_cast<llvm::ArrayType>(whole->getType())) {
    return llvm::ConstantArray::get(type, parts);
  }
  return llvm::ConstantVector::get(parts);
}

/// The instruction at which the storage of a local variable begins, that is,
/// its declaration; null for variables that Clang adds itself, and for
/// parameters.
Instruction* declaration_of(llvm::AllocaInst& a) {
  for (const llvm::DbgVariableRecord* r : llvm::findDVRDeclares(&a)) {
    if (r->getVariable()->isParameter() ||
        r->getExpression()->getNumElements() != 0) {
      return nullptr;
    }
    return const_cast<Instruction*>(r->getInstruction());
  }
  for (llvm::DbgDeclareInst* d : llvm::findDbgDeclares(&a)) {
    if (d->getVariable()->isParameter() ||
        d->getExpression()->getNumElements() != 0) {
      return nullptr;
    }
    return d;
  }
  return nullptr;
}

bool is_parameter(llvm::AllocaInst& a) {
  const auto records = llvm::findDVRDeclares(&a);
  const auto calls = llvm::findDbgDeclares(&a);
  return std::any_of(
             records.begin(),
             records.end(),
             [](const auto* r) { return r->getVariable()->isParameter(); }) ||
         std::any_of(calls.begin(), calls.end(), [](const auto* d) {
           return d->getVariable()->isParameter();
         });
}

/// Sets all of a local variable to zero in front of `at`.
void set_to_zero(llvm::AllocaInst& a, Instruction& at) {
  const llvm::DataLayout& layout = a.getModule()->getDataLayout();
  llvm::IRBuilder<> b(&at);
  llvm::Type* type = a.getAllocatedType();
  if (!a.isArrayAllocation() && type->isSingleValueType()) {
    b.CreateStore(llvm::Constant::getNullValue(type), &a);
    return;
  }
  const auto size = a.getAllocationSize(layout);
  if (size && size->isFixed()) {
    if (size->getFixedValue() == 0) return;
    b.CreateMemSet(&a, b.getInt8(0), size->getFixedValue(), a.getAlign());
    return;
  }
  llvm::Value* count = b.CreateZExtOrTrunc(a.getArraySize(), b.getInt64Ty());
  llvm::Value* each = b.getInt64(layout.getTypeAllocSize(type));
  b.CreateMemSet(&a, b.getInt8(0), b.CreateMul(count, each), a.getAlign());
}

/// Every local variable begins as zero where its storage begins. Clang sees to
/// that at declarations (-ftrivial-auto-var-init), except for those with the
/// attribute `uninitialized` and those that a jump may pass (a `goto` into the
/// block, a `case` behind the declaration): they are zero when the function is
/// entered. So are variables that Clang adds itself, such as the result of a
/// function that forgets to return one.
void set_locals_to_zero(Function& f) {
  std::vector<llvm::AllocaInst*> locals;
  for (Instruction& i : llvm::instructions(f)) {
    auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i);
    if (a != nullptr && !is_parameter(*a)) locals.push_back(a);
  }
  if (locals.empty()) return;
  const llvm::DominatorTree dominators(f);
  for (llvm::AllocaInst* a : locals) {
    Instruction* declared = declaration_of(*a);
    const bool passed =
        declared == nullptr ||
        std::any_of(a->user_begin(), a->user_end(), [&](const llvm::User* u) {
          const auto* i = llvm::dyn_cast<Instruction>(u);
          return i != declared && i != nullptr &&
                 !dominators.dominates(declared, i);
        });
    // The array of a variable length has its storage where it is allocated.
    if (passed || !a->isStaticAlloca()) set_to_zero(*a, *a->getNextNode());
    if (declared != nullptr && a->isStaticAlloca()) set_to_zero(*a, *declared);
  }
}

/// A product and a sum are rounded separately, whatever the machine has:
/// otherwise a run would depend on the processor.
void split_multiply_add(llvm::IntrinsicInst& i) {
  llvm::IRBuilder<> b(&i);
  llvm::Value* product = b.CreateFMul(i.getArgOperand(0), i.getArgOperand(1));
  i.replaceAllUsesWith(b.CreateFAdd(product, i.getArgOperand(2)));
  i.eraseFromParent();
}

void define_instruction(Instruction& i) {
  if (llvm::isa<llvm::FPMathOperator>(i)) {
    i.copyFastMathFlags(llvm::FastMathFlags());
  }
  auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
  if (call == nullptr) return;
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call)) {
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::assume) {
      intrinsic->eraseFromParent();
    } else if (intrinsic->getIntrinsicID() == llvm::Intrinsic::fmuladd) {
      split_multiply_add(*intrinsic);
    }
    return;
  }
  const Function* callee = call->getCalledFunction();
  if (callee == nullptr || !keeps_promises(*callee)) {
    forget_promises(*call, call->arg_size());
  }
}

}  // namespace

void reject_other_machines(const llvm::Module& m, const std::string& unit) {
  const llvm::Triple wanted(m.getTargetTriple());
  const llvm::Triple here(llvm::sys::getProcessTriple());
  if (wanted.getArch() == here.getArch() && wanted.getOS() == here.getOS() &&
      wanted.isX32() == here.isX32()) {
    return;
  }
  throw base::InputError({unit, 0, 0},
                         "its flags ask for code for '" + wanted.str() +
                             "', but programs are run on this machine; "
                             "expected no -m32, -mx32 or --target",
                         "other-machine");
}

void define_undefined(Workspace& w) {
  for (llvm::GlobalVariable& g : w.module->globals()) {
    if (g.hasInitializer()) {
      g.setInitializer(without_undefined(g.getInitializer()));
    }
  }
  for (Function& f : *w.module) {
    if (keeps_promises(f)) continue;
    forget_promises(f, f.arg_size());
    if (f.isDeclaration()) continue;
    for (Instruction& i : llvm::make_early_inc_range(llvm::instructions(f))) {
      define_instruction(i);
    }
    set_locals_to_zero(f);
  }
}

}  // namespace catenary::program
