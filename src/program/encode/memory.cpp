// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cells, blocks and memories, see memory.h.
#include "program/encode/memory.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "logic/value/ieee754.h"

namespace catenary::program {

using logic::Op;
using logic::Term;

namespace {

/// The first cell that ends behind `offset`, by binary search.
std::vector<Cell>::const_iterator first_after(const Block& block,
                                              std::uint64_t offset) {
  return std::partition_point(
      block.cells.begin(), block.cells.end(), [offset](const Cell& c) {
        return c.offset + c.size <= offset;
      });
}

Term bits_of_cell(Observations& seen, const Cell& cell) {
  return cell.kind == CellKind::floating ? seen.bits_of(cell.term) : cell.term;
}

std::uint32_t bit_count(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(8 * bytes);
}

/// The part of a cell in [from, to) as a cell of its own; the cell itself if it
/// is inside.
Cell part_of(TermBuilder& b,
             Observations& seen,
             const Cell& cell,
             std::uint64_t from,
             std::uint64_t to) {
  if (from <= cell.offset && cell.offset + cell.size <= to) return cell;
  const std::uint64_t low = std::max(from, cell.offset);
  const std::uint64_t high = std::min(to, cell.offset + cell.size);
  Cell part;
  part.offset = low;
  part.size = high - low;
  part.kind =
      cell.kind == CellKind::pointer ? CellKind::pointer : CellKind::bits;
  part.term = b.extract(bits_of_cell(seen, cell),
                        bit_count(high - cell.offset) - 1,
                        bit_count(low - cell.offset));
  return part;
}

}  // namespace

// Both conversions look into choices, at most 6 deep, so that a float that was
// chosen by several branches does not become a choice of bits.
Term Observations::float_of(Term bits, int depth) {
  constexpr int kDeepest = 6;
  const logic::Sort sort = TermBuilder::width(bits) == 32
                               ? logic::Sort::float32()
                               : logic::Sort::float64();
  if (bits.op() == Op::fp_to_bits) return bits[0];
  if (bits.op() == Op::ite && depth < kDeepest) {
    const Term then = float_of(bits[1], depth + 1);
    const Term otherwise = float_of(bits[2], depth + 1);
    return b_.choose(bits[0], then, otherwise);
  }
  const logic::Indices format{sort.exponent_bits(), sort.significand_bits()};
  const Term x = b_.apply(Op::fp_from_bits, {bits}, format);
  // The bits of a constant NaN are kept, by an operator that is not evaluated:
  // evaluation would lose the payload.
  const bool is_nan = x.is_constant() && logic::is_nan(x.value());
  return is_nan ? b_.manager().make(Op::fp_from_bits, {bits}, format) : x;
}

Term Observations::bits_of(Term floating, int depth) {
  constexpr int kDeepest = 6;  // the bits of what came from bits are exact
  if (floating.op() == Op::fp_from_bits) return floating[0];
  if (floating.op() == Op::ite && depth < kDeepest) {
    const Term then = bits_of(floating[1], depth + 1);
    const Term otherwise = bits_of(floating[2], depth + 1);
    return b_.choose(floating[0], then, otherwise);
  }
  // A NaN that operators produced has no fixed bits, constant or not.
  const bool is_nan = floating.is_constant() && logic::is_nan(floating.value());
  const Term bits = is_nan ? b_.manager().make(Op::fp_to_bits, {floating})
                           : b_.apply(Op::fp_to_bits, {floating});
  any_floats_ = any_floats_ || !bits.is_constant();
  return bits;
}

Term Observations::undefined(std::uint32_t width) {
  const Term t =
      b_.manager().fresh_variable("undefined", logic::Sort::bitvec(width));
  unknowns_.push_back(t);
  return t;
}

Cell read_cell(TermBuilder& b,
               Observations& seen,
               const Block& block,
               std::uint64_t offset,
               std::uint64_t size) {
  auto at = first_after(block, offset);
  // The usual case: the access is the one that wrote it.
  if (at != block.cells.end() && at->offset == offset && at->size == size) {
    return *at;
  }
  Cell out;
  out.offset = offset;
  out.size = size;
  const auto append = [&](Term more) {
    out.term = out.term.valid() ? b.concat(more, out.term) : more;
  };
  const std::uint64_t end = offset + size;
  // Invariant: `out` has the bytes [offset, done), lowest first.
  for (std::uint64_t done = offset; done < end; ++at) {
    const bool none = at == block.cells.end() || at->offset >= end;
    const std::uint64_t next = none ? end : at->offset;
    if (next > done) append(seen.undefined(bit_count(next - done)));
    if (none) break;
    const Cell part = part_of(b, seen, *at, offset, end);
    if (part.kind == CellKind::pointer) out.kind = CellKind::pointer;
    append(bits_of_cell(seen, part));
    done = part.offset + part.size;
  }
  return out;
}

void fill_gaps(TermBuilder& b, Block& block) {
  std::vector<Cell> gaps;
  std::uint64_t done = 0;
  const auto until = [&](std::uint64_t end) {
    for (; done < end; ++done) {
      Cell zero;
      zero.offset = done;
      zero.size = 1;
      zero.term = b.bits(8, 0);
      gaps.push_back(zero);
    }
  };
  for (const Cell& c : block.cells) {
    until(c.offset);
    done = c.offset + c.size;
  }
  until(block.size);
  block.cells.insert(block.cells.end(), gaps.begin(), gaps.end());
  std::sort(block.cells.begin(),
            block.cells.end(),
            [](const Cell& x, const Cell& y) { return x.offset < y.offset; });
}

void write_cell(TermBuilder& b,
                Observations& seen,
                Block& block,
                const Cell& cell) {
  CATENARY_CHECK(cell.offset + cell.size <= block.size,
                 "a write is inside its object");
  const auto index = first_after(block, cell.offset) - block.cells.cbegin();
  auto at = block.cells.begin() + index;
  // The same bytes: nothing else is affected.
  if (at != block.cells.end() && at->offset == cell.offset &&
      at->size == cell.size) {
    *at = cell;
    return;
  }
  const std::uint64_t end = cell.offset + cell.size;
  std::vector<Cell> fresh;
  auto last = at;
  // Cells that overlap: parts before and behind stay.
  for (; last != block.cells.end() && last->offset < end; ++last) {
    if (last->offset < cell.offset) {
      fresh.push_back(part_of(b, seen, *last, last->offset, cell.offset));
    }
    if (last->offset + last->size > end) {
      const Cell rest = part_of(b, seen, *last, end, last->offset + last->size);
      fresh.push_back(cell);
      fresh.push_back(rest);
    }
  }
  if (fresh.empty() || fresh.back().offset < cell.offset) {
    fresh.push_back(cell);
  }
  const auto rest = block.cells.erase(at, last);
  block.cells.insert(rest, fresh.begin(), fresh.end());
}

std::size_t Memory::add(Block block) {
  blocks_.push_back(std::make_shared<Block>(std::move(block)));
  return blocks_.size() - 1;
}

Block& Memory::writable(std::size_t index) {
  std::shared_ptr<const Block>& block = blocks_[index];
  CATENARY_CHECK(block != nullptr, "what is written to is there");
  if (block.use_count() > 1) block = std::make_shared<Block>(*block);
  // Nobody else has it, so the constness of sharing does not apply.
  return const_cast<Block&>(*block);  // of this path alone
}

namespace {

/// Merges one cell of each block; the values are converted to one kind.
Cell merge_cell(TermBuilder& b,
                Observations& seen,
                const std::vector<Cell>& cells,
                const MergePlan& plan,
                const std::function<void()>& on_value) {
  Cell out = cells.front();
  bool same = true;
  bool floating = false;
  for (const Cell& c : cells) {
    same = same && c.term == out.term;
    floating = floating || c.kind == CellKind::floating;
    if (c.kind == CellKind::pointer && out.kind == CellKind::bits) {
      out.kind = c.kind;
    }
  }
  if (same) return out;
  std::vector<Term> terms;
  for (const Cell& c : cells) {
    // Bits become floats, not floats bits: the latter would be observations.
    terms.push_back(floating && c.kind != CellKind::floating
                        ? seen.float_of(c.term)
                        : c.term);
  }
  if (floating) out.kind = CellKind::floating;
  on_value();
  out.term = plan.choose(b, terms);
  return out;
}

/// Merges the contents of one object.
std::shared_ptr<const Block> merge_blocks(
    TermBuilder& b,
    Observations& seen,
    const std::vector<const Block*>& blocks,
    const MergePlan& plan,
    const std::function<void()>& on_value) {
  auto out = std::make_shared<Block>();
  out->size = blocks.front()->size;
  const auto same_layout = [&](const Block* other) {
    return std::equal(other->cells.begin(),
                      other->cells.end(),
                      blocks.front()->cells.begin(),
                      blocks.front()->cells.end(),
                      [](const Cell& x, const Cell& y) {
                        return x.offset == y.offset && x.size == y.size;
                      });
  };
  // The usual case: all paths wrote the same fields.
  if (std::all_of(blocks.begin(), blocks.end(), same_layout)) {
    std::vector<Cell> cells(blocks.size());
    for (std::size_t c = 0; c < blocks.front()->cells.size(); ++c) {
      for (std::size_t i = 0; i < blocks.size(); ++i) {
        cells[i] = blocks[i]->cells[c];
      }
      out->cells.push_back(merge_cell(b, seen, cells, plan, on_value));
    }
    return out;
  }
  // The pieces between all borders of cells; bytes that no block has are left
  // out, and stay not initialised.
  std::set<std::uint64_t> borders;
  for (const Block* block : blocks) {
    for (const Cell& c : block->cells) {
      borders.insert(c.offset);
      borders.insert(c.offset + c.size);
    }
  }
  for (auto at = borders.begin(); at != borders.end(); ++at) {
    const auto next = std::next(at);
    if (next == borders.end()) break;
    const bool any =
        std::any_of(blocks.begin(), blocks.end(), [&](const Block* block) {
          const auto cell = first_after(*block, *at);
          return cell != block->cells.end() && cell->offset <= *at;
        });
    if (!any) continue;
    std::vector<Cell> cells;
    for (const Block* block : blocks) {
      cells.push_back(read_cell(b, seen, *block, *at, *next - *at));
    }
    out->cells.push_back(merge_cell(b, seen, cells, plan, on_value));
  }
  return out;
}

}  // namespace

Memory Memory::merge(TermBuilder& b,
                     Observations& seen,
                     const std::vector<const Memory*>& memories,
                     const MergePlan& plan,
                     const std::function<void()>& on_value) {
  Memory out = *memories.front();
  std::size_t objects = 0;
  for (const Memory* m : memories) objects = std::max(objects, m->size());
  out.blocks_.resize(objects);
  for (std::size_t i = 0; i < objects; ++i) {
    const Block* some = nullptr;
    bool differ = false;
    for (const Memory* m : memories) {
      const Block* here = m->find(i);
      if (here == nullptr) continue;
      // Sharing tells cheaply that nothing was written.
      differ = differ || (some != nullptr && some != here);
      if (some == nullptr) {
        some = here;
        out.blocks_[i] = m->blocks_[i];
      }
    }
    if (!differ) continue;
    // Where the object does not exist its contents do not matter.
    std::vector<const Block*> blocks;
    for (const Memory* m : memories) {
      const Block* here = m->find(i);
      blocks.push_back(here != nullptr ? here : some);
    }
    out.blocks_[i] = merge_blocks(b, seen, blocks, plan, on_value);
  }
  return out;
}

}  // namespace catenary::program
