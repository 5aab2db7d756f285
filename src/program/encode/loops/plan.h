// SPDX-License-Identifier: Apache-2.0
/// \file
/// The order in which the blocks of a function are executed once for all paths:
/// topological, each loop as a whole.
#pragma once

#include <memory>
#include <set>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace catenary::program {

/// A function body or a loop: its blocks and inner loops, in topological order.
struct Region {
  /// A block, or a loop if `block` is null.
  struct Item {
    /// Null for a loop.
    const llvm::BasicBlock* block = nullptr;
    std::unique_ptr<Region> loop;
  };
  /// Of a loop, and the first of its items; null for a function body.
  const llvm::BasicBlock* header = nullptr;
  /// All blocks of a loop, those of inner loops included. Empty for a body.
  std::set<const llvm::BasicBlock*> blocks;
  /// In topological order: an edge within the region leads to a later item, or
  /// to the header of the loop.
  std::vector<Item> items;
};

/// The plan of a function. Requires: natural loops only, in simplified form and
/// loop-closed SSA (see make_loops_regular()). The function must not change
/// while the plan is used.
[[nodiscard]] std::unique_ptr<Region> plan_blocks(llvm::Function& f);

/// Transforms a function into the form that plan_blocks() needs: irreducible
/// control flow becomes loops with a dispatch block; registers that are used
/// behind a loop go through phis at its exits.
void make_loops_regular(llvm::Function& f);

}  // namespace catenary::program
