// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes and copies of memory cells that hold an input, see class_finder.h.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "program/analyse/class_finder.h"

namespace catenary::program {

/// A cell may be overwritten as a whole, not in part: the rest would be a
/// part of the input, which is no longer ordered like it.
void ClassFinder::overwritten(const Cell& cell,
                              const llvm::User& writer,
                              std::int64_t at,
                              std::uint64_t size) {
  const std::int64_t end = at + static_cast<std::int64_t>(size);
  const std::int64_t cell_end =
      cell.offset + static_cast<std::int64_t>(cell.size);
  if (end <= cell.offset || at >= cell_end) return;
  if (at > cell.offset || end < cell_end) {
    give_up(&writer, "overwritten in part");
  }
  // A write that follows the setter's within the same step, or one of an
  // earlier step: always() must not rely on the cell.
  const auto* i = llvm::dyn_cast<llvm::Instruction>(&writer);
  if (i == nullptr || i->getFunction() != setter_) written_.insert(cell);
}
void ClassFinder::overwritten(const Cell& cell,
                              const llvm::MemIntrinsic& writer,
                              std::int64_t at) {
  const auto* n = llvm::dyn_cast<llvm::ConstantInt>(writer.getLength());
  if (n == nullptr) return give_up(&writer, "overwritten in part");
  overwritten(cell, writer, at, n->getZExtValue());
}

void ClassFinder::copied(const Cell& cell,
                         const llvm::MemTransferInst& copy,
                         std::int64_t at) {
  const auto* n = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (n == nullptr) return give_up(&copy, "copied in part");
  const auto size = static_cast<std::int64_t>(n->getZExtValue());
  const std::int64_t end = cell.offset + static_cast<std::int64_t>(cell.size);
  if (at + size <= cell.offset || at >= end) return;
  if (at > cell.offset || at + size < end) {
    return give_up(&copy, "copied in part");
  }
  // The copy has the input at the same distance from the begin of the range.
  Places seen;
  if (!store_to(copy.getRawDest(), cell.offset - at, seen)) {
    give_up(&copy, "copied through a pointer");
  }
}

}  // namespace catenary::program
