// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads and writes of memory through pointers. A pointer is a term, so it may
/// mean several objects and positions; an access covers all of them, chosen by
/// conditions on the pointer.
#pragma once

#include <cstdint>
#include <vector>

#include "program/encode/machine.h"

namespace catenary::program {

/// Accesses of the current path of a machine, which must outlive it. An access
/// that no object admits stops the path: a null pointer as a crash, anything
/// else as unsupported. So after each call Machine::alive must be checked.
class Access {
 public:
  /// The machine's current path may change between calls.
  explicit Access(Machine& m) : m_(m), b_(m.b), when_(m.b.yes()) {}

  /// Reads `size` bytes (1 to 8) as they were written, if all places hold the
  /// same kind; where they differ, `wanted` decides. The cell has no term where
  /// no path goes on. Cost: a term for each position that the pointer may mean.
  [[nodiscard]] Cell read(logic::Term pointer,
                          std::uint64_t size,
                          CellKind wanted);
  /// Writes `value`, of 8 * size bits or a float, as `kind` says.
  void write(logic::Term pointer,
             std::uint64_t size,
             CellKind kind,
             logic::Term value);

  /// memcpy and memmove: all is read before anything is written. `count` in
  /// bytes, 64 bits.
  void copy(logic::Term to, logic::Term from, logic::Term count);
  /// memset; `byte` has 8 bits, `count` 64. A count that is not known costs a
  /// term for each piece that it may reach.
  void fill(logic::Term to, logic::Term byte, logic::Term count);

  /// Contents of an object on the current path: the fixed ones of a constant,
  /// or those in memory. Null where the object does not exist any more.
  [[nodiscard]] const Block* block_of(const ObjectInfo& object) const;

  // Conversions of a cell that read() returned.
  /// The bits of the cell; those of a float that may be NaN are noted as an
  /// observation.
  [[nodiscard]] logic::Term as_bits(const Cell& cell) {
    return cell.kind == CellKind::floating ? m_.seen.bits_of(cell.term)
                                           : cell.term;
  }
  /// The float of a cell of 4 or 8 bytes.
  [[nodiscard]] logic::Term as_float(const Cell& cell) {
    return cell.kind == CellKind::floating ? cell.term
                                           : m_.seen.float_of(cell.term);
  }

 private:
  /// Positions of a target as an index: offset = first + step * index, for
  /// index < count. One position: `index` is not set.
  struct Positions {
    /// In bytes from the start of the object.
    std::uint64_t first = 0;
    std::uint64_t step = 1;
    std::uint64_t count = 0;
    /// 64 bits; set where `count` may be more than 1.
    logic::Term index;
    /// The offset is one of these positions. False with count 0 where none is.
    logic::Term inside;
  };
  /// Positions at which an access of `size` bytes fits into the object, from
  /// the offset as a linear sum: an index is the offset divided by the greatest
  /// common divisor of its factors.
  [[nodiscard]] Positions positions(logic::Term offset,
                                    std::uint64_t object_size,
                                    std::uint64_t size);
  /// A place that a pointer may mean: an object, and positions in it.
  struct Place {
    /// The object, and the condition under which the pointer means it.
    Target target;
    /// Where in the object the access may begin.
    Positions positions;
  };
  /// The places for an access of `size` bytes; stops the paths on which there
  /// is none. Empty where no path goes on.
  [[nodiscard]] std::vector<Place> places(logic::Term pointer,
                                          std::uint64_t size,
                                          bool writing);
  /// Reads at one of several positions: a tree of choices over the bits of the
  /// index.
  [[nodiscard]] Cell read_at(const Block& block,
                             const Positions& p,
                             std::uint64_t size,
                             CellKind wanted);
  /// Writes at one of several positions, each under its condition.
  void write_at(Block& block,
                const Positions& p,
                logic::Term when,
                std::uint64_t size,
                CellKind kind,
                logic::Term value);
  /// The cell where `when` holds, else the other; converted to one kind.
  [[nodiscard]] Cell choose(logic::Term when,
                            const Cell& then,
                            const Cell& otherwise,
                            CellKind wanted);
  /// The cells of the first object that a pointer may mean, as pieces of a
  /// copy, by offset from the pointer; units of equal size where the length is
  /// not known.
  [[nodiscard]] std::vector<Cell> layout(logic::Term pointer,
                                         logic::Term count);
  /// Pieces for a length that is not known: units of up to 8 bytes that divide
  /// every possible length.
  [[nodiscard]] std::vector<Cell> units(logic::Term pointer, logic::Term count);
  /// The contents of the object that a fill of constant length writes, if it is
  /// the same object at the same offset for all inputs and the fill lies within
  /// it; sets `offset`. Its cells are then written directly. Null otherwise.
  [[nodiscard]] Block* filled_whole(logic::Term to,
                                    logic::Term count,
                                    std::uint64_t& offset);

  Machine& m_;
  /// The builder of the machine.
  TermBuilder& b_;
  /// The access in progress takes place only where this condition holds. True
  /// outside of copy() and fill().
  logic::Term when_;
};

}  // namespace catenary::program
