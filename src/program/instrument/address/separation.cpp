// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/address/separation.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "program/instrument/address/object_range.h"

namespace catenary::program {

namespace {

using llvm::Value;

constexpr std::uint64_t kZoneBytes = 64;

/// Attribute of variables with a zone.
constexpr const char* kSeparate = "catenary-separate";

/// The same for local variables, which have no attributes.
bool has_zone(const llvm::AllocaInst& local) {
  return local.hasMetadata(kSeparate);
}

llvm::Value* separate_local(Workspace& w,
                            llvm::AllocaInst& local,
                            llvm::Type& zone) {
  if (has_zone(local)) return &local;
  local.setMetadata(kSeparate, llvm::MDNode::get(*w.context, {}));
  local.setAllocatedType(llvm::StructType::get(
      *w.context, {local.getAllocatedType(), &zone}, true));
  return &local;
}

}  // namespace

std::uint64_t bytes_in_program(const llvm::GlobalVariable& g) {
  const llvm::DataLayout& layout = g.getParent()->getDataLayout();
  llvm::Type* type = g.getValueType();
  if (g.hasAttribute(kSeparate)) type = type->getStructElementType(0);
  return layout.getTypeAllocSize(type);
}

llvm::Value* separate(Workspace& w, llvm::Value& object) {
  llvm::Type* zone =
      llvm::ArrayType::get(llvm::Type::getInt8Ty(*w.context), kZoneBytes);
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&object)) {
    return separate_local(w, *local, *zone);
  }
  auto& old = *llvm::cast<llvm::GlobalVariable>(&object);
  if (old.hasAttribute(kSeparate)) return &old;
  auto* type =
      llvm::StructType::get(*w.context, {old.getValueType(), zone}, true);
  llvm::Constant* parts[] = {old.getInitializer(),
                             llvm::Constant::getNullValue(zone)};
  auto* padded =
      new llvm::GlobalVariable(*w.module,
                               type,
                               old.isConstant(),
                               old.getLinkage(),
                               llvm::ConstantStruct::get(type, parts),
                               "",
                               &old);
  padded->copyAttributesFrom(&old);
  padded->setAlignment(old.getPointerAlignment(w.module->getDataLayout()));
  padded->addAttribute(kSeparate);
  padded->copyMetadata(&old, 0);
  padded->takeName(&old);
  old.replaceAllUsesWith(padded);
  for (StateVariable& v : w.state_variables) {
    if (v.global == &old) v.global = padded;
  }
  old.eraseFromParent();
  return padded;
}

void separate_tested(Workspace& w) {
  llvm::MapVector<const Value*, llvm::SetVector<Value*>> tested;
  for (const char* name : {kLiesIn, kLiesInConstant}) {
    const llvm::Function* test = w.module->getFunction(name);
    if (test == nullptr) continue;
    for (const llvm::User* user : test->users()) {
      const auto* call = llvm::cast<llvm::CallBase>(user);
      tested[call->getArgOperand(0)].insert(const_cast<Value*>(
          llvm::getUnderlyingObject(call->getArgOperand(1))));
    }
  }
  llvm::SetVector<Value*> objects;
  for (const auto& [pointer, among] : tested) {
    if (among.size() > 1) objects.insert(among.begin(), among.end());
  }
  for (Value* o : objects) separate(w, *o);
}

}  // namespace catenary::program
