// SPDX-License-Identifier: Apache-2.0
/// \file
/// Builds terms that are simplified on construction, with the rules that
/// symbolic execution needs and a size-preserving simplifier may not use:
/// operators are pushed into choices between constants, slices into the
/// operands of what is sliced. So loops with constant bounds end, and addresses
/// stay decodable.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "logic/term/term.h"

namespace catenary::program {

/// Whether one of the Boolean terms is the negation of the other.
[[nodiscard]] bool is_complement(logic::Term a, logic::Term b);

/// Makes terms of one manager, with caches of its own. Widths are up to a few
/// thousand bits. Equal calls return equal terms; the rules are sound for all
/// values (SMT-LIB semantics, in which division by 0 and large shifts are
/// defined).
class TermBuilder {
 public:
  using Term = logic::Term;
  using Op = logic::Op;

  /// The manager must outlive it.
  explicit TermBuilder(logic::TermManager& terms);

  /// The manager of all terms.
  [[nodiscard]] logic::TermManager& manager() { return m_; }
  /// The constants true and false.
  [[nodiscard]] Term yes() const { return true_; }
  [[nodiscard]] Term no() const { return false_; }
  [[nodiscard]] Term boolean(bool b) const { return b ? true_ : false_; }
  /// The constant `value`, modulo 2^width.
  [[nodiscard]] Term bits(std::uint32_t width, std::uint64_t value);

  // Booleans.
  /// The negation; a double negation is removed.
  [[nodiscard]] Term negate(Term a);
  /// Conjunction and disjunction, simplified where one operand decides it.
  [[nodiscard]] Term both(Term a, Term b);
  [[nodiscard]] Term either(Term a, Term b);
  [[nodiscard]] Term implies(Term a, Term b) { return either(negate(a), b); }
  /// The term `then` where the condition holds, else `otherwise`; of any sort.
  [[nodiscard]] Term choose(Term condition, Term then, Term otherwise);
  /// Equality of terms of one sort, a Boolean.
  [[nodiscard]] Term equal(Term a, Term b);

  // Bit-vectors.
  /// A binary operator of bit-vectors, or a comparison of them.
  [[nodiscard]] Term binary(Op op, Term a, Term b);
  [[nodiscard]] Term add(Term a, Term b) { return binary(Op::bv_add, a, b); }
  /// The negation in two's complement.
  [[nodiscard]] Term negative(Term a);
  /// The complement of all bits.
  [[nodiscard]] Term invert(Term a);
  /// Bits low .. high, both included; high >= low.
  [[nodiscard]] Term extract(Term a, std::uint32_t high, std::uint32_t low);
  /// `high` becomes the upper bits.
  [[nodiscard]] Term concat(Term high, Term low);
  /// Truncates or extends, to a width that may be smaller, equal or larger.
  [[nodiscard]] Term resize(Term a, std::uint32_t to, bool is_signed);
  /// Whether bit `index` is set, a Boolean; 0 is the lowest.
  [[nodiscard]] Term bit(Term a, std::uint32_t index);
  /// 1 or 0, of that width.
  [[nodiscard]] Term from_boolean(Term a, std::uint32_t width);
  /// Whether all bits are 0, a Boolean.
  [[nodiscard]] Term is_zero(Term a) { return equal(a, bits(width(a), 0)); }
  /// The number of bits. Requires: a bit-vector.
  [[nodiscard]] static std::uint32_t width(Term a) { return a.sort().bits(); }

  /// Any other operator, with its indices, without special rules.
  [[nodiscard]] Term apply(Op op,
                           std::vector<Term> operands,
                           const logic::Indices& indices = {});

  /// The Booleans of all bits of a term, lowest first. A bit that is the same
  /// in both branches of a choice does not depend on its condition. Cost:
  /// linear in the size of the term times its width.
  [[nodiscard]] std::vector<Term> slice(Term a);

  /// An upper bound of an unsigned value of at most 64 bits; UINT64_MAX where
  /// none is known. Not exact.
  [[nodiscard]] std::uint64_t highest(Term a);

