// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory as cells of terms: contents of objects that paths share until one of
/// them writes (copy on write), and the merge of memories where paths meet.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "program/encode/guard.h"
#include "program/encode/term/builder.h"

namespace catenary::program {

/// How the term of a cell is to be read.
enum class CellKind : std::uint8_t {
  /// A bit-vector of 8 * size bits.
  bits,
  /// A bit-vector of 64 bits that is an address (or a part of one).
  pointer,
  /// A float of 32 or 64 bits, as a term of that sort.
  floating
};

/// Adjacent bytes that were written together, at an offset in bytes from the
/// start of the object.
struct Cell {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  /// How `term` is to be read.
  CellKind kind = CellKind::bits;
  logic::Term term;
};

/// The contents of one object. Bytes in no cell are not initialised.
struct Block {
  std::uint64_t size = 0;
  /// Sorted by offset, not overlapping.
  std::vector<Cell> cells;
};

/// Observations of values that are not fixed: the bits of floats that may be
/// NaN, which differ from machine to machine, and bytes never written. At the
/// end of an encoding Taint decides where they matter.
class Observations {
 public:
  /// The builder must outlive it.
  explicit Observations(TermBuilder& b) : b_(b) {}

  /// The bits of a float, with the canonical NaN of our semantics where it is
  /// one. `depth` is for its own recursion.
  [[nodiscard]] logic::Term bits_of(logic::Term floating, int depth = 0);
  /// The float that has these bits; the inverse of bits_of(), so that floats
  /// that pass through memory stay the same terms.
  [[nodiscard]] logic::Term float_of(logic::Term bits, int depth = 0);
  /// A fresh variable of that many bits.
  [[nodiscard]] logic::Term undefined(std::uint32_t width);

  /// Whether some bits_of() may be those of a NaN.
  [[nodiscard]] bool any_floats() const { return any_floats_; }
  /// All variables that undefined() made.
  [[nodiscard]] const std::vector<logic::Term>& unknowns() const {
    return unknowns_;
  }

 private:
  /// The builder of the encoding.
  TermBuilder& b_;
  /// Set once; it is not taken back where the float turns out not to be NaN.
  bool any_floats_ = false;
  std::vector<logic::Term> unknowns_;
};

/// Reads `size` bytes at `offset`: as they were written, if one cell is exactly
/// these, else as bits put together (as an address if a part of one is among
/// them). Bytes that nobody wrote are undefined().
[[nodiscard]] Cell read_cell(TermBuilder& b,
                             Observations& seen,
                             const Block& block,
                             std::uint64_t offset,
                             std::uint64_t size);
/// Replaces the bytes of the cell; parts of other cells around it stay.
/// Requires: it is inside of the block.
void write_cell(TermBuilder& b,
                Observations& seen,
                Block& block,
                const Cell& cell);

/// Adds zeros where a block has no cells: padding and variables without an
/// initialiser are zero in object files.
void fill_gaps(TermBuilder& b, Block& block);

/// The objects that a program can change, on one path. Indices are given in the
/// order of creation and never reused.
class Memory {
 public:
  /// Adds an object and returns its index.
  std::size_t add(Block block);
  /// Replaces the contents of an object.
  void set(std::size_t index, std::shared_ptr<const Block> block) {
    blocks_[index] = std::move(block);
  }
  /// The object ceases to exist on this path, e.g. when its function returns.
  void drop(std::size_t index) { blocks_[index].reset(); }
  /// The number of objects ever added; some may not exist.
  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  /// Null where the object does not exist, or not on this path.
  [[nodiscard]] const Block* find(std::size_t index) const {
    return index < blocks_.size() ? blocks_[index].get() : nullptr;
  }
  /// For sharing the contents with another memory. Requires: index < size().
  [[nodiscard]] const std::shared_ptr<const Block>& share(
      std::size_t index) const {
    return blocks_[index];
  }
  /// The contents, copied first if another path shares them. Requires:
  /// find(index) is not null.
  [[nodiscard]] Block& writable(std::size_t index);

  /// The memory where paths meet. An object that exists on some paths only
  /// keeps its contents. `on_value` is called for each value that differs; it
  /// may throw to end the work.
  [[nodiscard]] static Memory merge(TermBuilder& b,
                                    Observations& seen,
                                    const std::vector<const Memory*>& memories,
                                    const MergePlan& plan,
                                    const std::function<void()>& on_value);

 private:
  /// By index; null for objects that do not exist on this path. Shared with
  /// other paths until writable() copies.
  std::vector<std::shared_ptr<const Block>> blocks_;
};

}  // namespace catenary::program
