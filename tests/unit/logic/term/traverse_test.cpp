// SPDX-License-Identifier: Apache-2.0
#include "logic/term/traverse.h"

#include <gtest/gtest.h>

#include <vector>

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

}  // namespace
}  // namespace catenary::logic
