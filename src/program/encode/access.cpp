// SPDX-License-Identifier: Apache-2.0
/// \file
/// Access through pointers: the positions that an offset may have, and choices
/// among them, see access.h.
#include "program/encode/access.h"

#include <signal.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace catenary::program {

using logic::Op;
using logic::Term;

namespace {

/// The most positions of one access; each costs a term.
constexpr std::uint64_t kMostPositions = 65536;

}  // namespace

const Block* Access::block_of(const ObjectInfo& object) const {
  return object.fixed != nullptr ? object.fixed.get()
                                 : m_.now.memory.find(object.memory);
}

Access::Positions Access::positions(Term offset,
                                    std::uint64_t object_size,
                                    std::uint64_t size) {
  Positions p;
  const LinearSum sum = linear_sum(b_, offset);
  // Signed: an object may be smaller than the access.
  const auto end =
      static_cast<std::int64_t>(object_size) - static_cast<std::int64_t>(size);
  // A constant offset: one position, or none.
  if (sum.terms.empty()) {
    const bool inside = sum.constant >= 0 && sum.constant <= end;
    p.count = inside ? 1 : 0;
    p.first = static_cast<std::uint64_t>(sum.constant);
    p.inside = b_.boolean(inside);
    return p;
  }
  std::int64_t step = 0;
  for (const auto& [factor, term] : sum.terms) {
    step = std::gcd(step, factor);
  }
  const auto floor_div = [](std::int64_t a, std::int64_t by) {
    return a / by - (a % by < 0 ? 1 : 0);
  };
  // The least and the greatest index for which 0 <= offset <= end.
  const std::int64_t lowest = -floor_div(sum.constant, step);
  const std::int64_t highest = floor_div(end - sum.constant, step);
  if (step <= 0 || end < 0 || highest < lowest) {
    p.inside = b_.no();
    return p;
  }
  p.step = static_cast<std::uint64_t>(step);
  p.first = static_cast<std::uint64_t>(sum.constant + lowest * step);
  p.count = static_cast<std::uint64_t>(highest - lowest) + 1;
  // index = (offset - first) / step, as a sum: the division is exact in each
  // term. Modulo 2^64 an offset outside may look like one inside only if the
  // index is out of range as well, so `inside` is never true wrongly.
  p.index = b_.bits(64, static_cast<std::uint64_t>(-lowest));
  for (const auto& [factor, term] : sum.terms) {
    const Term k = b_.bits(64, static_cast<std::uint64_t>(factor / step));
    p.index = b_.add(p.index, b_.binary(Op::bv_mul, term, k));
  }
  p.inside = b_.binary(Op::bv_ult, p.index, b_.bits(64, p.count));
  // A known bound on the index (say, from 8 bits) leaves fewer positions.
  const std::uint64_t top = b_.highest(p.index);
  if (top < p.count) p.count = top + 1;
  return p;
}

std::vector<Access::Place> Access::places(Term pointer,
                                          std::uint64_t size,
                                          bool writing) {
  std::vector<Place> out;
  Term null = b_.no();
  Term wrong = b_.no();
  Term many = b_.no();
  for (const Target& t : m_.addresses.targets(pointer)) {
    if (t.kind == Target::Kind::null) {
      null = b_.either(null, t.when);
      continue;
    }
    const ObjectInfo* object = t.kind == Target::Kind::object
                                   ? &m_.addresses.object(t.object)
                                   : nullptr;
    if (object == nullptr || object->function != nullptr ||
        block_of(*object) == nullptr || (writing && object->fixed != nullptr)) {
      wrong = b_.either(wrong, t.when);
      continue;
    }
    // Constants have contents that cannot be written.
    Place place{t, positions(t.offset, object->size, size)};
    wrong =
        b_.either(wrong, b_.both(t.when, b_.negate(place.positions.inside)));
    if (place.positions.count > kMostPositions) {
      many = b_.either(many, t.when);
    } else if (place.positions.count > 0) {
      out.push_back(place);
    }
  }
  // Order matters: later conditions are relative to the path that remains.
  m_.crash(b_.both(when_, null), SIGSEGV);
  m_.unsupported(b_.both(when_, wrong),
                 writing ? "write through a pointer to no variable's bytes"
                         : "read through a pointer to no variable's bytes");
  m_.unsupported(b_.both(when_, many),
                 "index into an object of too many elements");
  if (!m_.alive) out.clear();
  return out;
}

