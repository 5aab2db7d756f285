// SPDX-License-Identifier: Apache-2.0
/// \file
/// The order in which the blocks of a function are executed once for all
/// paths: every block after those before it, loops as a whole.
#pragma once

#include <memory>
#include <set>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace catenary::program {

/// A function body or a loop: its blocks and inner loops in order.
struct Region {
  struct Item {
    /// Or.
    const llvm::BasicBlock* block = nullptr;
    std::unique_ptr<Region> loop;
  };
  /// Of a loop; first of the items.
  const llvm::BasicBlock* header = nullptr;
  /// All of a loop's.
  std::set<const llvm::BasicBlock*> blocks;
  std::vector<Item> items;
};

/// Requires: no loop with two entries, loop-closed SSA form (see
/// make_loops_regular()).
[[nodiscard]] std::unique_ptr<Region> plan_blocks(llvm::Function& f);

/// Brings every function of the module into the form plan_blocks() needs.
void make_loops_regular(llvm::Function& f);

}  // namespace catenary::program
