// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the instrumented code records the test vectors of decisions, and how
/// goals of MC/DC are recorded at these places. Internal to program/.
///
/// A test vector is the combination of values that the conditions of one
/// evaluation of a decision had. Clang numbers the vectors of a decision and
/// sets one bit of a bitmap for each evaluation (-fcoverage-mcdc).
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

/// One instruction that records a vector: it sets bit `first + number` of a
/// bitmap. Inlined and duplicated code has several for one decision.
struct VectorUpdate {
  /// Owned by the module; add_mcdc_goals() erases it when all goals are made.
  llvm::StoreInst* store = nullptr;
  /// The number of the vector, from 0: loaded from the local variable to which
  /// each condition adds. Valid at `store`.
  llvm::Value* number = nullptr;
  /// First bit of the decision in its bitmap.
  std::uint32_t first = 0;
};

/// Identifies a decision: index in CoverageMap::bitmaps, first bit in that
/// bitmap.
using BitmapPlace = std::pair<std::uint32_t, std::uint32_t>;
/// A decision whose code was folded or never emitted has no entry.
using VectorUpdates = std::map<BitmapPlace, std::vector<VectorUpdate>>;

/// All updates of the module, in the order of its functions and instructions,
/// so that goals are numbered the same on every machine. Fails with
/// CATENARY_CHECK if Clang writes bitmaps in a form that is not known.
[[nodiscard]] VectorUpdates find_updates(Workspace& w);

/// Adds code in front of the update that marks goal `first + number` as
/// covered. `number` is an integer value below `count`, valid at the update.
/// Cost at run time: one read-modify-write where all `count` goals are in one
/// word of the hit bitmap, else one comparison for each goal.
void record_vector(const VectorUpdate& update,
                   llvm::GlobalVariable& hits,
                   llvm::Value* number,
                   std::uint32_t first,
                   std::uint32_t count);

/// Adds the goals of model::GoalKind::mcdc_unique for a decision: one for each
/// combination of values of its conditions (at most 8), and a pair goal for
/// each condition. Where the combinations cannot be computed without effects,
/// the pair goals carry the obstacle as text and have no pairs.
void add_unique_goals(Workspace& w,
                      const DecisionRegion& decision,
                      const std::vector<VectorUpdate>& updates,
                      llvm::GlobalVariable& hits);

}  // namespace catenary::program
