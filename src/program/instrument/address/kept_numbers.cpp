// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/address/kept_numbers.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace catenary::program {

namespace {

using llvm::Instruction;
using llvm::Value;

std::uint64_t size_of(const Instruction& access) {
  return access.getModule()->getDataLayout().getTypeStoreSize(
      llvm::getLoadStoreType(const_cast<Instruction*>(&access)));
}

}  // namespace

KeptNumbers::KeptNumbers(const llvm::Module& m,
                         const VariableBytes& bytes,
                         const std::function<bool(const Value&)>& is_number)
    : bytes_(bytes), kept_(bytes.total()) {
  const llvm::BitVector kept = bytes_with_addresses(bytes, [&](const Value& v) {
    return bytes.points_to().may_be_address(&v) &&
           (!v.getType()->isIntegerTy() || is_number(v));
  });
  for (const unsigned k : kept.set_bits()) kept_[k] = true;
  for (const llvm::Function& f : m) {
    for (const Instruction& i : llvm::instructions(f)) forget_other_values(i);
  }
}

bool KeptNumbers::is_read(const Instruction& i) const {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
  if (load == nullptr || !load->getType()->isIntegerTy()) return false;
  const Access at =
      bytes_.access(load->getPointerOperand(), size_of(*load), true);
  if (!at.exact || at.count == 0) return false;
  const auto first = kept_.begin() + static_cast<std::ptrdiff_t>(at.first);
  return std::all_of(first,
                     first + static_cast<std::ptrdiff_t>(at.count),
                     [](bool is_kept) { return is_kept; });
}

/// Forgets the bytes to which an instruction stores another value.
void KeptNumbers::forget_other_values(const Instruction& i) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
  if (store == nullptr ||
      bytes_.points_to().may_be_address(store->getValueOperand())) {
    return;
  }
  const Access at =
      bytes_.access(store->getPointerOperand(), size_of(*store), true);
  if (at.exact) forget(at.first, at.count);
  for (const auto& [first, count] : at.may) forget(first, count);
}

void KeptNumbers::forget(std::uint64_t first, std::uint64_t count) {
  std::fill_n(kept_.begin() + static_cast<std::ptrdiff_t>(first), count, false);
}

}  // namespace catenary::program