Cell Access::choose(Term when,
                    const Cell& then,
                    const Cell& otherwise,
                    CellKind wanted) {
  // Equal terms need no choice, whatever the condition.
  Cell out = then;
  if (then.term == otherwise.term) return out;
  const bool floating = wanted == CellKind::floating;
  const bool one_kind = then.kind == otherwise.kind;
  out.kind = one_kind ? then.kind : wanted;
  if (one_kind) {
    out.term = b_.choose(when, then.term, otherwise.term);
  } else {
    const Term a = floating ? as_float(then) : as_bits(then);
    const Term c = floating ? as_float(otherwise) : as_bits(otherwise);
    out.term = b_.choose(when, a, c);
    if (!floating && (then.kind == CellKind::pointer ||
                      otherwise.kind == CellKind::pointer)) {
      // A part of an address makes the whole one.
      out.kind = CellKind::pointer;
    }
  }
  return out;
}

Cell Access::read_at(const Block& block,
                     const Positions& p,
                     std::uint64_t size,
                     CellKind wanted) {
  if (p.count == 1) return read_cell(b_, m_.seen, block, p.first, size);
  std::vector<Cell> row;
  for (std::uint64_t i = 0; i < p.count; ++i) {
    row.push_back(read_cell(b_, m_.seen, block, p.first + i * p.step, size));
  }
  // Halves by the lowest bit of the index first: a binary tree over its bits,
  // in which equal neighbours (say, of a table with few values) meet early.
  for (std::uint32_t bit = 0; row.size() > 1; ++bit) {
    const Term odd = b_.bit(p.index, bit);
    std::vector<Cell> half;
    for (std::size_t i = 0; i < row.size(); i += 2) {
      half.push_back(i + 1 < row.size()
                         ? choose(odd, row[i + 1], row[i], wanted)
                         : row[i]);
    }
    row = std::move(half);
  }
  return row.front();
}

Cell Access::read(Term pointer, std::uint64_t size, CellKind wanted) {
  Cell out;
  out.size = size;
  bool any = false;
  for (const Place& place : places(pointer, size, false)) {
    const ObjectInfo& object = m_.addresses.object(place.target.object);
    const Cell here = read_at(*block_of(object), place.positions, size, wanted);
    // Exactly one place is meant; the first is the default.
    out = any ? choose(place.target.when, here, out, wanted) : here;
    any = true;
  }
  return out;
}

void Access::write_at(Block& block,
                      const Positions& p,
                      Term when,
                      std::uint64_t size,
                      CellKind kind,
                      Term value) {
  Cell cell;
  cell.size = size;
  cell.kind = kind;
  cell.term = value;
  for (std::uint64_t i = 0; i < p.count; ++i) {
    cell.offset = p.first + i * p.step;
    Term here = when;
    if (p.index.valid() && p.count > 1) {
      // Enough bits to tell the positions apart; the index is known to be
      // inside.
      const auto bits = static_cast<std::uint32_t>(
          std::max(1, 64 - __builtin_clzll(p.count - 1)));
      here = b_.both(
          here, b_.equal(b_.extract(p.index, bits - 1, 0), b_.bits(bits, i)));
    }
    if (here.is_false()) continue;
    if (here.is_true()) {
      write_cell(b_, m_.seen, block, cell);
      continue;
    }
    // Elsewhere the old value stays.
    const Cell old = read_cell(b_, m_.seen, block, cell.offset, size);
    Cell chosen = choose(here, cell, old, kind);
    chosen.offset = cell.offset;
    write_cell(b_, m_.seen, block, chosen);
  }
}

void Access::write(Term pointer,
                   std::uint64_t size,
                   CellKind kind,
                   Term value) {
  const std::vector<Place> all = places(pointer, size, true);
  for (const Place& place : all) {
    const ObjectInfo& object = m_.addresses.object(place.target.object);
    // With one place, places() has stopped all paths that mean another.
    const Term when =
        all.size() == 1 ? when_ : b_.both(when_, place.target.when);
    write_at(m_.now.memory.writable(object.memory),
             place.positions,
             when,
             size,
             kind,
             value);
  }
}

}  // namespace catenary::program
