// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the code notes the test vectors of decisions. Internal to program/.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/build/workspace.h"

namespace llvm {
class StoreInst;
}  // namespace llvm

namespace catenary::program {

/// Where Clang notes a vector: bit `first + number` of a bitmap.
struct VectorUpdate {
  llvm::StoreInst* store = nullptr;
  /// Loaded from what the conditions add to.
  llvm::Value* number = nullptr;
  std::uint32_t first = 0;
};

/// Array, first.
using BitmapPlace = std::pair<std::uint32_t, std::uint32_t>;
using VectorUpdates = std::map<BitmapPlace, std::vector<VectorUpdate>>;

[[nodiscard]] VectorUpdates find_updates(Workspace& w);

/// Records goal `first + number`, of `count`, with the update.
void record_vector(const VectorUpdate& update,
                   llvm::GlobalVariable& hits,
                   llvm::Value* number,
                   std::uint32_t first,
                   std::uint32_t count);

/// Adds the goals of Criterion::mcdc_unique for a decision.
void add_unique_goals(Workspace& w,
                      const DecisionRegion& decision,
                      const std::vector<VectorUpdate>& updates,
                      llvm::GlobalVariable& hits);

}  // namespace catenary::program
