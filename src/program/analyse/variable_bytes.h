// SPDX-License-Identifier: Apache-2.0
/// \file
/// The bytes of a program's variables, numbered through, and which of them an
/// instruction touches. Internal to program/.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/analyse/points_to.h"

namespace llvm {
class BitVector;
class DataLayout;
}  // namespace llvm

namespace catenary::program {

/// Bytes that an access may or certainly touches.
struct Access {
  /// Global, offset and size are certain.
  bool exact = false;
  /// Exact: bytes of the numbering.
  std::uint64_t first = 0, count = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>>
      /// Else: (first, count).
      may;
};

class VariableBytes {
 public:
  /// Constants, goals and counters have no numbers.
  explicit VariableBytes(llvm::Module& m);

  /// What `size` bytes behind a pointer are; a size that is not known counts
  /// as any.
  [[nodiscard]] Access access(const llvm::Value* pointer,
                              std::uint64_t size,
                              bool size_known) const;

  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// In the order of their numbers.
  [[nodiscard]] const std::vector<llvm::GlobalVariable*>& variables() const {
    return variables_;
  }
  [[nodiscard]] std::uint64_t first(const llvm::GlobalVariable& g) const {
    return first_.at(&g);
  }
  [[nodiscard]] std::uint64_t size_of(const llvm::GlobalVariable& g) const;
  [[nodiscard]] llvm::Module& module() const { return m_; }
  [[nodiscard]] const llvm::DataLayout& layout() const;
  [[nodiscard]] const PointsTo& points_to() const { return points_to_; }

 private:
  llvm::Module& m_;
  PointsTo points_to_;
  std::map<const llvm::GlobalVariable*, std::uint64_t> first_;
  std::vector<llvm::GlobalVariable*> variables_;
  std::uint64_t total_ = 0;
};

/// Sets `count` bits.
void set_range(llvm::BitVector& bits, std::uint64_t first, std::uint64_t count);

/// The bytes that may be a part of an address, or of a number that was made of
/// one: by their initialiser, or whatever any function stores.
[[nodiscard]] llvm::BitVector bytes_with_addresses(const VariableBytes& bytes);

}  // namespace catenary::program
