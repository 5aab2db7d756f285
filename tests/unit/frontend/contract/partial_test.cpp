// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where random conditions that divide have a value, by evaluation.
#include "frontend/contract/lower/partial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::contract {
namespace {

using logic::Op;
using logic::Sort;
using logic::Term;

class RandomConditions {
 public:
  explicit RandomConditions(logic::TermManager& terms) : terms_(terms) {
    for (const char* name : {"a", "b", "c"}) {
      variables.push_back(terms.variable(name, Sort::integer()));
    }
  }

  Term condition(int depth) {
    if (depth == 0) return comparison();
    const Term a = condition(depth - 1);
    const Term b = condition(depth - 1);
    switch (below(5)) {
      case 0:
        return terms_.logical_and(a, b);
      case 1:
        return terms_.logical_or(a, b);
      case 2:
        return terms_.implies(a, b);
      case 3:
        return terms_.equal(a, b);
      default:
        return terms_.ite(comparison(), a, terms_.logical_not(b));
    }
  }

  std::vector<Term> variables;
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

 private:
  Term comparison() {
    const Term a = number(2);
    const Term b = number(1);
    const Op kOps[] = {Op::equal, Op::less, Op::less_equal};
    return terms_.make(kOps[below(3)], {a, b});
  }

  Term number(int depth) {
    if (depth == 0 || below(4) == 0) {
      if (below(3) == 0) {
        return terms_.constant(logic::Value::real(
            mpq_class(static_cast<int>(below(5)) - 2, 1 + below(3))));
      }
      return terms_.make(Op::to_real, {variables[below(3)]});
    }
    const Term a = number(depth - 1);
    const Term b = number(depth - 1);
    switch (below(6)) {
      case 0:
        return terms_.make(Op::add, {a, b});
      case 1:
        return terms_.make(Op::sub, {a, b});
      case 2:
        return terms_.make(Op::mul, {a, b});
      case 3:
        return terms_.ite(terms_.make(Op::less, {a, b}), a, b);
      default:
        return terms_.make(Op::real_div, {a, b});
    }
  }

  logic::TermManager& terms_;
  std::mt19937 random_{7};
};

/// The term with another value of x / 0.
Term with_other_quotients(logic::TermManager& terms, Term t) {
  const Term zero = terms.constant(logic::Value::real(mpq_class(0)));
  std::map<Term, Term> known;
  for (const Term s : logic::subterms(t)) {
    std::vector<Term> operands;
    for (const Term operand : s.operands()) {
      operands.push_back(known.at(operand));
    }
    Term out = operands.empty() ? s : terms.rebuild(s, operands);
    if (s.op() == Op::real_div) {
      out = terms.ite(terms.equal(operands[1], zero),
                      terms.constant(logic::Value::real(mpq_class(17, 3))),
                      out);
    }
    known.emplace(s, out);
  }
  return known.at(t);
}

TEST(Partial, AConditionWithAValueHasItWhateverAQuotientByZeroIs) {
  logic::TermManager terms;
  RandomConditions random(terms);
  int without = 0;
  int with = 0;
  int of_integers = 0;
  for (int n = 0; n < 400; ++n) {
    const Term t = random.condition(n % 4);
    const Term defined = has_value(terms, t);
    const Term integers = over_integers(terms, t);
    const Term other = with_other_quotients(terms, t);
    // All but what divides by the constant 0 or has no variable.
    if (std::ranges::none_of(logic::subterms(integers), [](Term s) {
          return s.sort().kind() == logic::SortKind::real;
        })) {
      ++of_integers;
    }
    for (int k = 0; k < 25; ++k) {
      logic::Assignment values;
      for (const Term v : random.variables) {
        values.set(
            v, logic::Value::integer(static_cast<int>(random.below(5)) - 2));
      }
      const bool has = logic::evaluate(defined, values)->as_bool();
      // Both forms agree about that.
      EXPECT_EQ(
          logic::evaluate(over_integers(terms, defined), values)->as_bool(),
          has);
      ++(has ? with : without);
      if (!has) continue;
      const bool value = logic::evaluate(t, values)->as_bool();
      EXPECT_EQ(logic::evaluate(other, values)->as_bool(), value);
      EXPECT_EQ(logic::evaluate(integers, values)->as_bool(), value);
    }
  }
  EXPECT_GT(without, 1000);
  EXPECT_GT(with, 1000);
  EXPECT_GT(of_integers, 200);
}

TEST(Partial, AnAssumptionDecidesWhatItSays) {
  logic::TermManager terms;
  const Term p = terms.variable("p", Sort::boolean());
  const Term q = terms.variable("q", Sort::boolean());
  const Term both = terms.logical_and(p, q);
  EXPECT_EQ(under(terms, both, terms.logical_or(q, p)),
            terms.logical_or(terms.boolean(true), terms.boolean(true)));
  EXPECT_EQ(under(terms, p, q), q);
}

}  // namespace
}  // namespace catenary::frontend::contract
