// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms of finite sorts as decision diagrams: Booleans, enumerations and
/// bounded integers, whose values are codes over variables of a manager.
///
/// Integers are computed in two's complement, as wide as the result needs, so
/// nothing ever overflows. A code that is no value of its variable means a
/// number beyond the bounds (or no enumerator): domain() tells them apart.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/bdd/bdd.h"
#include "logic/term/term.h"

namespace catenary::logic::bdd {

/// Thrown for a sort or an operator that has no diagram, naming it.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values lo .. hi of an integer; 0 .. n - 1 stand for Booleans and
/// enumerators.
struct Bounds {
  std::int64_t lo = 0;
  std::int64_t hi = 1;
  [[nodiscard]] bool operator==(const Bounds&) const = default;
};

/// Of a Boolean or an enumeration. Requires: one of the two.
[[nodiscard]] Bounds bounds_of(const Sort& sort);
/// How many variables a code over these bounds takes; at most 62.
[[nodiscard]] std::uint32_t code_width(const Bounds& bounds);

class Codes {
 public:
  /// The manager must outlive this.
  explicit Codes(Manager& manager) : manager_(manager) {}

  /// `bits`, the lowest first, hold value - lo. Requires: code_width(bounds)
  /// of them; a variable not added before.
  void add(Term variable,
           const Bounds& bounds,
           std::vector<std::uint32_t> bits);
  [[nodiscard]] const std::vector<std::uint32_t>& bits(Term variable) const;

  /// The diagram of a Boolean term over added variables. Remembers that of
  /// every subterm. Throws Unsupported, LimitReached. Not recursive in the
  /// depth of the term.
  [[nodiscard]] Bdd encode(Term term);
  /// Where the code of a variable is one of its values.
  [[nodiscard]] Bdd domain(Term variable);
  /// Where a variable has this value.
  [[nodiscard]] Bdd is(Term variable, const Value& value);
  /// Its value under an assignment; the lowest where that leaves it open.
  [[nodiscard]] Value value(Term variable,
                            std::span<const Literal> assignment) const;
  /// Forgets the diagrams of terms, but not the variables.
  void forget() { known_.clear(); }

 private:
  /// Booleans: one; enumerators: the index; integers: two's complement. The
  /// lowest first.
  using Word = std::vector<Bdd>;
  struct Code {
    Bounds bounds;
    std::vector<std::uint32_t> bits;
  };

  [[nodiscard]] Word build(Term term);
  [[nodiscard]] Word of_variable(Term term);
  [[nodiscard]] Word of_constant(const Value& value);
  [[nodiscard]] Word of_integer(const mpz_class& number);
  [[nodiscard]] Bdd truth(Term term);
  [[nodiscard]] Bdd equal(Word a, Word b, bool numbers);
  [[nodiscard]] Bdd less(Word a, Word b);
  [[nodiscard]] Word add(Word a, Word b, bool negate_b);
  [[nodiscard]] Word multiply(const Word& a, const Word& b);
  [[nodiscard]] Word choice(const Bdd& condition, Word a, Word b, bool numbers);
  [[nodiscard]] const Word& at(Term term) const { return known_.at(term.id()); }

  Manager& manager_;
  std::map<Term, Code> codes_;
  std::unordered_map<std::uint32_t, Word> known_;
};

/// An order of `count` things in which those of one group are near to each
/// other: position -> thing. Deterministic.
///
/// Method: FORCE, Aloul, Markov, Sakallah, GLSVLSI 2003
/// (doi:10.1145/764808.764839). Cost: linear in the groups, 20 rounds or so.
[[nodiscard]] std::vector<std::uint32_t> near_order(
    std::uint32_t count, std::span<const std::vector<std::uint32_t>> groups);

}  // namespace catenary::logic::bdd
