// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/lower/partial.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "logic/term/traverse.h"

namespace catenary::frontend::contract {

using logic::Op;
using logic::Term;
using logic::TermManager;

namespace {

bool divides(Term t) {
  return t.op() == Op::real_div;
}

/// Whether any subterm divides; `all` are the subterms.
bool any_divides(const std::vector<Term>& all) {
  return std::ranges::any_of(all, divides);
}

Term not_zero(TermManager& terms, Term divisor) {
  const Term zero = terms.constant(logic::Value::real(mpq_class(0)));
  return terms.logical_not(terms.equal(divisor, zero));
}

/// The conjunction; true where all operands are.
Term both(TermManager& terms, std::vector<Term> operands) {
  std::erase_if(operands, [](Term operand) { return operand.is_true(); });
  return terms.logical_and(operands);
}

/// Where a conjunction or disjunction has a value: all operands have one, or
/// one has that which decides.
Term of_junction(TermManager& terms,
                 Term t,
                 const std::vector<Term>& operands,
                 bool deciding) {
  std::vector<Term> cases = {both(terms, operands)};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Term value = deciding ? t[i] : terms.logical_not(t[i]);
    cases.push_back(both(terms, {operands[i], value}));
  }
  return terms.logical_or(cases);
}

}  // namespace

Term has_value(TermManager& terms, Term t) {
  const std::vector<Term> all = logic::subterms(t);
  if (!any_divides(all)) return terms.boolean(true);
  std::map<Term, Term> known;
  for (const Term s : all) {
    std::vector<Term> operands;
    bool plain = true;  // all operands have a value everywhere
    for (const Term operand : s.operands()) {
      operands.push_back(known.at(operand));
      plain = plain && operands.back().is_true();
    }
    Term& out = known[s];
    if (divides(s)) {
      operands.push_back(not_zero(terms, s[1]));
      out = both(terms, operands);
    } else if (plain) {
      out = terms.boolean(true);
    } else if (s.op() == Op::logical_and || s.op() == Op::logical_or) {
      out = of_junction(terms, s, operands, s.op() == Op::logical_or);
    } else if (s.op() == Op::implies) {
      // not a or b
      const Term cases[] = {both(terms, operands),
                            both(terms, {operands[0], terms.logical_not(s[0])}),
                            both(terms, {operands[1], s[1]})};
      out = terms.logical_or(cases);
    } else if (s.op() == Op::ite) {
      out =
          both(terms, {operands[0], terms.ite(s[0], operands[1], operands[2])});
    } else {
      out = both(terms, operands);
    }
  }
  return known.at(t);
}

Term under(TermManager& terms, Term assumption, Term t) {
  std::set<Term> holds = {assumption};
  if (assumption.op() == Op::logical_and) {
    holds.insert(assumption.operands().begin(), assumption.operands().end());
  }
  std::map<Term, Term> known;
  for (const Term s : logic::subterms(t)) {
    std::vector<Term> operands;
    for (const Term operand : s.operands()) {
      operands.push_back(known.at(operand));
    }
    known[s] = holds.contains(s)  ? terms.boolean(true)
               : operands.empty() ? s
                                  : terms.rebuild(s, operands);
  }
  return known.at(t);
}

namespace {

/// A quotient of integers; invalid terms: it is none.
struct Fraction {
  Term above, below;
};

class OverIntegers {
 public:
  explicit OverIntegers(TermManager& terms) : terms_(terms) {}

  Term run(Term t) {
    for (const Term s : logic::subterms(t)) {
      Term out = s;
      if (!s.operands().empty() && !s.is_quantifier()) {
        std::vector<Term> operands;
        for (const Term operand : s.operands()) {
          operands.push_back(known_.at(operand));
        }
        out = terms_.rebuild(s, operands);
      }
      if (s.sort().kind() == logic::SortKind::real) {
        fractions_.emplace(s, fraction(s));
      } else if (compares_reals(s)) {
        out = comparison(s).value_or(out);
      }
      known_.emplace(s, out);
    }
    return known_.at(t);
  }

