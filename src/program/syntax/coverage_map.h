// SPDX-License-Identifier: Apache-2.0
/// \file
/// Clang's source-based coverage of a program: the regions that llvm-cov
/// reports, and the counters and bitmaps in the code that belong to them.
///
/// Format: LLVM documentation, "LLVM Code Coverage Mapping Format", versions 6
/// and 7; read by LLVM's own library where it has a reader.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace llvm {
class GlobalVariable;
class Module;
}  // namespace llvm

namespace catenary::program {

/// A linear counter expression: sum of factor * counter over `terms`. Clang
/// counts some regions and derives the others. Empty: the count is 0.
struct CounterSum {
  struct Term {
    /// Index of the function's array in CoverageMap::counters.
    std::uint32_t array = 0;
    /// Of the counter in the array.
    std::uint32_t index = 0;
    /// May be 0, where counters of an expression cancel.
    std::int32_t factor = 1;
  };
  std::vector<Term> terms;
};

/// Both outcomes of a branch condition, or of a case of a switch, as llvm-cov
/// counts them.
struct BranchRegion {
  /// Array of the function that contains it, in CoverageMap::counters.
  std::uint32_t counters = 0;
  /// Of the condition's first character.
  base::SourceLocation where;
  CounterSum when_true;
  CounterSum when_false;
  /// It is a case of a switch (or its missing default), not a condition.
  bool is_switch = false;
  /// Decision that it is a condition of, in CoverageMap::decisions; -1 = none,
  /// or the decision has this condition alone.
  std::int32_t decision = -1;
};

/// A decision of at least two conditions as a decision diagram, and the bits of
/// its test vectors.
struct DecisionRegion {
  /// A node of the diagram. `next` is indexed by outcome (0 = false): the
  /// condition evaluated next, -1 where the decision then has this outcome.
  struct Condition {
    /// In CoverageMap::branches; -1 = folded: the compiler knows its value.
    std::int32_t branch = -1;
    /// The value of a folded condition, where the source has it as a literal;
    /// the mapping does not tell.
    std::optional<bool> value;
    base::SourceLocation where;
    std::array<std::int32_t, 2> next = {-1, -1};
    /// What each outcome adds to the number of the test vector, by outcome.
    std::array<std::uint32_t, 2> adds = {0, 0};
  };
  /// Array of the function that contains it, in CoverageMap::counters.
  std::uint32_t counters = 0;
  /// Index in CoverageMap::bitmaps.
  std::uint32_t bitmap = 0;
  /// Its first bit in that bitmap.
  std::uint32_t first = 0;
  /// How many bits it has: one for each path through the diagram.
  std::uint32_t vectors = 0;
  base::SourceLocation where;
  /// By Clang's numbers; the first is always evaluated.
  std::vector<Condition> conditions;
};

/// The regions of all functions of all modules read so far.
struct CoverageMap {
  /// In the order of the modules and of their mappings.
  std::vector<BranchRegion> branches;
  std::vector<DecisionRegion> decisions;
  /// Arrays of 64-bit counters, one for each function. Owned by the module.
  std::vector<llvm::GlobalVariable*> counters;
  /// Arrays of bytes with the bits of test vectors. Owned by the module.
  std::vector<llvm::GlobalVariable*> bitmaps;
};

/// Adds the regions of `module`, as Clang wrote it. Renames its counters and
/// bitmaps, so that the names are unique among modules; linking makes new
/// objects of them, so find_again() must be called afterwards. `directory` is
/// that of the compiler. Leaves out functions that are never emitted and
/// conditions that are never evaluated. A module without coverage adds nothing.
/// Literals are not read from the sources where `as_written` is false: macros
/// have other values than there. Fails with CATENARY_CHECK where the mapping
/// cannot be read.
void read_coverage(llvm::Module& module,
                   const std::string& directory,
                   CoverageMap& map,
                   bool as_written = true);
/// Replaces the pointers of `map` by those to the objects of the linked module.
/// Null where the linker dropped one that nothing uses.
void find_again(llvm::Module& linked, CoverageMap& map);

}  // namespace catenary::program
