// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear normal form of numeric terms. Semantics of the operators as in
/// logic/term/evaluate, for example division by zero gives zero.

#include "logic/arithmetic/linear_form.h"

#include <algorithm>

#include "logic/arithmetic/number.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

void add_term(LinearForm& sum, Term t, const mpq_class& times);

/// A product with at most one factor that is not constant. Returns false if
/// there are more.
bool add_product(LinearForm& sum, Term t, const mpq_class& times) {
  mpq_class factor = times;
  LinearForm rest;
  bool open = false;
  for (const Term o : t.operands()) {
    LinearForm part;
    add_term(part, o, 1);
    if (part.coefficients.empty()) {
      factor *= part.constant;
    } else if (open) {
      return false;
    } else {
      rest = std::move(part);
      open = true;
    }
  }
  if (!open) {
    sum.constant += factor;
  } else {
    sum.add(rest, factor);
  }
  return true;
}

/// Adds a multiple of an atom; a coefficient that becomes 0 is removed.
void add_atom(LinearForm& sum, Term t, const mpq_class& times) {
  if (times == 0) return;
  mpq_class& q = sum.coefficients[t];
  q += times;
  if (q == 0) sum.coefficients.erase(t);
}

/// Adds a multiple of a term.
void add_term(LinearForm& sum, Term t, const mpq_class& times) {
  switch (t.op()) {
    case Op::constant:
      sum.constant += times * number_of(t.value());
      return;
    case Op::add:
      for (const Term o : t.operands()) add_term(sum, o, times);
      return;
    case Op::sub:
      add_term(sum, t[0], times);
      add_term(sum, t[1], -times);
      return;
    case Op::neg:
      add_term(sum, t[0], -times);
      return;
    case Op::to_real:
      add_term(sum, t[0], times);
      return;
    case Op::mul:
      if (add_product(sum, t, times)) return;
      break;
    case Op::real_div:
      if (t[1].is_constant()) {
        const mpq_class divisor = number_of(t[1].value());
        // Division by zero gives zero.
        if (divisor != 0) add_term(sum, t[0], times / divisor);
        return;
      }
      break;
    // to_int is transparent if its argument is an integer anyway.
    case Op::to_int: {
      const LinearForm inner = linear_form(t[0]);
      if (is_integer(inner, Cube())) {
        sum.add(inner, times);
        return;
      }
      break;
    }
    default:
      break;
  }
  add_atom(sum, t, times);
}

}  // namespace

void LinearForm::add(const LinearForm& other, const mpq_class& times) {
  for (const auto& [atom, q] : other.coefficients) {
    add_atom(*this, atom, q * times);
  }
  constant += other.constant * times;
}

LinearForm linear_form(Term number_term) {
  LinearForm sum;
  add_term(sum, number_term, 1);
  return sum;
}

bool is_integer(const LinearForm& sum, const Cube& cube) {
  return sum.constant.get_den() == 1 &&
         std::all_of(sum.coefficients.begin(),
                     sum.coefficients.end(),
                     [&](const auto& e) {
                       return e.second.get_den() == 1 &&
                              cube.is_integral(e.first);
                     });
}

/// Depth-first, within operators that linear_form() looks into.
Term first_choice(Term number_term) {
  std::vector<Term> stack{number_term};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (t.op() == Op::ite) return t;
    const bool inside = t.op() == Op::add || t.op() == Op::sub ||
                        t.op() == Op::neg || t.op() == Op::to_real ||
                        t.op() == Op::mul || t.op() == Op::real_div ||
                        t.op() == Op::to_int;
    if (!inside) continue;
    stack.insert(stack.end(), t.operands().begin(), t.operands().end());
  }
  return {};
}

/// Multiplies by the common denominator.
LinearConstraint constraint_of(const LinearForm& sum,
                               LinearConstraint::Relation relation) {
  mpz_class common = sum.constant.get_den();
  for (const auto& [atom, q] : sum.coefficients) {
    common = lcm(common, q.get_den());
  }
  LinearConstraint result;
  result.relation = relation;
  result.constant = mpq_class(sum.constant * common).get_num();
  for (const auto& [atom, q] : sum.coefficients) {
    result.coefficients.emplace_back(atom, mpq_class(q * common).get_num());
  }
  return result;
}

LinearConstraint combined(const LinearConstraint& x,
                          const mpz_class& p,
                          const LinearConstraint& y,
                          const mpz_class& q) {
  LinearConstraint result;
  auto i = x.coefficients.begin();
  auto k = y.coefficients.begin();
  while (i != x.coefficients.end() || k != y.coefficients.end()) {
    if (k == y.coefficients.end() ||
        (i != x.coefficients.end() && i->first < k->first)) {
      result.coefficients.emplace_back(i->first, p * i->second);
      ++i;
    } else if (i == x.coefficients.end() || k->first < i->first) {
      result.coefficients.emplace_back(k->first, q * k->second);
      ++k;
    } else {
      result.coefficients.emplace_back(i->first, p * i->second + q * k->second);
      ++i;
      ++k;
    }
  }
  result.constant = p * x.constant + q * y.constant;
  return result;
}

namespace {

/// Makes the terms of a constraint: of sort Int if all its atoms are, else
/// Real.
class Summands {
 public:
  Summands(TermManager& terms, const LinearConstraint& c)
      : terms_(terms),
        integers_(std::all_of(
            c.coefficients.begin(), c.coefficients.end(), [](const auto& e) {
              return e.first.sort().kind() == SortKind::integer;
            })) {}

  [[nodiscard]] Term constant(const mpz_class& z) const {
    return integers_ ? terms_.constant(Value::integer(z))
                     : terms_.constant(Value::real(z));
  }
  [[nodiscard]] Term product(const mpz_class& factor, Term atom) const {
    if (!integers_ && atom.sort().kind() == SortKind::integer) {
      atom = terms_.make(Op::to_real, {atom});
    }
    return factor == 1 ? atom : terms_.make(Op::mul, {constant(factor), atom});
  }
  /// 0 where there is none.
  [[nodiscard]] Term sum(const std::vector<Term>& summands) const {
    if (summands.empty()) return constant(0);
    return summands.size() == 1 ? summands[0] : terms_.make(Op::add, summands);
  }

 private:
  TermManager& terms_;
  bool integers_;
};

}  // namespace

Term number_term(TermManager& terms, const LinearConstraint& c) {
  const Summands make(terms, c);
  std::vector<Term> summands;
  for (const auto& [atom, a] : c.coefficients) {
    summands.push_back(make.product(a, atom));
  }
  if (c.constant != 0) summands.push_back(make.constant(c.constant));
  return make.sum(summands);
}

/// Negative summands go to the other side.
Term to_term(TermManager& terms, const LinearConstraint& c) {
  const Summands make(terms, c);
  std::vector<Term> left;
  std::vector<Term> right;
  for (const auto& [atom, a] : c.coefficients) {
    (a > 0 ? left : right).push_back(make.product(abs(a), atom));
  }
  if (c.constant > 0) left.push_back(make.constant(c.constant));
  if (c.constant < 0) right.push_back(make.constant(-c.constant));
  const Term l = make.sum(left);
  const Term r = make.sum(right);
  switch (c.relation) {
    case LinearConstraint::Relation::equal:
      return terms.equal(l, r);
    case LinearConstraint::Relation::less_equal:
      return terms.make(Op::less_equal, {l, r});
    case LinearConstraint::Relation::less:
      break;
  }
  return terms.make(Op::less, {l, r});
}

}  // namespace catenary::logic
