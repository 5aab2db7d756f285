// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a function uses a pointer that it is given: reads, writes, indexes. For
/// code that was not optimised yet, where parameters are kept in local
/// variables.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "program/syntax/inventory.h"

namespace llvm {
class Argument;
}  // namespace llvm

namespace catenary::program {

/// Bytes behind a pointer that one access reads or writes. An element whose
/// index is not constant counts as the first one.
struct Access {
  std::int64_t offset = 0, size = 0;

  /// Whether it has all bytes of the other.
  [[nodiscard]] bool covers(const Access& other) const {
    return offset <= other.offset && other.offset + other.size <= offset + size;
  }
  auto operator<=>(const Access&) const = default;
};

/// PointerUse with the members that it is about.
struct MemberUse {
  PointerUse use;
  std::set<Access> read_first;  ///< on some path
  std::set<Access> set;         ///< on all paths that return
};

/// Uses of the pointers that the functions of one module are given. Follows a
/// pointer through variables that hold nothing else and through calls of
/// functions that are defined. An upper bound of the uses: what is not
/// understood is an `other` use. Cost: linear in the uses, for each level of
/// calls and each member; calls nested more than 8 deep are `other` uses.
class PointerUses {
 public:
  /// The module must not change.
  [[nodiscard]] PointerUse of(llvm::Argument& pointer);

  /// With so many levels of calls.
  const MemberUse& within(llvm::Argument& pointer, unsigned nesting);

 private:
  std::map<std::pair<const llvm::Argument*, unsigned>, MemberUse> known_;
};

}  // namespace catenary::program
