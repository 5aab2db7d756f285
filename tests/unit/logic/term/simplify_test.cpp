// SPDX-License-Identifier: Apache-2.0
/// \file
/// Single rules of the simplifier: what must become what.
#include "logic/term/rewrite/simplify.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/work_clock.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/traverse.h"

namespace catenary::logic {
namespace {

class SimplifyTest : public ::testing::Test {
 protected:
  void becomes(Term from, Term to) {
    const Term simple = simplify(m, from);
    EXPECT_EQ(simple, to) << to_smtlib(from) << " became " << to_smtlib(simple)
                          << ", not " << to_smtlib(to);
  }
  Term negation(Term t) { return m.logical_not(t); }
  Term bv(std::uint32_t bits) { return m.bitvec(8, bits); }

  TermManager m;
  Term p = m.variable("p", Sort::boolean());
  Term q = m.variable("q", Sort::boolean());
  Term r = m.variable("r", Sort::boolean());
  Term yes = m.boolean(true);
  Term no = m.boolean(false);
  Term i = m.variable("i", Sort::integer());
  Term j = m.variable("j", Sort::integer());
  Term a = m.variable("a", Sort::bitvec(8));
  Term b = m.variable("b", Sort::bitvec(8));
};

TEST_F(SimplifyTest, Core) {
  becomes(negation(negation(p)), p);
  becomes(m.logical_and(p, m.logical_and(q, m.logical_and(p, yes))),
          m.logical_and(p, q));
  becomes(m.logical_and(p, m.logical_and(q, negation(p))), no);
  becomes(m.logical_or(q, negation(m.logical_or(no, q))), yes);
  becomes(m.make(Op::logical_xor, {p, yes}), negation(p));
  becomes(m.implies(p, no), negation(p));
  becomes(m.equal(q, p), m.equal(p, q));
  becomes(m.equal(p, negation(p)), no);
  becomes(m.make(Op::distinct, {p, q, r}), no);
  becomes(m.make(Op::distinct, {i, j, i}), no);
}

TEST_F(SimplifyTest, Choices) {
  becomes(m.ite(p, i, i), i);
  becomes(m.ite(negation(p), i, j), m.ite(p, j, i));
  becomes(m.ite(p, m.ite(p, i, j), j), m.ite(p, i, j));
  becomes(m.ite(p, yes, no), p);
  becomes(m.ite(p, q, no), m.logical_and(p, q));
  becomes(m.ite(p, q, yes), m.implies(p, q));
  const Term choice = m.ite(p, m.integer(1), m.integer(2));
  becomes(m.equal(choice, m.integer(1)), p);
  becomes(m.equal(m.integer(2), choice), negation(p));
  becomes(m.equal(choice, m.integer(3)), no);
}

TEST_F(SimplifyTest, Numbers) {
  becomes(m.make(Op::add, {m.make(Op::add, {i, m.integer(2)}), m.integer(-2)}),
          i);
  becomes(m.make(Op::mul, {i, m.make(Op::sub, {j, j})}), m.integer(0));
  becomes(m.make(Op::int_mod, {m.integer(-7), m.integer(-3)}), m.integer(2));
  becomes(m.make(Op::int_div, {m.integer(-7), m.integer(-3)}), m.integer(3));
  becomes(m.make(Op::less, {i, i}), no);
  becomes(m.make(Op::to_int, {m.make(Op::to_real, {i})}), i);
}

TEST_F(SimplifyTest, BitVectors) {
  becomes(m.make(Op::bv_and, {a, m.make(Op::bv_not, {a})}), bv(0));
  becomes(m.make(Op::bv_xor, {bv(255), a}), m.make(Op::bv_not, {a}));
  becomes(m.make(Op::bv_shl, {a, bv(8)}), bv(0));
  becomes(m.make(Op::bv_udiv, {bv(9), bv(0)}), bv(255));
  becomes(m.make(Op::bv_ule, {a, bv(255)}), yes);
  const Term both = m.make(Op::bv_concat, {a, b});
  becomes(m.make(Op::bv_extract, {both}, {15, 8}), a);
  becomes(m.make(Op::bv_extract, {both}, {5, 2}),
          m.make(Op::bv_extract, {b}, {5, 2}));
  becomes(m.make(Op::bv_concat,
                 {m.make(Op::bv_extract, {a}, {7, 3}),
                  m.make(Op::bv_extract, {a}, {2, 0})}),
          a);
}

TEST_F(SimplifyTest, Arrays) {
  const Sort sort = Sort::array(Sort::integer(), Sort::integer());
  const Term t = m.variable("t", sort);
  const Term one = m.integer(1);
  const Term two = m.integer(2);
  const Term stored = m.make(Op::store, {t, one, i});
  becomes(m.make(Op::select, {stored, one}), i);
  becomes(m.make(Op::select, {stored, two}), m.make(Op::select, {t, two}));
  becomes(m.make(Op::store, {stored, one, j}), m.make(Op::store, {t, one, j}));
  becomes(m.make(Op::store, {t, i, m.make(Op::select, {t, i})}), t);
  becomes(m.make(Op::select, {m.const_array(sort, j), i}), j);
}

TEST_F(SimplifyTest, Floats) {
  const Term x = m.variable("x", Sort::float64());
  becomes(m.make(Op::fp_neg, {m.make(Op::fp_neg, {x})}), x);
  becomes(m.make(Op::fp_lt, {x, x}), no);
  // Not true for NaN, so it stays.
  const Term bits = m.make(Op::fp_to_bits, {x});
  becomes(m.make(Op::fp_from_bits, {bits}, {11, 53}), x);
  const Term raw = m.variable("raw", Sort::bitvec(64));
  const Term read = m.make(Op::fp_from_bits, {raw}, {11, 53});
  const Term canonical = m.make(Op::fp_to_bits, {read});
  becomes(canonical, canonical);  // raw may be any NaN
  const Term reflexive = m.make(Op::fp_eq, {x, x});
  becomes(reflexive, reflexive);
  const Term zero = m.constant(Value::float64(0.0));
  const Term sum = m.make(Op::fp_add, {x, zero});  // -0 + 0 is 0
  becomes(sum, sum);
  becomes(m.make(Op::fp_div, {m.constant(Value::float64(1)), zero}),
          m.constant(float_infinity(Sort::float64(), false)));
}

// A root that another one contains stays a term of its own.
TEST_F(SimplifyTest, SeveralTermsAreSimplifiedTogether) {
  const Term inner = m.logical_and(q, negation(negation(r)));
  const std::vector<Term> roots{
      m.logical_and(p, inner), inner, m.ite(p, i, i), yes, inner};
  const std::vector<Term> simple = Simplifier(m).simplify(roots);
  ASSERT_EQ(simple.size(), roots.size());
  EXPECT_EQ(simple[1], m.logical_and(q, r));
  EXPECT_EQ(simple[0], simplify(m, roots[0]));
  EXPECT_EQ(simple[2], i);
  EXPECT_EQ(simple[3], yes);
  EXPECT_EQ(simple[4], simple[1]);
  EXPECT_TRUE(Simplifier(m).simplify(std::vector<Term>{}).empty());
}

TEST_F(SimplifyTest, SharedConstantsDoNotMakeATermGrow) {
  // 2 and 3 are needed anyway, so 5 would be one more.
  const Term sum = m.make(Op::add, {i, m.integer(2), m.integer(3)});
  const Term t =
      m.logical_and(m.make(Op::less, {sum, m.make(Op::mul, {m.integer(2), j})}),
                    m.make(Op::less, {j, m.make(Op::mul, {m.integer(3), i})}));
  EXPECT_LE(dag_size(simplify(m, t)), dag_size(t));
}

// As for terms that are built bit by bit: each walk over all that is known
// would make the work quadratic.
TEST_F(SimplifyTest, ATermOverKnownOnesIsLittleWork) {
  Simplifier simplifier(m);
  const auto work_of = [&](Term t) {
    const auto before = base::WorkClock::now();
    (void)simplifier.simplify(t);
    return base::WorkClock::now() - before;
  };
  Term sum = a;
  for (int k = 0; k < 1'000; ++k) {
    const Term next = m.variable("x" + std::to_string(k), Sort::bitvec(8));
    sum = m.make(Op::bv_xor, {sum, next});
  }
  const auto whole = work_of(sum);
  const auto one_more = work_of(m.make(Op::bv_ult, {sum, b}));
  EXPECT_LT(100 * one_more, whole);
}

}  // namespace
}  // namespace catenary::logic
