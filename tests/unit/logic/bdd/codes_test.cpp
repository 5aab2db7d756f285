// SPDX-License-Identifier: Apache-2.0
#include "logic/bdd/codes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::logic::bdd {
namespace {

/// x: -3..4, y: 0..2, e: one of three, b: Bool, and random terms over them.
struct Fixture {
  Fixture() {
    names = std::make_shared<Enumeration>(
        Enumeration{"Colour", {"red", "green", "blue"}});
    x = terms.variable("x", Sort::integer());
    y = terms.variable("y", Sort::integer());
    e = terms.variable("e", Sort::enumeration(names));
    b = terms.variable("b", Sort::boolean());
    codes.add(x, {-3, 4}, {0, 2, 4});
    codes.add(y, {0, 2}, {1, 3});
    codes.add(e, {0, 2}, {5, 6});
    codes.add(b, {0, 1}, {7});
  }

  Term number(base::Rng& rng, int depth) {
    if (depth == 0) {
      const std::uint64_t kind = rng.below(3);
      if (kind == 0) return x;
      if (kind == 1) return y;
      return terms.integer(static_cast<long long>(rng.below(11)) - 5);
    }
    const Term l = number(rng, depth - 1);
    const Term r = number(rng, depth - 1);
    switch (rng.below(6)) {
      case 0:
        return terms.make(Op::add, {l, r});
      case 1:
        return terms.make(Op::sub, {l, r});
      case 2:
        return terms.make(Op::mul, {l, r});
      case 3:
        return terms.make(Op::neg, {l});
      case 4:
        return terms.make(Op::abs, {l});
      default:
        return terms.ite(terms.make(Op::less, {l, r}), r, b_or(l));
    }
  }
  Term b_or(Term number) { return terms.ite(b, number, x); }

  Term boolean(base::Rng& rng, int depth) {
    const std::uint64_t kind = rng.below(depth == 0 ? 4 : 9);
    if (kind == 0) return b;
    if (kind == 1) {
      return terms.equal(e,
                         terms.constant(Value::enumerator(
                             names, static_cast<std::uint32_t>(rng.below(3)))));
    }
    const Term l = kind < 4 ? number(rng, 2) : boolean(rng, depth - 1);
    const Term r = kind < 4 ? number(rng, 2) : boolean(rng, depth - 1);
    switch (kind) {
      case 2:
        return terms.make(rng.below(2) == 0 ? Op::less : Op::less_equal,
                          {l, r});
      case 3:
        return terms.make(rng.below(2) == 0 ? Op::equal : Op::distinct, {l, r});
      case 4:
        return terms.logical_and(l, r);
      case 5:
        return terms.logical_or(l, terms.logical_not(r));
      case 6:
        return terms.make(Op::logical_xor, {l, r});
      case 7:
        return terms.implies(l, r);
      default:
        return terms.ite(b, l, r);
    }
  }

  TermManager terms;
  std::shared_ptr<Enumeration> names;
  Manager manager{base::Budget()};
  Codes codes{manager};
  Term x, y, e, b;
};

RC_GTEST_PROP(Codes, AgreeWithTheEvaluator, (std::uint32_t seed)) {
  Fixture f;
  base::Rng rng(seed);
  const Term term = f.boolean(rng, 3);
  const Bdd bdd = f.codes.encode(term);
  for (int x = -3; x <= 4; ++x) {
    for (int y = 0; y <= 2; ++y) {
      for (std::uint32_t e = 0; e < 3; ++e) {
        for (const bool b : {false, true}) {
          Assignment values;
          values.set(f.x, Value::integer(x));
          values.set(f.y, Value::integer(y));
          values.set(f.e, Value::enumerator(f.names, e));
          values.set(f.b, Value::boolean(b));
          Bdd point = f.manager.constant(true);
          for (const auto& [v, value] : values.values()) {
            point = point & f.codes.is(v, value);
          }
          RC_ASSERT(!point.is_false());
          RC_ASSERT(point.implies(bdd) == evaluate(term, values)->as_bool());
          const auto picked = f.manager.pick(point);
          for (const auto& [v, value] : values.values()) {
            RC_ASSERT(f.codes.value(v, *picked) == value);
          }
        }
      }
    }
  }
}

TEST(Codes, DomainLeavesOutWhatIsNoValue) {
  Fixture f;
  EXPECT_TRUE(f.codes.domain(f.x).is_true());
  EXPECT_TRUE(f.codes.domain(f.b).is_true());
  const Bdd three = f.manager.variable(1) & f.manager.variable(3);
  EXPECT_EQ(f.codes.domain(f.y), !three);
  // Beyond the bounds the code still means a number.
  EXPECT_EQ(f.codes.encode(f.terms.equal(f.y, f.terms.integer(3))), three);
}

TEST(Codes, RefuseWhatHasNoDiagram) {
  Fixture f;
  const Term real = f.terms.variable("r", Sort::real());
  EXPECT_THROW((void)f.codes.encode(f.terms.make(
                   Op::less, {real, f.terms.constant(Value::real(0))})),
               std::exception);
  const Term division = f.terms.make(Op::int_div, {f.x, f.y});
  EXPECT_THROW(
      (void)f.codes.encode(f.terms.equal(division, f.terms.integer(1))),
      Unsupported);
  EXPECT_THROW((void)code_width({INT64_MIN, INT64_MAX}), Unsupported);
}

TEST(NearOrder, PutsGroupsTogether) {
  // A chain 0-5-1-4-2-3 is laid out as one.
  const std::vector<std::vector<std::uint32_t>> groups{
      {0, 5}, {5, 1}, {1, 4}, {4, 2}, {2, 3}};
  const std::vector<std::uint32_t> order = near_order(6, groups);
  std::vector<std::uint32_t> place(6);
  for (std::uint32_t i = 0; i < 6; ++i) place[order[i]] = i;
  std::uint32_t span = 0;
  for (const auto& g : groups) {
    span += place[g[0]] > place[g[1]] ? place[g[0]] - place[g[1]]
                                      : place[g[1]] - place[g[0]];
  }
  EXPECT_LE(span, 9U);  // as it stands: 5 + 4 + 3 + 2 + 1
}

}  // namespace
}  // namespace catenary::logic::bdd
