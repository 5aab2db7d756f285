// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which functions call which, also through pointers. Internal to program/.
#pragma once

#include <map>
#include <vector>

#include "program/analyse/points_to.h"

namespace catenary::program {

/// The call graph of a module. Refers to its calls, so it is invalid once the
/// module has changed.
class Calls {
 public:
  /// Cost: one pass over the module.
  Calls(const llvm::Module& m, const PointsTo& points_to);

  /// The calls that may run the function, in the order of the module.
  [[nodiscard]] const std::vector<const llvm::CallBase*>& callers(
      const llvm::Function& f) const;

  /// Whether one call of the function may begin while another one has not
  /// ended. Cost: once for each function, a search of the graph.
  [[nodiscard]] bool may_recur(const llvm::Function& f);

 private:
  std::map<const llvm::Function*, std::vector<const llvm::CallBase*>> callers_;
  /// What may_recur() found.
  std::map<const llvm::Function*, bool> recurs_;
};

}  // namespace catenary::program
