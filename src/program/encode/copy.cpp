// SPDX-License-Identifier: Apache-2.0
/// \file
/// Copying and filling memory, cell by cell, so that values keep their kinds;
/// for a length that is not known, each unit of it under the condition that it
/// is within the length.
#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "program/encode/access.h"

namespace catenary::program {

using logic::Op;
using logic::Term;

namespace {

/// The most units of a copy of unknown length; each costs terms.
constexpr std::uint64_t kMostUnits = 65536;

/// Adds pieces of 8, 4, 2 and 1 bytes from `done` to `end`.
void add_pieces(std::vector<Cell>& out,
                std::uint64_t& done,
                std::uint64_t end,
                std::uint64_t largest) {
  while (done < end) {
    Cell c;
    c.offset = done;
    c.size = largest;
    while (c.size > end - done) c.size /= 2;
    done += c.size;
    out.push_back(c);
  }
}

}  // namespace

std::vector<Cell> Access::units(Term pointer, Term count) {
  const LinearSum sum = linear_sum(b_, count);
  // Units must divide every possible length: the greatest common divisor of the
  // sum's coefficients, as a power of two, does (also modulo 2^64).
  std::int64_t unit = sum.constant;
  for (const auto& [factor, term] : sum.terms) unit = std::gcd(unit, factor);
  std::uint64_t largest = 8;
  while (unit % static_cast<std::int64_t>(largest) != 0) largest /= 2;
  // No more than the largest object, behind its known offset, has.
  std::uint64_t end = 0;
  for (const Target& t : m_.addresses.targets(pointer)) {
    if (t.kind != Target::Kind::object) continue;
    const std::uint64_t size = m_.addresses.object(t.object).size;
    const auto at = TermBuilder::constant(t.offset);
    end = std::max(end, at && *at <= size ? size - *at : size);
  }
  end = std::min(end, b_.highest(count));
  if (end / largest > kMostUnits) {
    m_.unsupported("copy of a length not known");
    return {};
  }
  m_.unsupported(b_.binary(Op::bv_ult, b_.bits(64, end), count),
                 "copy of more bytes than there are");
  std::vector<Cell> out;
  std::uint64_t done = 0;
  add_pieces(out, done, end - end % largest, largest);
  return out;
}

std::vector<Cell> Access::layout(Term pointer, Term count) {
  const auto n = TermBuilder::constant(count);
  if (!n) return units(pointer, count);
  std::vector<Cell> out;
  std::uint64_t done = 0;
  constexpr std::uint64_t kLargest = 8;
  // The first object decides about the pieces only; the copy is right for any.
  for (const Target& t : m_.addresses.targets(pointer)) {
    if (t.kind != Target::Kind::object) continue;
    const ObjectInfo& object = m_.addresses.object(t.object);
    const Block* block = block_of(object);
    if (block == nullptr) continue;
    const Positions p = positions(t.offset, object.size, *n);
    if (p.count == 0) continue;
    for (const Cell& c : block->cells) {
      if (c.offset < p.first) continue;
      // A cell that begins before the range is copied as bytes.
      if (c.offset + c.size > p.first + *n) break;
      add_pieces(out, done, c.offset - p.first, kLargest);
      Cell piece;
      piece.offset = done;
      piece.size = c.size;
      piece.kind = c.kind;
      out.push_back(piece);
      done += c.size;
    }
    break;
  }
  add_pieces(out, done, *n, kLargest);
  return out;
}

void Access::copy(Term to, Term from, Term count) {
  // A piece is copied where its first byte is within: pieces divide the length.
  std::vector<Cell> pieces = layout(from, count);
  const auto within = [&](const Cell& piece) {
    return b_.binary(Op::bv_ult, b_.bits(64, piece.offset), count);
  };
  for (Cell& piece : pieces) {
    const Term at = b_.add(from, b_.bits(64, piece.offset));
    const std::uint64_t offset = piece.offset;
    when_ = within(piece);
    if (m_.alive && !when_.is_false()) piece = read(at, piece.size, piece.kind);
    piece.offset = offset;
  }
  // All reads come first: the ranges may overlap (memmove).
  for (const Cell& piece : pieces) {
    if (!m_.alive || !piece.term.valid()) continue;
    when_ = within(piece);
    write(b_.add(to, b_.bits(64, piece.offset)),
          piece.size,
          piece.kind,
          piece.term);
  }
  when_ = b_.yes();
}

/// The object whose bytes from `offset` on are all filled, if it is the same
/// one for all inputs; null else. Then the cells are written directly.
Block* Access::filled_whole(Term to, Term count, std::uint64_t& offset) {
  const auto n = TermBuilder::constant(count);
  const std::vector<Target>& targets = m_.addresses.targets(to);
  if (!n || targets.size() != 1 || !when_.is_true()) return nullptr;
  const Target& t = targets.front();
  if (t.kind != Target::Kind::object || !t.when.is_true()) return nullptr;
  const ObjectInfo& object = m_.addresses.object(t.object);
  const Block* block = block_of(object);
  const auto at = TermBuilder::constant(t.offset);
  if (block == nullptr || object.fixed != nullptr || !at || *at > block->size ||
      *n > block->size - *at) {
    return nullptr;
  }
  offset = *at;
  return &m_.now.memory.writable(object.memory);
}

void Access::fill(Term to, Term byte, Term count) {
  std::uint64_t offset = 0;
  Block* const whole = filled_whole(to, count, offset);
  // The byte repeated, by the number of repetitions.
  std::vector<Term> by_size = {Term(), byte};
  for (const Cell& piece : layout(to, count)) {
    if (!m_.alive) break;
    while (by_size.size() <= piece.size) {
      by_size.push_back(b_.concat(byte, by_size.back()));
    }
    Term value = by_size[piece.size];
    // Cells of floats stay floats, so that later reads need no conversion.
    const bool floating = piece.kind == CellKind::floating &&
                          (piece.size == 4 || piece.size == 8);
    if (floating) value = m_.seen.float_of(value);
    if (whole != nullptr) {
      Cell cell;
      cell.offset = offset + piece.offset;
      cell.size = piece.size;
      cell.kind = floating ? CellKind::floating : CellKind::bits;
      cell.term = value;
      write_cell(b_, m_.seen, *whole, cell);
      continue;
    }
    when_ = b_.binary(Op::bv_ult, b_.bits(64, piece.offset), count);
    write(b_.add(to, b_.bits(64, piece.offset)),
          piece.size,
          floating ? CellKind::floating : CellKind::bits,
          value);
  }
  when_ = b_.yes();
}

}  // namespace catenary::program
