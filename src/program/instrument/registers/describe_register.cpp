// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/registers/describe_register.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace catenary::program {

void describe_register(llvm::GlobalVariable& g,
                       const Region& region,
                       const std::string& name) {
  const auto at = std::ranges::find_if(region.accesses, [](const Direct& d) {
    return d.at->getDebugLoc() && !is_of_harness(d);
  });
  if (at == region.accesses.end()) return;
  const llvm::DILocation* where = at->at->getDebugLoc().get();
  const std::uint64_t bits = 8 * (region.end - region.begin);
  const bool is_number = g.getValueType()->isIntegerTy();
  llvm::DIBuilder b(*g.getParent(), false);
  llvm::DIType* type =
      is_number && bits > 8
          ? b.createBasicType("unsigned", bits, llvm::dwarf::DW_ATE_unsigned)
          : b.createBasicType(
                "unsigned char", 8, llvm::dwarf::DW_ATE_unsigned_char);
  if (!is_number) {
    llvm::Metadata* range =
        b.getOrCreateSubrange(0, static_cast<std::int64_t>(bits / 8));
    type = b.createArrayType(bits, 8, type, b.getOrCreateArray({range}));
  }
  type = b.createQualifiedType(llvm::dwarf::DW_TAG_volatile_type, type);
  g.addDebugInfo(b.createGlobalVariableExpression(
      nullptr, name, "", where->getFile(), where->getLine(), type, true));
}

}  // namespace catenary::program
