// SPDX-License-Identifier: Apache-2.0
#include "logic/bdd/bdd.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"

namespace catenary::logic::bdd {
namespace {

constexpr std::uint32_t kVariables = 6;
constexpr std::uint32_t kRows = 1U << kVariables;

/// A diagram and its truth table, which must always agree.
struct Pair {
  Bdd bdd;
  std::vector<bool> table;
};

std::vector<bool> values_of(std::uint32_t row) {
  std::vector<bool> out;
  for (std::uint32_t v = 0; v < kVariables; ++v)
    out.push_back((row >> v & 1) != 0);
  return out;
}

Pair leaf(Manager& m, std::uint32_t v) {
  Pair out{m.variable(v), {}};
  for (std::uint32_t r = 0; r < kRows; ++r)
    out.table.push_back((r >> v & 1) != 0);
  return out;
}

Pair random_function(Manager& m, base::Rng& rng, int operations) {
  std::vector<Pair> pool;
  for (std::uint32_t v = 0; v < kVariables; ++v) pool.push_back(leaf(m, v));
  for (int i = 0; i < operations; ++i) {
    const Pair& a = pool[rng.below(pool.size())];
    const Pair& b = pool[rng.below(pool.size())];
    const Pair& c = pool[rng.below(pool.size())];
    Pair out;
    const std::uint64_t kind = rng.below(5);
    out.bdd = kind == 0   ? a.bdd & b.bdd
              : kind == 1 ? a.bdd | b.bdd
              : kind == 2 ? a.bdd ^ b.bdd
              : kind == 3 ? !a.bdd
                          : m.ite(a.bdd, b.bdd, c.bdd);
    for (std::uint32_t r = 0; r < kRows; ++r) {
      const bool x = a.table[r];
      const bool y = b.table[r];
      out.table.push_back(kind == 0   ? x && y
                          : kind == 1 ? x || y
                          : kind == 2 ? x != y
                          : kind == 3 ? !x
                          : x         ? y
                                      : bool(c.table[r]));
    }
    pool.push_back(out);
  }
  return pool.back();
}

void same(Manager& m, const Bdd& f, const std::vector<bool>& table) {
  for (std::uint32_t r = 0; r < kRows; ++r) {
    RC_ASSERT(m.evaluate(f, values_of(r)) == table[r]);
  }
}

std::vector<bool> some(const std::vector<bool>& table, std::uint32_t mask) {
  std::vector<bool> out(kRows);
  for (std::uint32_t r = 0; r < kRows; ++r) {
    for (std::uint32_t s = 0; s < kRows; ++s) {
      if ((r & ~mask) == (s & ~mask) && table[s]) out[r] = true;
    }
  }
  return out;
}

RC_GTEST_PROP(Bdd, OperationsAreThoseOfTruthTables, (std::uint32_t seed)) {
  Manager m{base::Budget()};
  base::Rng rng(seed);
  const Pair f = random_function(m, rng, 30);
  const Pair g = random_function(m, rng, 30);
  same(m, f.bdd, f.table);
  const auto mask = static_cast<std::uint32_t>(rng.below(kRows));
  std::vector<std::uint32_t> bound;
  for (std::uint32_t v = 0; v < kVariables; ++v) {
    if ((mask >> v & 1) != 0) bound.push_back(v);
  }
  const Bdd cube = m.cube(bound);
  same(m, m.exists(f.bdd, cube), some(f.table, mask));
  std::vector<bool> both(kRows);
  for (std::uint32_t r = 0; r < kRows; ++r) both[r] = f.table[r] && g.table[r];
  same(m, m.and_exists(f.bdd, g.bdd, cube), some(both, mask));
  RC_ASSERT(m.and_exists(f.bdd, g.bdd, cube) == m.exists(f.bdd & g.bdd, cube));
  RC_ASSERT(m.forall(f.bdd, cube) == !m.exists(!f.bdd, cube));
  RC_ASSERT((f.bdd == g.bdd) == (f.table == g.table));
  RC_ASSERT(f.bdd.implies(g.bdd) == ((!f.bdd) | g.bdd).is_true());
  const auto picked = m.pick(f.bdd);
  RC_ASSERT(picked.has_value() == !f.bdd.is_false());
  if (picked) {
    std::vector<bool> values(kVariables);
    for (const auto& [v, value] : *picked) values[v] = value;
    RC_ASSERT(m.evaluate(f.bdd, values));
  }
}

RC_GTEST_PROP(Bdd, RenamesAnyWay, (std::uint32_t seed)) {
  Manager m{base::Budget()};
  base::Rng rng(seed);
  const Pair f = random_function(m, rng, 30);
  std::map<std::uint32_t, std::uint32_t> mapping;
  std::vector<std::uint32_t> to{0, 1, 2, 3, 4, 5};
  for (std::uint32_t v = kVariables; v-- > 1;) {
    std::swap(to[v], to[rng.below(v + 1)]);
  }
  for (std::uint32_t v = 0; v < kVariables; ++v) mapping[v] = to[v];
  const Bdd g = m.rename(f.bdd, mapping);
  for (std::uint32_t r = 0; r < kRows; ++r) {
    std::vector<bool> moved(kVariables);
    for (std::uint32_t v = 0; v < kVariables; ++v)
      moved[to[v]] = (r >> v & 1) != 0;
    RC_ASSERT(m.evaluate(g, moved) == f.table[r]);
  }
}

RC_GTEST_PROP(Bdd, CollectionKeepsWhatHasAHandle, (std::uint32_t seed)) {
  Manager m{base::Budget()};
  base::Rng rng(seed);
  const Pair f = random_function(m, rng, 40);
  const std::size_t size = m.size(f.bdd);
  m.collect();
  RC_ASSERT(m.nodes() == size);
  same(m, f.bdd, f.table);
  // What is built again is the same diagram: equality still means equality.
  base::Rng again(seed);
  RC_ASSERT(random_function(m, again, 40).bdd == f.bdd);
}

/// x0 <-> x(n) and x1 <-> x(n+1) and …: 2^n nodes in this order.
Bdd wide(Manager& m, std::uint32_t n) {
  Bdd out = m.constant(true);
  for (std::uint32_t i = 0; i < n; ++i) {
    out = out & !(m.variable(i) ^ m.variable(i + n));
  }
  return out;
}

TEST(Bdd, ALimitLeavesTheManagerSound) {
  base::Budget budget;
  budget.set_memory(1 << 20);
  Manager m(budget);
  try {
    (void)wide(m, 24);
    FAIL() << "a megabyte was enough";
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.reason(), base::StopReason::memory);
  }
  EXPECT_LE(m.nodes(), m.max_nodes());
  const Bdd both = m.variable(0) & m.variable(1);
  EXPECT_FALSE(both.is_false());
  EXPECT_TRUE(m.evaluate(both, {true, true}));
  EXPECT_FALSE(m.evaluate(both, {true, false}));
  Manager fresh{base::Budget()};
  EXPECT_EQ(m.size(wide(m, 5)), fresh.size(wide(fresh, 5)));
}

TEST(Bdd, AnInterruptEndsAnOperation) {
  base::Budget budget;
  Manager m(budget);
  budget.interrupt();
  try {
    (void)wide(m, 20);
    FAIL() << "nobody polled";
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.reason(), base::StopReason::interrupt);
  }
}

TEST(Bdd, SplitsAtItsFirstVariable) {
  Manager m{base::Budget()};
  const Bdd f = !((m.variable(2) & m.variable(4)) | !m.variable(3));
  const auto parts = m.split(f);
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->variable, 2U);
  EXPECT_EQ(m.ite(m.variable(2), parts->high, parts->low), f);
  EXPECT_EQ(parts->low, m.variable(3));
  EXPECT_FALSE(m.split(m.constant(true)).has_value());
  EXPECT_FALSE(m.split(m.constant(false)).has_value());
}

TEST(Bdd, SupportIsWhatMatters) {
  Manager m{base::Budget()};
  const Bdd f =
      (m.variable(3) & m.variable(1)) | ((!m.variable(3)) & m.variable(1));
  EXPECT_EQ(m.support(f), std::vector<std::uint32_t>{1});
  EXPECT_TRUE(m.support(m.constant(true)).empty());
}

}  // namespace
}  // namespace catenary::logic::bdd
