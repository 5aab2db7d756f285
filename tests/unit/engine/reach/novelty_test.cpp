// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is new about a state, and the search that goes where something is.
#include "engine/reach/random/novelty.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <set>

#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "unit/engine/reach/fake_systems.h"
#include "unit/engine/reach/table_systems.h"

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;
using model::StepOutcome;

model::StateScalar scalar(model::ScalarType type,
                          std::vector<std::size_t> offsets) {
  model::StateScalar s;
  s.type = type;
  s.offsets = std::move(offsets);
  return s;
}

TEST(StateUnits, AreTheNumbersTheSystemNamesAndWordsBetween) {
  model::StepSystem system;
  model::StateField field;
  field.scalars = {scalar(model::ScalarType::int64, {9}),
                   scalar(model::ScalarType::uint8, {1, 2}),
                   scalar(model::ScalarType::int32, {10}),     // overlaps
                   scalar(model::ScalarType::int32, {2000})};  // does not fit
  system.state = {field};
  const std::vector<StateUnit> named = {{0, 1},
                                        {1, 1},
                                        {2, 1},
                                        {3, 1},
                                        {4, 1},
                                        {5, 1},
                                        {6, 1},
                                        {7, 1},
                                        {8, 1},
                                        {9, 8},
                                        {17, 1},
                                        {18, 1},
                                        {19, 1}};
  EXPECT_EQ(units_of(system, 20, 100), named);
  const std::vector<StateUnit> large = units_of(system, 1024, 1024);
  ASSERT_GE(large.size(), 7u);
  EXPECT_EQ(large[3], (StateUnit{3, 4}));
  EXPECT_EQ(large[4], (StateUnit{7, 2}));
  EXPECT_EQ(large[5], (StateUnit{9, 8}));
  EXPECT_EQ(large.back().offset + large.back().bytes, 1024u);
  EXPECT_EQ(units_of(system, 20, 3),
            (std::vector<StateUnit>{{0, 5}, {5, 12}, {17, 3}}));
}

TEST(StateUnits, OfManyBytesDifferInAnyOfThem) {
  const StateUnit unit{1, 12};
  std::array<std::byte, 14> state{};
  const std::uint64_t before = unit.value(state.data());
  for (std::size_t i = 0; i < state.size(); ++i) {
    state[i] = std::byte{1};
    const bool inside = i >= 1 && i < 13;
    EXPECT_EQ(unit.value(state.data()) != before, inside) << i;
    state[i] = std::byte{0};
  }
}

