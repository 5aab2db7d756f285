// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory as cells of terms: objects that paths share until one writes, and
/// what meets when paths do.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "program/encode/guard.h"
#include "program/encode/term/builder.h"

namespace catenary::program {

enum class CellKind : std::uint8_t {
  /// A bit-vector.
  bits,
  /// A bit-vector of 64 bits that is an address.
  pointer,
  /// A float.
  floating
};

/// Bytes next to each other that were written as one.
struct Cell {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  CellKind kind = CellKind::bits;
  logic::Term term;
};

/// The contents of one object; bytes of no cell are not initialised.
struct Block {
  std::uint64_t size = 0;
  /// By offset, not overlapping.
  std::vector<Cell> cells;
};

/// What was looked at that has no fixed value: the bits of floats that may be
/// NaN, which differ from machine to machine, and bytes never written.
class Observations {
 public:
  explicit Observations(TermBuilder& b) : b_(b) {}

  /// Its bits, with the NaN that our semantics has where it is one.
  [[nodiscard]] logic::Term bits_of(logic::Term floating, int depth = 0);
  [[nodiscard]] logic::Term float_of(logic::Term bits, int depth = 0);
  /// A value of that many bits that nothing is known of.
  [[nodiscard]] logic::Term undefined(std::uint32_t width);

  /// Whether bits of a float were made that may be those of a NaN.
  [[nodiscard]] bool any_floats() const { return any_floats_; }
  [[nodiscard]] const std::vector<logic::Term>& unknowns() const {
    return unknowns_;
  }

 private:
  TermBuilder& b_;
  bool any_floats_ = false;
  std::vector<logic::Term> unknowns_;
};

/// Reads `size` bytes at `offset`, as they were written where one cell is just
/// these, else as bits (as an address where a part of one is among them).
[[nodiscard]] Cell read_cell(TermBuilder& b,
                             Observations& seen,
                             const Block& block,
                             std::uint64_t offset,
                             std::uint64_t size);
/// Requires: offset + size <= block.size.
void write_cell(TermBuilder& b,
                Observations& seen,
                Block& block,
                const Cell& cell);

/// The objects that a program can change, on one path.
class Memory {
 public:
  /// A new object; gives its index.
  std::size_t add(Block block);
  void set(std::size_t index, std::shared_ptr<const Block> block) {
    blocks_[index] = std::move(block);
  }
  void drop(std::size_t index) { blocks_[index].reset(); }
  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  /// Null where the object is no more, or not on this path.
  [[nodiscard]] const Block* find(std::size_t index) const {
    return index < blocks_.size() ? blocks_[index].get() : nullptr;
  }
  [[nodiscard]] const std::shared_ptr<const Block>& share(
      std::size_t index) const {
    return blocks_[index];
  }
  /// A block of this path alone. Requires: find(index) is not null.
  [[nodiscard]] Block& writable(std::size_t index);

  /// The memory where paths meet. `merges` counts the values that differ.
  [[nodiscard]] static Memory merge(TermBuilder& b,
                                    Observations& seen,
                                    const std::vector<const Memory*>& memories,
                                    const MergePlan& plan,
                                    std::uint64_t& merges);

 private:
  std::vector<std::shared_ptr<const Block>> blocks_;
};

}  // namespace catenary::program
