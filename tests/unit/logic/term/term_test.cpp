// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms: sharing, sorts, evaluation where something is missing, depth.
#include "logic/term/term.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::logic {
namespace {

class TermTest : public ::testing::Test {
 protected:
  Term boolean(const char* name) { return m.variable(name, Sort::boolean()); }
  Term integer(const char* name) { return m.variable(name, Sort::integer()); }
  Term bits(const char* name, std::uint32_t width) {
    return m.variable(name, Sort::bitvec(width));
  }

  /// A term of that many nested operators: x, x + y, (x + y) - y, …
  Term deep(int depth) {
    const Term y = integer("y");
    Term t = integer("x");
    for (int i = 0; i < depth; ++i) {
      t = m.make(i % 2 == 0 ? Op::add : Op::sub, {t, y});
    }
    return t;
  }

  TermManager m;
};

TEST_F(TermTest, IdsFollowCreation) {
  const Term a = boolean("a");
  const Term b = boolean("b");
  const Term both = m.logical_and(a, b);
  EXPECT_EQ(a.id(), 1U);
  EXPECT_EQ(both.id(), 3U);
  EXPECT_LT(a, both);
  EXPECT_EQ(m.logical_and(a, b), both);
  EXPECT_NE(m.logical_and(b, a), both);
  EXPECT_EQ(m.size(), 4U);
  EXPECT_FALSE(Term().valid());
  EXPECT_LT(Term(), a);
}

TEST_F(TermTest, IndicesThatMeanNothingMakeNoDifference) {
  const Term a = bits("a", 8);
  EXPECT_EQ(m.make(Op::bv_not, {a}, {3, 4, RoundingMode::toward_zero}),
            m.make(Op::bv_not, {a}));
  EXPECT_NE(m.make(Op::bv_zero_extend, {a}, {3}),
            m.make(Op::bv_zero_extend, {a}, {4}));
  const Term x = m.variable("x", Sort::float32());
  EXPECT_NE(m.make(Op::fp_sqrt, {x}, {0, 0, RoundingMode::toward_zero}),
            m.make(Op::fp_sqrt, {x}));
}

TEST_F(TermTest, SortsOfResults) {
  const Term a = bits("a", 8);
  const Term b = bits("b", 4);
  EXPECT_EQ(m.make(Op::bv_concat, {a, b}).sort(), Sort::bitvec(12));
  EXPECT_EQ(m.make(Op::bv_extract, {a}, {6, 2}).sort(), Sort::bitvec(5));
  EXPECT_EQ(m.make(Op::bv_repeat, {b}, {3}).sort(), Sort::bitvec(12));
  EXPECT_EQ(m.make(Op::bv_comp, {a, a}).sort(), Sort::bitvec(1));
  EXPECT_EQ(m.make(Op::fp_from_signed, {a}, {8, 24}).sort(), Sort::float32());
  const Sort array = Sort::array(Sort::integer(), Sort::bitvec(4));
  EXPECT_EQ(m.make(Op::select, {m.variable("t", array), integer("i")}).sort(),
            Sort::bitvec(4));
}

TEST_F(TermTest, IllSortedTermsAreCaught) {
  const Term p = boolean("p");
  const Term i = integer("i");
  const Term r = m.variable("r", Sort::real());
  const Term a = bits("a", 8);
  const Term f = m.variable("f", Sort::float32());
  const Term t = m.variable("t", Sort::array(Sort::integer(), Sort::real()));
  const auto bad = [&](Op op, std::vector<Term> operands, Indices n = {}) {
    EXPECT_THROW((void)m.make(op, operands, n), base::InternalError)
        << info(op).smtlib;
  };
  bad(Op::logical_not, {i});
  bad(Op::logical_not, {p, p});
  bad(Op::logical_and, {});
  bad(Op::logical_and, {p, Term()});
  bad(Op::equal, {i, r});
  bad(Op::distinct, {i});
  bad(Op::ite, {i, p, p});
  bad(Op::ite, {p, i, r});
  bad(Op::add, {i, r});
  bad(Op::add, {a, a});
  bad(Op::int_div, {r, r});
  bad(Op::real_div, {i, i});
  bad(Op::to_real, {r});
  bad(Op::bv_add, {a, bits("b", 9)});
  bad(Op::bv_extract, {a}, {8, 0});
  bad(Op::bv_extract, {a}, {2, 3});
  bad(Op::bv_repeat, {a}, {0});
  bad(Op::int_to_bv, {i}, {0});
  bad(Op::fp_add, {f, m.variable("d", Sort::float64())});
  bad(Op::fp_from_bits, {a}, {8, 24});
  bad(Op::fp_to_signed, {f}, {0});
  bad(Op::select, {t, r});
  bad(Op::store, {t, i, i});
  bad(Op::forall, {p, p});
  bad(Op::variable, {});
  EXPECT_THROW((void)m.variable("p", Sort::integer()), base::InternalError);
  EXPECT_THROW((void)m.quantify(Op::forall, std::vector{p, p}, p),
               base::InternalError);
  EXPECT_THROW((void)m.const_array(t.sort(), i), base::InternalError);
}

TEST_F(TermTest, FreshVariablesAreNew) {
  (void)integer("n!1");
  EXPECT_EQ(m.fresh_variable("n", Sort::boolean()).name(), "n!2");
  EXPECT_EQ(m.fresh_variable("n", Sort::boolean()).name(), "n!3");
  EXPECT_FALSE(m.find_variable("n").valid());
}

TEST_F(TermTest, FreeVariablesLeaveOutBoundOnes) {
  const Term p = boolean("p");
  const Term q = boolean("q");
  const Term some = m.quantify(Op::exists, std::vector{p}, m.logical_and(p, q));
  EXPECT_EQ(free_variables(some), std::vector{q});
  EXPECT_EQ(free_variables(m.logical_or(some, p)), (std::vector{p, q}));
  EXPECT_TRUE(some.has_quantifier());
  EXPECT_FALSE(p.has_quantifier());
  EXPECT_EQ(dag_size(some), 4U);
}

TEST_F(TermTest, EvaluationNeedsWhatMattersOnly) {
  const Term p = boolean("p");
  const Term q = boolean("q");
  Assignment a;
  a.set(p, Value::boolean(false));
  EXPECT_EQ(evaluate(m.logical_and(q, p), a), Value::boolean(false));
  EXPECT_EQ(evaluate(m.implies(p, q), a), Value::boolean(true));
  EXPECT_EQ(evaluate(m.ite(p, q, p), a), Value::boolean(false));
  Evaluator evaluator(a);
  EXPECT_FALSE(evaluator.evaluate(m.logical_or(p, q)).has_value());
  EXPECT_EQ(evaluator.why_not(), "'q' has no value");
  EXPECT_TRUE(evaluator.evaluate(p).has_value());
  EXPECT_EQ(evaluator.why_not(), "");
}

TEST_F(TermTest, QuantifiersAreEvaluatedOverFiniteSorts) {
  const Term x = bits("x", 4);
  const Term y = bits("y", 4);
  // Every x has an additive inverse; not every x is below 9.
  const Term inverse =
      m.quantify(Op::exists,
                 std::vector{y},
                 m.equal(m.make(Op::bv_add, {x, y}), m.bitvec(4, 0)));
  const Assignment none;
  EXPECT_EQ(evaluate(m.quantify(Op::forall, std::vector{x}, inverse), none),
            Value::boolean(true));
  const Term below = m.make(Op::bv_ult, {x, m.bitvec(4, 9)});
  EXPECT_EQ(evaluate(m.quantify(Op::forall, std::vector{x}, below), none),
            Value::boolean(false));
  // The bound x hides the assigned one.
  Assignment a;
  a.set(x, Value::bitvec(4, 0));
  EXPECT_EQ(evaluate(m.quantify(Op::forall, std::vector{x}, below), a),
            Value::boolean(false));
}

TEST_F(TermTest, QuantifiersOverInfiniteSortsAreNotEvaluated) {
  const Term i = integer("i");
  const Term all = m.quantify(
      Op::forall, std::vector{i}, m.make(Op::less, {i, m.integer(3)}));
  const Assignment none;
  Evaluator evaluator(none);
  EXPECT_FALSE(evaluator.evaluate(all).has_value());
  EXPECT_EQ(evaluator.why_not(),
            "the quantifier over 'i' has too many instances");
  EXPECT_EQ(evaluator.evaluate(m.logical_and(m.boolean(false), all)),
            Value::boolean(false));
}

TEST_F(TermTest, SubstitutionIsSimultaneous) {
  const Term x = integer("x");
  const Term y = integer("y");
  EXPECT_EQ(substitute(m, m.make(Op::sub, {x, y}), {{x, y}, {y, x}}),
            m.make(Op::sub, {y, x}));
  EXPECT_THROW((void)substitute(m, x, {{x, m.boolean(true)}}),
               base::InternalError);
}

TEST_F(TermTest, SubstitutionAvoidsCapture) {
  const Term p = boolean("p");
  const Term q = boolean("q");
  const Term some =
      m.quantify(Op::exists, std::vector{q}, m.make(Op::logical_xor, {p, q}));
  const Term replaced = substitute(m, some, {{p, q}});
  EXPECT_EQ(free_variables(replaced), std::vector{q});
  ASSERT_TRUE(replaced.is_quantifier());
  EXPECT_NE(replaced[0], q);
  // A bound variable is not replaced; nothing to replace, nothing renamed.
  EXPECT_EQ(substitute(m, some, {{q, p}}), some);
}

TEST_F(TermTest, AMillionOperatorsDeep) {
  constexpr int kDepth = 1'000'000;
  const Term t = deep(kDepth);
  EXPECT_EQ(dag_size(t), kDepth + 2U);
  Assignment a;
  a.set(integer("x"), Value::integer(5));
  a.set(integer("y"), Value::integer(2));
  EXPECT_EQ(evaluate(t, a), Value::integer(5));
  EXPECT_EQ(free_variables(t).size(), 2U);
  const Term z = integer("z");
  const Term replaced = substitute(m, t, {{integer("x"), z}});
  EXPECT_EQ(free_variables(replaced), (std::vector{integer("y"), z}));
  EXPECT_LE(dag_size(simplify(m, t)), dag_size(t));
  EXPECT_GT(to_smtlib(t).size(), std::size_t{kDepth});
}

TEST_F(TermTest, AMillionConjunctsFlattenInLinearTime) {
  constexpr int kDepth = 1'000'000;
  Term t = boolean("p0");
  for (int i = 1; i <= kDepth; ++i) {
    t = m.logical_and(t, boolean(("p" + std::to_string(i % 1000)).c_str()));
  }
  const Term flat = simplify(m, t);
  EXPECT_EQ(flat.operands().size(), 1000U);
}

}  // namespace
}  // namespace catenary::logic