TEST(FingerprintSet, AgreesWithASetUntilItIsFull) {
  std::mt19937_64 random(5);
  FingerprintSet set(20'000);
  std::set<std::uint64_t> expected;
  while (expected.size() < 20'000) {
    const std::uint64_t x = random() % 40'000 * 0x9e3779b97f4a7c15;
    if (x == 0) continue;  // counts as 1
    ASSERT_EQ(set.insert(x), expected.insert(x).second);
  }
  EXPECT_EQ(set.size(), 20'000u);
  for (std::uint64_t i = 1; i < 40'000; ++i) {
    EXPECT_FALSE(set.insert(i * 0x9e3779b97f4a7c15));
  }
}

TEST(Novelty, TakesTheUnitWithTheFewestValues) {
  Novelty novelty({{0, 1}, {1, 1}}, 1000);
  std::array<std::byte, 2> a{};
  std::array<std::byte, 2> b{};
  // The first one changes at every fifth step, the second one at every step.
  std::uint64_t part = 0;
  for (int i = 1; i < 20; ++i) {
    a = b;
    b[0] = static_cast<std::byte>(i / 5);
    b[1] = static_cast<std::byte>(i);
    part = novelty.observe(0, 3, a.data(), b.data());
    // Steps 5, 10 and 15 change other places than the rest.
    constexpr std::uint64_t kPart = 1;
    const std::uint32_t lane = novelty.lane_of(kPart, 3, b.data());
    if (i > 5) {
      EXPECT_EQ(lane, i % 5 == 0 ? 1u : 2u) << i;
    }
    EXPECT_EQ(novelty.lane_of(kPart, 3, b.data()), Novelty::kNothing);
  }
  const std::uint64_t same = novelty.observe(0, 3, a.data(), b.data());
  EXPECT_EQ(same, part);
  const std::uint64_t behaviour = 1;
  // Elsewhere it is new, though nothing in it is.
  EXPECT_NE(novelty.lane_of(behaviour + 1, 3, b.data()), Novelty::kNothing);
  EXPECT_NE(novelty.lane_of(behaviour, 4, b.data()), Novelty::kNothing);
}

// Counters that each count one letter, up to a goal each: the letters of a
// counter count only after the two letters before it in a row, so that no
// counter gets far by chance. The product of the counters is out of reach.
FakeProgram counters(int count, int top) {
  FakeProgram program;
  program.goals = static_cast<std::size_t>(count);
  program.state_bytes = static_cast<std::size_t>(count) + 1;
  program.step = [=](auto& state, const auto& in) {
    Effect effect;
    const int letter = in.at(0);
    if (letter < count) {
      state.back() = static_cast<std::uint8_t>(letter + 1);
    } else if (state.back() != 0) {
      const auto c = static_cast<std::size_t>(state.back() - 1);
      state.back() = 0;
      if (state[c] < top) ++state[c];
      if (state[c] == top) {
        effect.hits.push_back(static_cast<std::uint32_t>(c));
        effect.outcome = StepOutcome::ended;
      }
    }
    return effect;
  };
  return program;
}

TEST(NoveltySearch, SeesEachOfManyCountersToItsEnd) {
  constexpr int kCounters = 12;
  constexpr int kTop = 40;
  const model::StepSystem system =
      make_system(counters(kCounters, kTop), {kCounters + 1});
  const Result result =
      NoveltyEngine({.patience_steps = 2'000'000}).explore(system, {}, {}, {});
  EXPECT_EQ(result.stop, Stop::goals);
  EXPECT_LT(result.transitions, 1'000'000u);
  for (const GoalReport& goal : result.goals) {
    EXPECT_EQ(goal.result.status, GoalStatus::covered);
    EXPECT_GE(goal.result.depth, 2 * kTop);
    EXPECT_FALSE(goal.shortest);
    EXPECT_NE(goal.result.reason.find("perhaps not a shortest"),
              std::string::npos);
  }
  Result confirmed = result;
  confirm(system, confirmed, {}, {});
  for (const GoalReport& goal : confirmed.goals) {
    EXPECT_EQ(goal.result.trust, model::Trust::replayed);
  }
}

TEST(NoveltySearch, EndsByItsPatience) {
  const model::StepSystem system = make_system(counters(12, 200), {13});
  const Result result =
      NoveltyEngine({.patience_steps = 3'000}).explore(system, {}, {}, {});
  EXPECT_EQ(result.stop, Stop::patience);
  EXPECT_LT(result.transitions, 4'000u);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::not_within_bound);
  EXPECT_EQ(result.goals[0].result.depth, 0);
}

TEST(NoveltySearch, TakesNoRunLongerThanAsked) {
  const model::StepSystem system = make_system(counters(2, 5), {3});
  Options options;
  options.max_steps = 9;
  const Result short_of = NoveltyEngine().explore(system, options, {}, {});
  EXPECT_EQ(short_of.stop, Stop::steps);
  EXPECT_FALSE(short_of.closed);
  EXPECT_EQ(short_of.goals[0].result.status, GoalStatus::not_within_bound);
  options.max_steps = 200;
  const Result enough = NoveltyEngine().explore(system, options, {}, {});
  EXPECT_EQ(enough.goals[0].result.status, GoalStatus::covered);
}

TEST(NoveltySearch, TriesAllOfManyLetters) {
  // More letters than one turn tries; the last one of each state leads on.
  FakeProgram program;
  program.goals = 2;
  program.step = [](auto& state, const auto& in) {
    Effect effect;
    if (in.at(0) == 999) ++state[0];
    if (state[0] == 9) effect.hits.push_back(0);
    if (state[0] == 9) effect.outcome = StepOutcome::ended;
    return effect;
  };
  const Result result =
      NoveltyEngine().explore(make_system(program, {1000}), {}, {}, {});
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 9);
  // All states were met, so that what was not hit cannot be.
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  EXPECT_EQ(result.transitions, 9'000u);
}

TEST(NoveltySearch, NamesTheRunThatKilledIt) {
  FakeProgram program = counters(3, 20);
  const StepFunction step = program.step;
  program.step = [step](auto& state, const auto& in) {
    if (state[1] == 7) {
      std::signal(SIGSEGV, SIG_DFL);
      std::raise(SIGSEGV);
    }
    return step(state, in);
  };
  const Result result =
      NoveltyEngine().explore(make_system(program, {4}), {}, {}, {});
  EXPECT_EQ(result.stop, Stop::died);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].outcome, StepOutcome::crashed);
  EXPECT_GE(result.findings[0].trace.steps.size(), 15u);
}

TEST(NoveltySearch, StopsWhereMemoryEnds) {
  Options options;
  options.memory_bytes = 3 << 20;
  const model::StepSystem system = make_system(counters(12, 250), {13});
  const Result result = NoveltyEngine().explore(system, options, {}, {});
  EXPECT_EQ(result.stop, Stop::memory);
}

class NoveltyTables : public testing::TestWithParam<unsigned> {};

// Where it meets every state, it hits what there is, by runs that replay.
TEST_P(NoveltyTables, HitWhatTheExplicitEngineHits) {
  const model::StepSystem system =
      system_of(random_table(3000 + GetParam(), GetParam() % 3 == 0, 200));
  const Result expected = ExplicitEngine().explore(system, {}, {}, {});
  Result result = NoveltyEngine().explore(system, {}, {}, {});
  EXPECT_EQ(result.complete_depth, 0u);
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    const GoalReport& a = expected.goals[g];
    const GoalReport& b = result.goals[g];
    const bool covered = a.result.status == GoalStatus::covered;
    EXPECT_EQ(b.result.status == GoalStatus::covered, covered);
    if (covered) {
      EXPECT_GE(b.result.depth, a.result.depth);
      EXPECT_EQ(b.trace->steps.size(),
                static_cast<std::size_t>(b.result.depth));
    }
    if (result.stop == Stop::none) {
      EXPECT_EQ(b.result.status, a.result.status);
    }
  }
  if (result.stop == Stop::none) {
    EXPECT_EQ(result.states, expected.states);
    EXPECT_EQ(result.transitions, expected.transitions);
    EXPECT_EQ(result.findings.size(), expected.findings.size());
  } else {
    EXPECT_EQ(result.stop, Stop::goals);
  }
  const Result again = NoveltyEngine().explore(system, {}, {}, {});
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    EXPECT_EQ(again.goals[g].result.depth, result.goals[g].result.depth);
  }
  confirm(system, result, {}, {});
  for (const GoalReport& goal : result.goals) {
    if (goal.result.status != GoalStatus::covered) continue;
    EXPECT_EQ(goal.result.trust, model::Trust::replayed);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NoveltyTables, testing::Range(0U, 40U));

}  // namespace
}  // namespace catenary::engine::reach::test
