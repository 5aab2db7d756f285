// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variables replaced by terms: what comes of it, and the work that it is.
#include "engine/classes/replacement.h"

#include <gtest/gtest.h>

#include <string>

#include "base/work_clock.h"

namespace catenary::engine::classes {
namespace {

using logic::Op;
using logic::Sort;
using logic::Term;

class ReplacementTest : public testing::Test {
 protected:
  Term variable(int number) {
    return m_.variable("x" + std::to_string(number), Sort::bitvec(8));
  }
  Term sum_of(int variables) {
    Term sum = variable(0);
    for (int i = 1; i < variables; ++i) {
      sum = m_.make(Op::bv_add, {sum, variable(i)});
    }
    return sum;
  }

  logic::TermManager m_;
  logic::Simplifier simplifier_{m_};
};

TEST_F(ReplacementTest, ReplacesAndSimplifies) {
  Replacement by(m_, simplifier_);
  by.set(variable(0), m_.bitvec(8, 3));
  by.set(variable(1), m_.bitvec(8, 4));
  EXPECT_EQ(by(sum_of(2)), m_.bitvec(8, 7));
}

TEST_F(ReplacementTest, IsWorkByTheNumberOfTerms) {
  const auto work_of = [&](int variables) {
    const Term sum = sum_of(variables);
    Replacement by(m_, simplifier_);
    by.set(variable(0), m_.bitvec(8, 3));
    const auto before = base::WorkClock::now();
    (void)by(sum);
    return base::WorkClock::now() - before;
  };
  EXPECT_GT(work_of(10).count(), 0);
  EXPECT_GT(work_of(400), 20 * work_of(10));
}

}  // namespace
}  // namespace catenary::engine::classes
