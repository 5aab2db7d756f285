// SPDX-License-Identifier: Apache-2.0
/// \file
/// What Clang's source-based coverage says about a program: the regions that
/// llvm-cov reports, and the counters and bitmaps in the code that belong to
/// them (LLVM Code Coverage Mapping Format, versions 6 and 7).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"

namespace llvm {
class GlobalVariable;
class Module;
}  // namespace llvm

namespace catenary::program {

/// A linear counter expression: sum of factor * counter over `terms`.
struct CounterSum {
  struct Term {
    /// Index in CoverageMap::counters.
    std::uint32_t array = 0;
    /// Of the counter in it.
    std::uint32_t index = 0;
    std::int32_t factor = 1;
  };
  std::vector<Term> terms;
};

/// Both outcomes of a branch condition, as llvm-cov counts them.
struct BranchRegion {
  /// Of its function, in CoverageMap::counters.
  std::uint32_t counters = 0;
  base::SourceLocation where;
  CounterSum when_true;
  CounterSum when_false;
  /// A case of a switch, not a condition.
  bool is_switch = false;
  /// In CoverageMap::decisions; -1 = none.
  std::int32_t decision = -1;
};

/// A decision of at least two conditions, and the test vectors it keeps.
struct DecisionRegion {
  /// `next` is indexed by outcome: the condition evaluated next, -1 where the
  /// decision then has this outcome.
  struct Condition {
    /// In CoverageMap::branches; -1 = folded.
    std::int32_t branch = -1;
    base::SourceLocation where;
    std::array<std::int32_t, 2> next = {-1, -1};
    /// What each outcome adds to the number of the test vector.
    std::array<std::uint32_t, 2> adds = {0, 0};
  };
  /// Of its function.
  std::uint32_t counters = 0;
  /// In CoverageMap::bitmaps.
  std::uint32_t bitmap = 0;
  /// Its first bit in that.
  std::uint32_t first = 0;
  /// Its bits.
  std::uint32_t vectors = 0;
  base::SourceLocation where;
  /// The first is always evaluated.
  std::vector<Condition> conditions;
};

struct CoverageMap {
  std::vector<BranchRegion> branches;
  std::vector<DecisionRegion> decisions;
  /// Arrays of 64-bit counters.
  std::vector<llvm::GlobalVariable*> counters;
  /// Arrays of bytes.
  std::vector<llvm::GlobalVariable*> bitmaps;
};

/// Adds what `module`, as Clang wrote it, says. Its counters and bitmaps get
/// names that are unique among modules; linking makes new objects of them, so
/// find_again() must be called afterwards. `directory` is that of the compiler.
void read_coverage(llvm::Module& module,
                   const std::string& directory,
                   CoverageMap& map);
void find_again(llvm::Module& linked, CoverageMap& map);

}  // namespace catenary::program
