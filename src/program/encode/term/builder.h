// SPDX-License-Identifier: Apache-2.0
/// \file
/// Building terms that are simplified on construction, with the rules that
/// symbolic execution needs and that a size-preserving simplifier may not use:
/// operators are pushed into choices between constants, slices into whatever
/// is sliced.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "logic/term/term.h"

namespace catenary::program {

/// Makes terms of one manager. Bit-vectors are at most a few thousand bits.
class TermBuilder {
 public:
  using Term = logic::Term;
  using Op = logic::Op;

  explicit TermBuilder(logic::TermManager& terms);

  [[nodiscard]] logic::TermManager& manager() { return m_; }
  [[nodiscard]] Term yes() const { return true_; }
  [[nodiscard]] Term no() const { return false_; }
  [[nodiscard]] Term boolean(bool b) const { return b ? true_ : false_; }
  [[nodiscard]] Term bits(std::uint32_t width, std::uint64_t value);

  // Booleans.
  [[nodiscard]] Term negate(Term a);
  [[nodiscard]] Term both(Term a, Term b);
  [[nodiscard]] Term either(Term a, Term b);
  [[nodiscard]] Term implies(Term a, Term b) { return either(negate(a), b); }
  /// Of any sort.
  [[nodiscard]] Term choose(Term condition, Term then, Term otherwise);
  [[nodiscard]] Term equal(Term a, Term b);

  // Bit-vectors.
  /// Also comparisons.
  [[nodiscard]] Term binary(Op op, Term a, Term b);
  [[nodiscard]] Term add(Term a, Term b) { return binary(Op::bv_add, a, b); }
  [[nodiscard]] Term negative(Term a);
  [[nodiscard]] Term invert(Term a);
  [[nodiscard]] Term extract(Term a, std::uint32_t high, std::uint32_t low);
  [[nodiscard]] Term concat(Term high, Term low);
  /// To a width that may be smaller, equal or larger.
  [[nodiscard]] Term resize(Term a, std::uint32_t to, bool is_signed);
  /// Whether bit `index` is set.
  [[nodiscard]] Term bit(Term a, std::uint32_t index);
  [[nodiscard]] Term from_boolean(Term a, std::uint32_t width);
  [[nodiscard]] Term is_zero(Term a) { return equal(a, bits(width(a), 0)); }
  [[nodiscard]] static std::uint32_t width(Term a) { return a.sort().bits(); }

  /// Any other operator.
  [[nodiscard]] Term apply(Op op,
                           std::vector<Term> operands,
                           const logic::Indices& indices = {});

  /// The Booleans of all bits of a term, lowest first: what is the same in both
  /// branches of a choice does not depend on it. Cost: linear in the size of
  /// the term times its width.
  [[nodiscard]] std::vector<Term> slice(Term a);

  /// An upper bound of an unsigned value of at most 64 bits.
  [[nodiscard]] std::uint64_t highest(Term a);

  /// Bounds of a signed value of at most 64 bits.
  struct Range {
    std::int64_t low = 0, high = 0;
  };
  [[nodiscard]] Range range(Term a);

  /// The value of a bit-vector constant of at most 64 bits.
  [[nodiscard]] static std::optional<std::uint64_t> constant(Term a);

 private:
  struct Key {
    Op op;
    std::uint32_t i, j;
    std::uint32_t a, b;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const;
  };
  class Nesting;

  [[nodiscard]] Term make(Op op,
                          std::vector<Term> operands,
                          const logic::Indices& indices = {});
  [[nodiscard]] Term uncached_binary(Op op, Term a, Term b);
  [[nodiscard]] Term uncached_extract(Term a,
                                      std::uint32_t high,
                                      std::uint32_t low);
  [[nodiscard]] Term sum(Term a, Term b);
  [[nodiscard]] Term shift(Op op, Term a, Term b);
  [[nodiscard]] Term compare_extended(Op op, Term a, Term b);
  [[nodiscard]] Term uncached_equal(Term a, Term b);
  /// Number of constants in a tree of choices, saturating; 0 where something
  /// else is in it.
  [[nodiscard]] std::uint32_t leaves(Term a);
  [[nodiscard]] bool liftable(Term a);
  [[nodiscard]] std::uint64_t compute_highest(Term a);
  [[nodiscard]] Range compute_range(Term a);
  /// A comparison that the bounds of its operands decide; else no term.
  [[nodiscard]] Term decide_by_range(Op op, Term a, Term b);

  logic::TermManager& m_;
  Term true_, false_;
  std::uint32_t depth_ = 0;
  std::unordered_map<Key, Term, KeyHash> known_;
  std::unordered_map<std::uint32_t, std::uint32_t> leaves_;
  std::unordered_map<std::uint32_t, std::uint64_t> highest_;
  std::unordered_map<std::uint32_t, Range> ranges_;
};

/// What a tree of choices may give.
struct Leaves {
  /// Of at most 64 bits.
  std::set<std::uint64_t> constants;
  std::set<logic::Term> others;
};
[[nodiscard]] Leaves leaves_of(logic::Term tree);

}  // namespace catenary::program
