// SPDX-License-Identifier: Apache-2.0
/// \file
/// Property-directed reachability says of every target of random automata what
/// a walk over their tables says.
#include "engine/reach/symbolic/property_directed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>

#include "engine/reach/symbolic/candidates.h"
#include "unit/engine/reach/table_systems.h"

namespace catenary::engine::reach::test {
namespace {

using model::Reachability;
using model::StepOutcome;

MakeSolver cadical() {
  return [] { return logic::smt::make_cadical({}); };
}

/// A relation and all that it needs to stay.
struct Encoded {
  explicit Encoded(model::StepSystem s)
      : system(std::move(s)),
        encoding(system.encoder->encode(terms, {}, {})),
        relation(system, encoding, terms, {}) {}
  model::StepSystem system;
  TermManager terms;
  model::Encoding encoding;
  Relation relation;
};

bool hits(const TableMove& move, const Target& target, std::uint32_t goal) {
  switch (target.kind) {
    case Target::Kind::goal:
      return move.outcome != StepOutcome::unsupported &&
             std::count(move.hits.begin(), move.hits.end(), goal) > 0;
    case Target::Kind::crash:
      return move.outcome == StepOutcome::crashed &&
             move.text == target.event.text;
    default:
      return move.outcome == StepOutcome::unsupported;
  }
}

std::vector<bool> reachable(const Table& table) {
  std::vector<bool> seen(table.moves.size(), false);
  std::deque<unsigned> open;
  const auto take = [&](const TableMove& move) {
    if (move.outcome != StepOutcome::running || seen[move.target]) return;
    seen[move.target] = true;
    open.push_back(move.target);
  };
  for (const TableMove& move : table.initial) take(move);
  while (!open.empty()) {
    const unsigned s = open.front();
    open.pop_front();
    for (const TableMove& move : table.moves[s]) take(move);
  }
  return seen;
}

bool some_step_hits(const Table& table,
                    const Target& target,
                    std::uint32_t goal) {
  const std::vector<bool> seen = reachable(table);
  for (std::size_t s = 0; s < seen.size(); ++s) {
    for (const TableMove& move : table.moves[s]) {
      if (seen[s] && hits(move, target, goal)) return true;
    }
  }
  return false;
}

class DirectedTables : public testing::TestWithParam<unsigned> {};

TEST_P(DirectedTables, AreDecidedAsByAWalk) {
  const Table table =
      random_table(GetParam(), GetParam() % 3 == 0, 4 + GetParam());
  const Encoded e(system_of(table));
  PropertyDirected search(e.relation, {}, {}, cadical());
  for (std::uint32_t t = 0; t < e.relation.targets().size(); ++t) {
    const Target& target = e.relation.targets()[t];
    const Reachability answer = search.decide(t, {});
    ASSERT_NE(answer, Reachability::undecided) << "target " << t;
    EXPECT_EQ(answer == Reachability::reached, some_step_hits(table, target, t))
        << "target " << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, DirectedTables, testing::Range(0U, 60U));

// Two counters that only go up together; g0: they differ. Induction over single
// steps needs their equality, which the search has to find bit by bit.
model::StepSystem twins(unsigned end) {
  Description d;
  d.encode = [end](TermManager& t) {
    model::Encoding e = blank(t, {1, 1}, {4}, 1);
    const Term a = e.state[0].variable;
    const Term b = e.state[1].variable;
    const Term up = t.equal(e.inputs[0], t.bitvec(32, 1));
    const auto next = [&](Term n) {
      const Term more = t.make(Op::bv_add, {n, t.bitvec(8, 1)});
      const Term last = t.equal(n, t.bitvec(8, end));
      return t.ite(up, t.ite(last, t.bitvec(8, 0), more), n);
    };
    e.step.next[0] = next(a);
    e.step.next[1] = next(b);
    e.step.hits[0] = t.logical_not(t.equal(a, b));
    return e;
  };
  return make_system(d, {small_range("up", 2)}, 1);
}

TEST(PropertyDirected, LearnsWhatInductionNeeds) {
  const Encoded e(twins(12));
  PropertyDirected search(e.relation, {}, {}, cadical());
  EXPECT_EQ(search.decide(0, {}), Reachability::unreachable);
  EXPECT_GT(search.clauses(), 0u);
}

TEST(PropertyDirected, UsesWhatIsKnownOfAllStates) {
  Encoded e(twins(255));
  TermManager& t = e.terms;
  const Term equal =
      t.equal(e.encoding.state[0].variable, e.encoding.state[1].variable);
  const Invariants known(e.relation, {equal}, cadical(), {});
  ASSERT_EQ(known.size(), 1u);
  PropertyDirected search(e.relation, {}, {}, cadical());
  search.strengthen(known);
  EXPECT_EQ(search.decide(0, {}), Reachability::unreachable);
  EXPECT_EQ(search.clauses(), 0u);
}

TEST(PropertyDirected, GoesOnWhereItsQuestionsEnded) {
  const Encoded e(twins(12));
  PropertyDirected whole(e.relation, {}, {}, cadical());
  ASSERT_EQ(whole.decide(0, {}), Reachability::unreachable);
  PropertyDirected search(e.relation, {}, {}, cadical());
  Reachability answer = Reachability::undecided;
  int slices = 0;
  while (answer == Reachability::undecided && slices < 10'000) {
    ++slices;
    search.allow(40);
    answer = search.decide(0, {});
  }
  EXPECT_EQ(answer, Reachability::unreachable);
  EXPECT_GT(slices, 2);
}

TEST(PropertyDirected, EndsWithItsBudget) {
  const Encoded e(twins(12));
  base::Budget budget;
  budget.interrupt();
  PropertyDirected search(e.relation, {}, {}, cadical());
  EXPECT_EQ(search.decide(0, budget), Reachability::undecided);
}

TEST(Invariants, AreKeptAsFarAsTheyAreKnownInTime) {
  Encoded e(twins(12));
  base::Budget none;
  none.set_time(std::chrono::milliseconds(1));
  while (none.poll() == base::StopReason::none) {
  }
  TermManager& t = e.terms;
  const Term equal =
      t.equal(e.encoding.state[0].variable, e.encoding.state[1].variable);
  try {
    const Invariants cut(e.relation, {equal}, cadical(), none);
    EXPECT_TRUE(cut.cut_short());
    EXPECT_EQ(cut.size(), 0u);
  } catch (const base::ToolError&) {
    // The budget may end the encoding of the guesses as well.
  }
  const Invariants whole(e.relation, {equal}, cadical(), {});
  EXPECT_FALSE(whole.cut_short());
  EXPECT_EQ(whole.size(), 1u);
}

}  // namespace
}  // namespace catenary::engine::reach::test
