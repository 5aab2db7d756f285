// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms of finite sorts as decision diagrams: Booleans, enumerations and
/// bounded integers, whose values are codes over variables of a manager.
///
/// Integers are computed in two's complement, with as many bits as the result
/// needs, so that nothing ever overflows. A code may denote no value of its
/// variable (a number beyond the bounds, or no enumerator): domain() is the set
/// of the codes that do.
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

/// Thrown for a sort, an operator or a width that has no diagram, naming it.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values lo .. hi of an integer, both included. Booleans and enumerators
/// with n values have the bounds 0 .. n - 1.
struct Bounds {
  std::int64_t lo = 0;
  std::int64_t hi = 1;
  [[nodiscard]] bool operator==(const Bounds&) const = default;
};

/// The bounds of a Boolean or an enumeration. Requires: one of the two
/// (checked).
[[nodiscard]] Bounds bounds_of(const Sort& sort);
/// How many variables a code over these bounds takes: 1 to 62. Throws
/// Unsupported for wider or empty ranges.
[[nodiscard]] std::uint32_t code_width(const Bounds& bounds);

/// Translates terms into diagrams. Keeps the codes of variables and the
/// diagrams of all subterms; see forget().
class Codes {
 public:
  /// The manager must outlive this.
  explicit Codes(Manager& manager) : manager_(manager) {}

  /// Gives a variable a code: `bits`, the lowest first, hold value - lo.
  /// Requires: code_width(bounds) bits; a variable that was not added before
  /// (both checked).
  void add(Term variable,
           const Bounds& bounds,
           std::vector<std::uint32_t> bits);
  /// The manager's variables that hold the code of an added variable.
  [[nodiscard]] const std::vector<std::uint32_t>& bits(Term variable) const;

  /// The diagram of a Boolean term over added variables. The diagram of every
  /// subterm is kept, so that shared subterms are built once. Throws
  /// Unsupported and LimitReached. Not recursive in the depth of the term.
  [[nodiscard]] Bdd encode(Term term);
  /// The codes that denote a value of the variable: code <= hi - lo.
  [[nodiscard]] Bdd domain(Term variable);
  /// The code of this one value. A number beyond the bounds that the bits can
  /// express has a code as well, which is outside of domain().
  [[nodiscard]] Bdd is(Term variable, const Value& value);
  /// The value that an assignment gives to a variable. Bits that the assignment
  /// lacks count as 0, which gives the lowest value.
  [[nodiscard]] Value value(Term variable,
                            std::span<const Literal> assignment) const;
  /// Releases the diagrams of terms, but keeps the codes of variables. For when
  /// the manager is short of nodes.
  void forget() { known_.clear(); }

 private:
  /// The bits of a value as functions, the lowest first: one bit for Booleans,
  /// the index for enumerators, two's complement for integers.
  using Word = std::vector<Bdd>;
  /// The code of one variable.
  struct Code {
    Bounds bounds;
    std::vector<std::uint32_t> bits;
  };

  /// The word of a term whose operands are all known.
  [[nodiscard]] Word build(Term term);
  /// The word of a variable: its code plus lo, as a number.
  [[nodiscard]] Word of_variable(Term term);
  [[nodiscard]] Word of_constant(const Value& value);
  [[nodiscard]] Word of_integer(const mpz_class& number);
  /// The diagram of a Boolean operator other than if-then-else.
  [[nodiscard]] Bdd truth(Term term);
  /// `numbers`: words are two's complement and may differ in width.
  [[nodiscard]] Bdd equal(Word a, Word b, bool numbers);
  [[nodiscard]] Bdd less(Word a, Word b);
  [[nodiscard]] Word add(Word a, Word b, bool negate_b);
  [[nodiscard]] Word multiply(const Word& a, const Word& b);
  [[nodiscard]] Word choice(const Bdd& condition, Word a, Word b, bool numbers);
  /// Requires: the term was built before.
  [[nodiscard]] const Word& at(Term term) const { return known_.at(term.id()); }

  Manager& manager_;
  std::map<Term, Code> codes_;
  /// By id of the term; a Word of one bit for Booleans.
  std::unordered_map<std::uint32_t, Word> known_;
};

/// An order of `count` elements in which the elements of each group are close
/// to each other. Returns position -> element. Used for the order of variables
/// of a manager: related variables shall be neighbours. Deterministic.
///
/// Method: FORCE, Aloul, Markov, Sakallah, "FORCE: A Fast and Easy-to-Implement
/// Variable-Ordering Heuristic", GLSVLSI 2003 (doi:10.1145/764808.764839).
/// Cost: linear in the groups times at most 20 rounds.
[[nodiscard]] std::vector<std::uint32_t> near_order(
    std::uint32_t count, std::span<const std::vector<std::uint32_t>> groups);

}  // namespace catenary::logic::bdd
