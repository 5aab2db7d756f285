// SPDX-License-Identifier: Apache-2.0
#include "app/generate/pair_goals.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>

#include "engine/reach/engine.h"

namespace catenary::app {
namespace {

using model::GoalResult;
using model::GoalStatus;
using model::PairGoal;
using Numbers = std::vector<std::uint32_t>;

model::StepSystem system_of(std::size_t vectors,
                            std::vector<PairGoal> pair_goals) {
  model::StepSystem s;
  s.goals.resize(vectors);
  for (std::size_t g = 0; g < vectors; ++g) {
    s.goals[g].id = "v" + std::to_string(g);
    s.goals[g].kind = model::GoalKind::vector;
  }
  s.pair_goals = std::move(pair_goals);
  return s;
}

PairGoal pairs(std::vector<std::pair<std::uint32_t, std::uint32_t>> list) {
  PairGoal g;
  g.pairs = std::move(list);
  return g;
}

GoalResult result(GoalStatus status, std::int64_t depth = 1) {
  GoalResult r;
  r.status = status;
  r.trust = model::Trust::replayed;
  r.reason = "because";
  r.depth = depth;
  return r;
}

TEST(PairGoals, ChoosesTheFewestHits) {
  // a: 0-1 or 2-3; b: only 2-3; so 2 and 3 do for both.
  const auto s = system_of(4, {pairs({{0, 1}, {2, 3}}), pairs({{2, 3}})});
  const std::vector<GoalResult> all(4, result(GoalStatus::covered));
  const VectorChoice choice = choose_vectors(s, all);
  EXPECT_EQ(choice.goals, (Numbers{2, 3}));
  EXPECT_EQ(choice.needed, (Numbers{2, 3}));
}

TEST(PairGoals, OfAsFewHitsChoosesTheShorterRuns) {
  const auto s = system_of(4, {pairs({{0, 1}, {0, 2}})});
  std::vector<GoalResult> all(4, result(GoalStatus::covered, 9));
  all[2].depth = 2;
  const VectorChoice choice = choose_vectors(s, all);
  EXPECT_EQ(choice.goals, (Numbers{0, 2}));
  EXPECT_EQ(choice.needed, (Numbers{0}));
  EXPECT_FALSE(choice.is_forced());
}

TEST(PairGoals, GivenHitsCostNothingAndAreNotChosen) {
  const auto s = system_of(4, {pairs({{0, 1}, {2, 3}}), pairs({{1, 2}})});
  const std::vector<GoalResult> all(4, result(GoalStatus::covered));
  EXPECT_EQ(choose_vectors(s, all, {0, 1}).goals, (Numbers{2}));
}

TEST(PairGoals, AGoalIsUnreachableOnlyWhereEveryPairIs) {
  const auto s = system_of(4, {pairs({{0, 1}, {2, 3}})});
  std::vector<GoalResult> r(4, result(GoalStatus::covered));
  const auto status = [&] {
    return result_of(s.pair_goals[0], s.goals, r).status;
  };
  EXPECT_EQ(status(), GoalStatus::covered);
  r[0] = result(GoalStatus::unreachable);
  EXPECT_EQ(status(), GoalStatus::covered);
  r[3] = result(GoalStatus::undecided);
  EXPECT_EQ(status(), GoalStatus::undecided);
  r[3] = result(GoalStatus::not_within_bound, 7);
  EXPECT_EQ(status(), GoalStatus::not_within_bound);
  EXPECT_EQ(result_of(s.pair_goals[0], s.goals, r).depth, 7);
  r[3] = result(GoalStatus::unreachable);
  EXPECT_EQ(status(), GoalStatus::unreachable);
}

TEST(PairGoals, DepthIsThatOfAShortestPairUnlessTheReasonSaysOtherwise) {
  const auto s = system_of(4, {pairs({{0, 1}, {2, 3}})});
  std::vector<GoalResult> r = {result(GoalStatus::covered, 3),
                               result(GoalStatus::covered, 5),
                               result(GoalStatus::covered, 9),
                               result(GoalStatus::unreachable)};
  const auto is_exact = [&] {
    return !engine::reach::may_be_shorter(
        result_of(s.pair_goals[0], s.goals, r));
  };
  EXPECT_EQ(result_of(s.pair_goals[0], s.goals, r).depth, 5);
  EXPECT_TRUE(is_exact());
  // The pair needs the five steps of the other hit all the same.
  r[0].reason = engine::reach::hit_text(3, false);
  EXPECT_TRUE(is_exact());
  r[1].reason = engine::reach::hit_text(5, false);
  EXPECT_FALSE(is_exact());
  r[1].reason = engine::reach::hit_text(5, true);
  // The other pair may be shown with fewer.
  r[2].reason = engine::reach::hit_text(9, false);
  r[3] = result(GoalStatus::undecided);
  EXPECT_FALSE(is_exact());
  r[3] = result(GoalStatus::not_within_bound, 5);
  EXPECT_TRUE(is_exact());
}

TEST(PairGoals, AnObstacleIsTheReason) {
  PairGoal g;
  g.obstacle = "calls a function";
  const GoalResult r = result_of(g, {}, {});
  EXPECT_EQ(r.status, GoalStatus::undecided);
  EXPECT_EQ(r.reason, "calls a function");
}

/// No smaller set of hits covers all goals that can be covered.
RC_GTEST_PROP(PairGoals, NoSmallerChoiceWouldDo, ()) {
  constexpr std::uint32_t kVectors = 7;
  const auto vector = rc::gen::inRange<std::uint32_t>(0, kVectors);
  std::vector<PairGoal> goals;
  const int count = *rc::gen::inRange(1, 5);
  for (int g = 0; g < count; ++g) {
    goals.push_back(pairs(*rc::gen::container<
                          std::vector<std::pair<std::uint32_t, std::uint32_t>>>(
        rc::gen::pair(vector, vector))));
  }
  const auto s = system_of(kVectors, goals);
  std::vector<GoalResult> results;
  for (std::uint32_t v = 0; v < kVectors; ++v) {
    results.push_back(result(*rc::gen::element(
        GoalStatus::covered, GoalStatus::covered, GoalStatus::unreachable)));
  }
  const auto covers = [&](const std::set<std::uint32_t>& hit) {
    return std::all_of(goals.begin(), goals.end(), [&](const PairGoal& g) {
      return is_hit(g, hit) ||
             result_of(g, s.goals, results).status != GoalStatus::covered;
    });
  };
  const VectorChoice choice = choose_vectors(s, results);
  RC_ASSERT(covers({choice.goals.begin(), choice.goals.end()}));
  for (std::uint32_t set = 0; set < 1U << kVectors; ++set) {
    std::set<std::uint32_t> hit;
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      if ((set >> v & 1U) != 0 && results[v].status == GoalStatus::covered) {
        hit.insert(v);
      }
    }
    if (!covers(hit)) continue;
    RC_ASSERT(hit.size() >= choice.goals.size());
    for (const std::uint32_t v : choice.needed) RC_ASSERT(hit.count(v) == 1U);
  }
}

}  // namespace
}  // namespace catenary::app
