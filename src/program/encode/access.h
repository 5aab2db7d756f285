// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading and writing memory through pointers: every object and position
/// that an address may mean, chosen by what the address is.
#pragma once

#include <cstdint>
#include <vector>

#include "program/encode/machine.h"

namespace catenary::program {

class Access {
 public:
  explicit Access(Machine& m) : m_(m), b_(m.b), when_(m.b.yes()) {}

  /// `size` bytes as they were written, if all places hold the same kind; the
  /// kind asked for decides where they differ. No term where no path goes on.
  [[nodiscard]] Cell read(logic::Term pointer,
                          std::uint64_t size,
                          CellKind wanted);
  void write(logic::Term pointer,
             std::uint64_t size,
             CellKind kind,
             logic::Term value);

  /// memcpy and memmove.
  void copy(logic::Term to, logic::Term from, logic::Term count);
  /// memset; `byte` has 8 bits.
  void fill(logic::Term to, logic::Term byte, logic::Term count);

  /// The first `size` bytes at a place that is certain; no object elsewhere.
  [[nodiscard]] const Block* block_of(const ObjectInfo& object) const;

  /// Conversions of what read() gave.
  [[nodiscard]] logic::Term as_bits(const Cell& cell) {
    return cell.kind == CellKind::floating ? m_.seen.bits_of(cell.term)
                                           : cell.term;
  }
  [[nodiscard]] logic::Term as_float(const Cell& cell) {
    return cell.kind == CellKind::floating ? cell.term
                                           : m_.seen.float_of(cell.term);
  }

 private:
  /// Positions of a target as an index: offset = first + step * index, for
  /// index < count. One position: no index.
  struct Positions {
    std::uint64_t first = 0;
    std::uint64_t step = 1;
    std::uint64_t count = 0;
    /// 64 bits.
    logic::Term index;
    logic::Term inside;
  };
  [[nodiscard]] Positions positions(logic::Term offset,
                                    std::uint64_t object_size,
                                    std::uint64_t size);
  /// A place that a pointer may mean.
  struct Place {
    Target target;
    Positions positions;
  };
  /// The places for an access to `size` bytes; the paths on which there is none
  /// are stopped.
  [[nodiscard]] std::vector<Place> places(logic::Term pointer,
                                          std::uint64_t size,
                                          bool writing);
  [[nodiscard]] Cell read_at(const Block& block,
                             const Positions& p,
                             std::uint64_t size,
                             CellKind wanted);
  void write_at(Block& block,
                const Positions& p,
                logic::Term when,
                std::uint64_t size,
                CellKind kind,
                logic::Term value);
  [[nodiscard]] Cell choose(logic::Term when,
                            const Cell& then,
                            const Cell& otherwise,
                            CellKind wanted);
  /// The cells under the first place that a pointer may mean, by offset from
  /// the pointer; where the length is not known single units of it.
  [[nodiscard]] std::vector<Cell> layout(logic::Term pointer,
                                         logic::Term count);
  [[nodiscard]] std::vector<Cell> units(logic::Term pointer, logic::Term count);
  [[nodiscard]] Block* filled_whole(logic::Term to,
                                    logic::Term count,
                                    std::uint64_t& offset);

  Machine& m_;
  TermBuilder& b_;
  /// Only here there is an access.
  logic::Term when_;
};

}  // namespace catenary::program
