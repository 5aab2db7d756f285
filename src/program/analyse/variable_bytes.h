// SPDX-License-Identifier: Apache-2.0
/// \file
/// The bytes of a program's variables, numbered through, and which of them an
/// instruction may touch. The domain of the bit-vector analyses of state.cpp.
/// Internal to program/.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "program/analyse/points_to.h"

namespace llvm {
class BitVector;
class DataLayout;
}  // namespace llvm

namespace catenary::program {

/// Bytes of the numbering that an access touches: certainly, or at most.
/// Neither: it touches none of the numbered bytes, e.g. constants or local
/// variables.
struct Access {
  /// The variable, the offset and the size are certain.
  bool exact = false;
  /// If exact: these bytes and no others.
  std::uint64_t first = 0, count = 0;
  /// Else: any of these ranges (first, count), or a part of them.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> may;
};

/// Numbers the bytes of all variables in the order of the module.
class VariableBytes {
 public:
  /// Runs the points-to analysis. Constants, the bitmap of goals and coverage
  /// counters have no numbers: they are not state. The module must outlive it.
  explicit VariableBytes(llvm::Module& m);

  /// The bytes that an access of `size` bytes at `pointer` touches. If the size
  /// is not known, `size` is ignored and the access may touch all that the
  /// pointer may point to.
  [[nodiscard]] Access access(const llvm::Value* pointer,
                              std::uint64_t size,
                              bool size_known) const;

  /// How many bytes are numbered.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// In the order of their numbers.
  [[nodiscard]] const std::vector<llvm::GlobalVariable*>& variables() const {
    return variables_;
  }
  /// Number of a variable's first byte. Requires: the variable has numbers.
  [[nodiscard]] std::uint64_t first(const llvm::GlobalVariable& g) const {
    return first_.at(&g);
  }
  /// In bytes, padding at the end included.
  [[nodiscard]] std::uint64_t size_of(const llvm::GlobalVariable& g) const;
  [[nodiscard]] llvm::Module& module() const { return m_; }
  [[nodiscard]] const llvm::DataLayout& layout() const;
  [[nodiscard]] const PointsTo& points_to() const { return points_to_; }

 private:
  llvm::Module& m_;
  // Before the numbering: it reads the module as it is at construction.
  PointsTo points_to_;
  std::map<const llvm::GlobalVariable*, std::uint64_t> first_;
  std::vector<llvm::GlobalVariable*> variables_;
  std::uint64_t total_ = 0;
};

/// Sets the bits first .. first + count - 1; nothing for count 0.
void set_range(llvm::BitVector& bits, std::uint64_t first, std::uint64_t count);

/// The bytes that may be a part of an address, or of a number that was made of
/// one: by their initialiser, or by a store of any function, whether it runs or
/// not. One pass over the module.
[[nodiscard]] llvm::BitVector bytes_with_addresses(const VariableBytes& bytes);

/// The same, with another answer to which values of stores are addresses.
[[nodiscard]] llvm::BitVector bytes_with_addresses(
    const VariableBytes& bytes,
    std::function<bool(const llvm::Value&)> is_address);

}  // namespace catenary::program
