// SPDX-License-Identifier: Apache-2.0
#include "program/analyse/points_to_rules.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>

#include <set>

#include "program/instrument/address/object_range.h"

namespace catenary::program {

bool copies_memory(std::string_view name) {
  return name == "memcpy" || name == "memmove" || name == "strcpy" ||
         name == "strncpy";
}

bool only_reads(std::string_view name) {
  return name == "memcmp" || name == "strlen" || name == "strcmp" ||
         name == "strncmp" || name == kLiesIn || name == kLiesInConstant ||
         name == kIsMarker;
}

bool has_no_effect(const llvm::CallBase& c) {
  switch (c.getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return true;
    default:
      return llvm::isa<llvm::DbgInfoIntrinsic>(c);
  }
}

bool is_pure(const llvm::CallBase& c) {
  const llvm::Intrinsic::ID id = c.getIntrinsicID();
  return id == llvm::Intrinsic::launder_invariant_group ||
         id == llvm::Intrinsic::strip_invariant_group ||
         !c.mayReadOrWriteMemory();
}

NamedObjects objects_named_by(const llvm::Constant& c) {
  NamedObjects out;
  std::set<const llvm::Constant*> seen;
  std::vector<const llvm::Constant*> work{&c};
  while (!work.empty()) {
    const llvm::Constant* at = work.back();
    work.pop_back();
    if (!seen.insert(at).second) continue;
    if (llvm::isa<llvm::GlobalVariable>(at) || llvm::isa<llvm::Function>(at)) {
      out.objects.push_back(at);
      continue;
    }
    if (llvm::isa<llvm::BlockAddress>(at)) continue;
    if (llvm::isa<llvm::GlobalIFunc>(at)) {
      out.any = true;  // whatever its resolver picks
      continue;
    }
    for (const llvm::Use& use : at->operands()) {
      if (const auto* part = llvm::dyn_cast<llvm::Constant>(use.get())) {
        work.push_back(part);
      }
    }
  }
  return out;
}

}  // namespace catenary::program
