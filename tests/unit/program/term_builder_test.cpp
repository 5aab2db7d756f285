// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rules of the term builder that would take for ever without a memory.
#include "program/encode/term/builder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "base/work_clock.h"
#include "logic/term/traverse.h"

namespace catenary::program {
namespace {

using logic::Sort;
using logic::Term;

/// After 40 exchanges under conditions each half is a choice of two values, and
/// has 2^40 paths.
TEST(TermBuilder, PutsTogetherChoicesThatShareTheirBranches) {
  logic::TermManager terms;
  TermBuilder b(terms);
  const auto variable = [&](const char* name) {
    return terms.variable(name, Sort::bitvec(16));
  };
  Term low = variable("a"), high = variable("b");
  Term other_low = variable("c"), other_high = variable("d");
  const auto exchange = [&](Term when, Term& x, Term& y) {
    const Term was = x;
    x = b.choose(when, y, x);
    y = b.choose(when, was, y);
  };
  for (int i = 0; i < 40; ++i) {
    const Term when = terms.variable("p" + std::to_string(i), Sort::boolean());
    exchange(when, low, other_low);
    exchange(when, high, other_high);
  }
  const Term whole = b.concat(high, low);
  EXPECT_EQ(TermBuilder::width(whole), 32U);
  EXPECT_LT(logic::dag_size(whole), 1'000U);
}

TEST(TermBuilder, LookingUpWhatIsKnownIsWork) {
  logic::TermManager terms;
  TermBuilder b(terms);
  const Term x = terms.variable("x", Sort::bitvec(16));
  const auto work_of_slice = [&] {
    const auto before = base::WorkClock::now();
    (void)b.extract(x, 7, 0);
    return base::WorkClock::now() - before;
  };
  const auto fresh = work_of_slice();
  const auto known = work_of_slice();
  EXPECT_GT(known.count(), 0);
  EXPECT_GT(fresh, 3 * known);
}

}  // namespace
}  // namespace catenary::program
