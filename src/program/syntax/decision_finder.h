// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions and their decisions in a coverage mapping. Internal to
/// coverage_map.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace llvm::coverage {
struct CounterMappingRegion;
}  // namespace llvm::coverage

namespace catenary::program {

/// A piece of the text of one file of a mapping.
struct Extent {
  unsigned file = 0;
  std::pair<unsigned, unsigned> begin, end;  ///< (line, column)

  explicit Extent(const llvm::coverage::CounterMappingRegion& r);
  [[nodiscard]] bool contains(const Extent& other) const {
    return file == other.file && begin <= other.begin && other.end <= end;
  }
};

/// Assigns the conditions of one function to their decisions. The mapping has
/// the number of a condition in its decision, but not which decision that is:
/// it is the innermost one around the condition, or around the use of the macro
/// that the condition comes from.
class DecisionFinder {
 public:
  explicit DecisionFinder(
      const std::vector<llvm::coverage::CounterMappingRegion>& regions);

  /// Index among the decisions of the function, -1 where there is none. Several
  /// decisions may have one place (a macro that uses its argument twice): then
  /// it is the first one that was not yet found for a condition of this number.
  [[nodiscard]] std::int32_t find(
      const llvm::coverage::CounterMappingRegion& branch);

 private:
  std::map<unsigned, Extent> uses_;  ///< of macros, by the file they become
  std::vector<Extent> decisions_;
  std::set<std::pair<std::size_t, int>> given_;  ///< decision, condition
};

}  // namespace catenary::program
