// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operations on sets of numbers against membership, point by point.
#include "logic/arithmetic/number_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "logic/arithmetic/pick.h"

namespace catenary::logic {
namespace {

NumberSet random_set() {
  NumberSet out;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    const int lo = *rc::gen::inRange(-6, 6);
    const int hi = lo + *rc::gen::inRange(0, 4);
    const bool lo_open = *rc::gen::arbitrary<bool>();
    const bool hi_open = *rc::gen::arbitrary<bool>();
    out = out.united(NumberSet::interval(
        mpq_class(lo) / 2, lo_open, mpq_class(hi) / 2, hi_open));
  }
  if (*rc::gen::inRange(0, 4) == 0) {
    out = out.united(NumberSet::at_least(*rc::gen::inRange(-3, 6)));
  }
  return out;
}

RC_GTEST_PROP(NumberSet, OperationsArePointwise, ()) {
  const NumberSet a = random_set();
  const NumberSet b = random_set();
  for (int i = -24; i <= 32; ++i) {
    const mpq_class x = mpq_class(i) / 4;
    RC_ASSERT(a.united(b).contains(x) == (a.contains(x) || b.contains(x)));
    RC_ASSERT(a.intersected(b).contains(x) == (a.contains(x) && b.contains(x)));
    RC_ASSERT(a.complement().contains(x) == !a.contains(x));
  }
  RC_ASSERT(a.complement().complement() == a);
}

RC_GTEST_PROP(NumberSet, IntegersOfASet, ()) {
  const NumberSet set = random_set();
  const NumberSet whole = set.integers();
  for (int x = -20; x <= 20; ++x) {
    RC_ASSERT(whole.contains(x) == set.contains(x));
  }
  for (std::size_t i = 0; i < whole.intervals().size(); ++i) {
    const NumberInterval& part = whole.intervals()[i];
    RC_ASSERT((!part.lo || (!part.lo_open && part.lo->get_den() == 1)));
    RC_ASSERT((!part.hi || (!part.hi_open && part.hi->get_den() == 1)));
    RC_ASSERT((i == 0 || *whole.intervals()[i - 1].hi + 1 < *part.lo));
  }
}

TEST(NumberSet, Choices) {
  base::Rng rng(1);
  const auto chosen = [&rng](const NumberSet& set, Pick how, bool integral) {
    const auto x = pick(set, integral, how, rng);
    return x ? x->get_str() : "nothing";
  };
  const auto above = NumberSet::interval(mpq_class(1, 3), true, {}, true);
  EXPECT_EQ(chosen(above, Pick::least, false), "103/300");
  EXPECT_EQ(chosen(above, Pick::least, true), "1");
  EXPECT_EQ(chosen(above, Pick::greatest, false), "1");
  EXPECT_EQ(chosen(above, Pick::simplest, false), "1");
  const auto below = NumberSet::interval({}, true, mpq_class(-5, 2), false);
  EXPECT_EQ(chosen(below, Pick::simplest, false), "-5/2");
  EXPECT_EQ(chosen(below, Pick::least, false), "-5/2");
  EXPECT_EQ(chosen(below, Pick::simplest, true), "-3");
  EXPECT_EQ(chosen(below.united(NumberSet::at_least(2)), Pick::simplest, false),
            "2");
  EXPECT_EQ(chosen(NumberSet::point(mpq_class(1, 2)), Pick::any, true),
            "nothing");
  EXPECT_EQ(chosen(NumberSet(), Pick::any, false), "nothing");
  EXPECT_EQ(chosen(NumberSet::all(), Pick::greatest, false), "0");
  // Anything in a long interval can be drawn, not its ends only.
  const auto wide = NumberSet::interval(0, false, 1'000'000, false);
  int far = 0;
  for (int i = 0; i < 100; ++i) {
    const auto x = pick(wide, true, Pick::any, rng);
    far += *x > 10'000 && *x < 990'000 ? 1 : 0;
  }
  EXPECT_GT(far, 20);
}

TEST(NumberSet, SaysWhatItIs) {
  NumberSet s = NumberSet::interval(mpq_class(0), false, mpq_class(5), true);
  EXPECT_EQ(s.to_string(), "[0, 5)");
  EXPECT_EQ(s.united(NumberSet::point(5)).to_string(), "[0, 5]");
  EXPECT_EQ(s.united(NumberSet::point(7)).to_string(), "[0, 5) or 7");
  EXPECT_EQ(NumberSet().to_string(), "nothing");
  EXPECT_EQ(NumberSet::all().to_string(), "(-∞, ∞)");
  EXPECT_EQ(s.to_string([](const mpq_class& x) { return "<" + x.get_str(); }),
            "[<0, <5)");
  EXPECT_FALSE(s.reaches_beyond(5));
  EXPECT_EQ(s.integer_up_to(100), 4);
  EXPECT_EQ(NumberSet::interval(mpq_class(1, 4), false, mpq_class(3, 4), false)
                .integer_from(-10),
            std::nullopt);
}

}  // namespace
}  // namespace catenary::logic