  /// Bounds of a signed value of at most 64 bits, both included.
  struct Range {
    std::int64_t low = 0, high = 0;
  };
  /// Bounds from the shape of the term, by interval arithmetic; the range of
  /// its type where nothing better is known.
  [[nodiscard]] Range range(Term a);

  /// The value of a bit-vector constant of at most 64 bits; nothing for other
  /// terms.
  [[nodiscard]] static std::optional<std::uint64_t> constant(Term a);

 private:
  /// An operator with its indices and operands, for the cache.
  struct Key {
    Op op;
    std::uint32_t i, j;
    std::uint32_t a, b;
    /// Equal keys mean the same term.
    bool operator==(const Key&) const = default;
  };
  /// A hash of all parts of a key.
  struct KeyHash {
    std::size_t operator()(const Key& k) const;
  };
  // See nesting.h.
  class Nesting;

  /// The term that the cache has for the key; no term where it has none.
  [[nodiscard]] Term known(const Key& key) const;

  /// Makes a term with the rules of logic/term/rewrite only.
  [[nodiscard]] Term make(Op op,
                          std::vector<Term> operands,
                          const logic::Indices& indices = {});
  /// The rules for one operator each; results are cached by the callers.
  [[nodiscard]] Term uncached_binary(Op op, Term a, Term b);
  [[nodiscard]] Term uncached_extract(Term a,
                                      std::uint32_t high,
                                      std::uint32_t low);
  // Rules of uncached_binary(): no term where they do not apply. Those that
  // take references may swap the operands.
  /// Pushes an operator into a tree of constants, if the other operand is a
  /// constant.
  [[nodiscard]] Term lift_binary(Op op, Term a, Term b);
  /// An OR with disjoint bits, two halves side by side, is a concatenation.
  [[nodiscard]] Term join_halves(Term& a, Term& b);
  /// A mask of low bits is a zero-extended slice.
  [[nodiscard]] Term mask_low_bits(Term& a, Term& b);
  /// A product with a power of two is a shift, which is wiring.
  [[nodiscard]] Term multiply_by_power(Term& a, Term& b);
  /// Keeps sums in the form rest + constant.
  [[nodiscard]] Term sum(Term a, Term b);
  /// Shifts by constants become concatenations.
  [[nodiscard]] Term shift(Op op, Term a, Term b);
  /// Comparisons of extensions become narrower; no term where none applies.
  [[nodiscard]] Term compare_extended(Op op, Term a, Term b);
  /// The rules for equality.
  [[nodiscard]] Term uncached_equal(Term a, Term b);
  /// Number of constants in a tree of choices, saturating at 1000; 0 where
  /// something else than constants is in it.
  [[nodiscard]] std::uint32_t leaves(Term a);
  /// Whether operators should be pushed into a term: a tree of choices between
  /// at most 130 constants.
  [[nodiscard]] bool liftable(Term a);
  /// The bounds of a term that is not in the cache.
  [[nodiscard]] std::uint64_t compute_highest(Term a);
  [[nodiscard]] Range compute_range(Term a);
  /// The result of a comparison that the bounds of its operands decide; else no
  /// term.
  [[nodiscard]] Term decide_by_range(Op op, Term a, Term b);

  /// The manager owns the terms; `true_` and `false_` are its constants.
  logic::TermManager& m_;
  Term true_, false_;
  // Levels of recursion in progress.
  std::uint32_t depth_ = 0;
  // Caches, by the numbers of terms.
  std::unordered_map<Key, Term, KeyHash> known_;
  std::unordered_map<std::uint32_t, std::uint32_t> leaves_;
  std::unordered_map<std::uint32_t, std::uint64_t> highest_;
  std::unordered_map<std::uint32_t, Range> ranges_;
};

/// The values at the leaves of a tree of choices.
struct Leaves {
  /// Leaves that are constants of at most 64 bits.
  std::set<std::uint64_t> constants;
  /// All other leaves.
  std::set<logic::Term> others;
};
/// Collects the leaves; not recursive, each subterm once.
[[nodiscard]] Leaves leaves_of(logic::Term tree);

}  // namespace catenary::program
