// SPDX-License-Identifier: Apache-2.0
#include "logic/term/traverse.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/work_clock.h"
#include "logic/term/term.h"

namespace catenary::logic {
namespace {

TEST(ChosenConstants, AreThoseOfNestedChoices) {
  TermManager m;
  const Term p = m.variable("p", Sort::boolean());
  const Term q = m.variable("q", Sort::boolean());
  const auto number = [&m](long n) { return m.bitvec(8, n); };
  const Term inner = m.make(Op::ite, {p, number(1), number(2)});
  const Term outer = m.make(Op::ite, {q, inner, number(7)});
  const auto all = chosen_constants(outer);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), 3U);
  for (const Term t : *all) EXPECT_TRUE(t.is_constant());
  EXPECT_EQ(chosen_constants(number(3)), std::vector{number(3)});
}

TEST(ChosenConstants, AreNotKnownWhereAVariableIsChosen) {
  TermManager m;
  const Term p = m.variable("p", Sort::boolean());
  const Term x = m.variable("x", Sort::bitvec(8));
  EXPECT_FALSE(chosen_constants(x));
  EXPECT_FALSE(chosen_constants(m.make(Op::ite, {p, m.bitvec(8, 1), x})));
}

/// A sum of so many different variables.
Term sum_of(TermManager& m, int variables) {
  Term sum = m.variable("x0", Sort::bitvec(8));
  for (int i = 1; i < variables; ++i) {
    const Term next = m.variable("x" + std::to_string(i), Sort::bitvec(8));
    sum = m.make(Op::bv_add, {sum, next});
  }
  return sum;
}

template <typename Walk>
base::WorkClock::duration work_of(const Walk& walk) {
  const auto before = base::WorkClock::now();
  walk();
  return base::WorkClock::now() - before;
}

TEST(Walks, AreWorkByTheNumberOfTheirTerms) {
  TermManager m;
  const Term small = sum_of(m, 50);
  const Term large = sum_of(m, 500);
  const auto subterms_of = [](Term t) {
    return work_of([t] { (void)dag_size(t); });
  };
  const auto variables_of = [](Term t) {
    return work_of([t] { (void)free_variables(t); });
  };
  EXPECT_GT(subterms_of(small).count(), 0);
  EXPECT_GE(subterms_of(large), 10 * subterms_of(small));
  EXPECT_GT(variables_of(small).count(), 0);
  EXPECT_GE(variables_of(large), 10 * variables_of(small));
}

}  // namespace
}  // namespace catenary::logic