 private:
  static bool compares_reals(Term t) {
    return (t.op() == Op::equal || t.op() == Op::less ||
            t.op() == Op::less_equal) &&
           t[0].sort().kind() == logic::SortKind::real;
  }

  Term integer(const mpz_class& n) {
    return terms_.constant(logic::Value::integer(n));
  }
  Term times(Term a, Term b) {
    if (a.is_constant() && b.is_constant()) {
      return integer(a.value().as_integer() * b.value().as_integer());
    }
    if (a == integer(1)) return b;
    return b == integer(1) ? a : terms_.make(Op::mul, {a, b});
  }

  /// Of a real term whose operands are known.
  Fraction fraction(Term t) {
    if (t.is_constant()) {
      const mpq_class& q = t.value().as_real();
      return {integer(q.get_num()), integer(q.get_den())};
    }
    if (t.op() == Op::to_real) return {known_.at(t[0]), integer(1)};
    std::vector<Fraction> of;
    for (const Term operand : t.operands()) {
      if (operand.sort().kind() != logic::SortKind::real) continue;
      of.push_back(fractions_.at(operand));
      if (!of.back().above.valid()) return {};
    }
    switch (t.op()) {
      case Op::add:
      case Op::mul: {
        Fraction out = of[0];
        for (std::size_t i = 1; i < of.size(); ++i) {
          out = t.op() == Op::mul ? Fraction{times(out.above, of[i].above),
                                             times(out.below, of[i].below)}
                                  : joined(Op::add, out, of[i]);
        }
        return out;
      }
      case Op::sub:
        return joined(Op::sub, of[0], of[1]);
      case Op::neg:
        return {terms_.make(Op::neg, {of[0].above}), of[0].below};
      case Op::real_div:
        return positive(times(of[0].above, of[1].below),
                        times(of[0].below, of[1].above));
      case Op::ite: {
        const Term test = known_.at(t[0]);
        return {terms_.ite(test, of[0].above, of[1].above),
                of[0].below == of[1].below
                    ? of[0].below
                    : terms_.ite(test, of[0].below, of[1].below)};
      }
      default:
        return {};
    }
  }

  /// A fraction whose denominator is positive where it is a constant.
  Fraction positive(Term above, Term below) {
    if (!below.is_constant()) return {above, below};
    const mpz_class& n = below.value().as_integer();
    if (n == 0) return {};
    if (n > 0) return {above, below};
    return {terms_.make(Op::neg, {above}), integer(-n)};
  }

  Fraction joined(Op op, const Fraction& a, const Fraction& b) {
    if (a.below == b.below) {
      return {terms_.make(op, {a.above, b.above}), a.below};
    }
    const Term left = times(a.above, b.below);
    const Term right = times(b.above, a.below);
    return {terms_.make(op, {left, right}), times(a.below, b.below)};
  }

  /// a / b < c / d is a * d * b * d < c * b * b * d: the factor (b * d)^2 is
  /// positive. Where the denominators are constants, they are positive.
  std::optional<Term> comparison(Term t) {
    const Fraction& a = fractions_.at(t[0]);
    const Fraction& b = fractions_.at(t[1]);
    if (!a.above.valid() || !b.above.valid()) return std::nullopt;
    Term left = a.above;
    Term right = b.above;
    if (!(a.below == b.below && a.below.is_constant())) {
      left = times(left, b.below);
      right = times(right, a.below);
      const Term sign = times(a.below, b.below);
      if (t.op() != Op::equal && !sign.is_constant()) {
        left = times(left, sign);
        right = times(right, sign);
      }
    }
    return terms_.make(t.op(), {left, right});
  }

  TermManager& terms_;
  std::map<Term, Term> known_;
  std::map<Term, Fraction> fractions_;  ///< of real terms
};

}  // namespace

Term over_integers(TermManager& terms, Term t) {
  const std::vector<Term> all = logic::subterms(t);
  const bool any =
      std::ranges::any_of(all, [](Term s) { return s.op() == Op::to_real; });
  return any ? OverIntegers(terms).run(t) : t;
}

}  // namespace catenary::frontend::contract
