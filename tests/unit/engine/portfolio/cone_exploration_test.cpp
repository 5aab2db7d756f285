// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exploration within the cone of influence: what no goal depends on makes no
/// states, and nothing else is left out.
#include "engine/portfolio/cone_exploration.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/portfolio/portfolio.h"
#include "engine/reach/symbolic/cone.h"
#include "unit/engine/reach/term_systems.h"

namespace catenary::engine::portfolio {
namespace {

using model::GoalStatus;
using namespace reach::test;  // NOLINT(google-build-using-namespace)

/// How a step depends on the counter of counting().
enum class Reads : std::uint8_t {
  nothing,
  goal,
  limit,
  early_limit,
  program,
  early_program
};

// A place that goes round 0..3, and a counter of all steps. Goal 0: a step from
// place 3; goal 1: never, or where the counter is 5.
model::StepSystem counting(Reads reads) {
  Description d;
  d.encode = [reads](TermManager& t) {
    model::Encoding e = blank(t, {1, 4}, {4}, 2);
    const Term place = e.state[0].variable;
    const Term count = e.state[1].variable;
    const Term last = t.equal(place, t.bitvec(8, 3));
    const Term five = t.equal(count, t.bitvec(32, 5));
    e.step.next[0] = t.ite(
        last, t.bitvec(8, 0), t.make(Op::bv_add, {place, t.bitvec(8, 1)}));
    e.step.next[1] = t.make(Op::bv_add, {count, t.bitvec(32, 1)});
    e.step.hits[0] = last;
    e.step.hits[1] =
        reads == Reads::goal ? five : t.equal(place, t.bitvec(8, 4));
    if (reads != Reads::nothing && reads != Reads::goal) {
      const bool early =
          reads == Reads::early_limit || reads == Reads::early_program;
      Term beyond = t.equal(place, t.bitvec(8, early ? 2 : 9));
      if (reads == Reads::early_program) {
        beyond = t.logical_and(beyond, t.equal(e.inputs[0], t.bitvec(32, 1)));
      }
      e.step.running = t.logical_not(beyond);
      e.step.unfaithful = beyond;
      e.step.stops.push_back(
          {beyond,
           model::StepOutcome::unsupported,
           {"beyond", {}},
           reads == Reads::limit || reads == Reads::early_limit});
    }
    return e;
  };
  return make_system(d, {small_range("x", 2)}, 2);
}

TEST(IrrelevantBytes, AreThoseThatNothingDependsOn) {
  const auto bytes =
      reach::irrelevant_bytes(counting(Reads::nothing), {}).irrelevant;
  ASSERT_EQ(bytes.size(), 1U);
  EXPECT_EQ(bytes[0].offset, 1U);
  EXPECT_EQ(bytes[0].size, 4U);
  EXPECT_TRUE(
      reach::irrelevant_bytes(counting(Reads::goal), {}).irrelevant.empty());
}

TEST(IrrelevantBytes, TellStepsThatOnlyTheEncodingEnds) {
  const reach::Cone limit = reach::irrelevant_bytes(counting(Reads::limit), {});
  EXPECT_EQ(limit.irrelevant.size(), 1U);
  EXPECT_TRUE(limit.has_limits);
  // Where the program stops as well, no state behind it is missed.
  const reach::Cone stops =
      reach::irrelevant_bytes(counting(Reads::program), {});
  EXPECT_EQ(stops.irrelevant.size(), 1U);
  EXPECT_FALSE(stops.has_limits);
}

TEST(IrrelevantBytes, AreTheSameFromAChild) {
  const model::StepSystem system = counting(Reads::nothing);
  const auto bytes = reach::irrelevant_bytes_in_child(system, {}, 0).irrelevant;
  ASSERT_EQ(bytes.size(), 1U);
  EXPECT_EQ(bytes[0].offset, 1U);
}

TEST(ConeEngine, ExploresFewStatesAndProves) {
  const model::StepSystem system = counting(Reads::nothing);
  reach::Options options;
  options.keep_edges = true;
  const reach::Result result =
      ConeEngine({{{1, 4}}, false}).explore(system, options, {}, {});
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.states, 4U);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 4);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  ASSERT_TRUE(result.graph);
  EXPECT_EQ(result.graph->state_count(), 4U);
}

TEST(ConeEngine, ProvesNothingBehindALimitOfTheEncoding) {
  // The program goes round; the encoding ends at place 9, or at place 2.
  model::StepSystem system = counting(Reads::limit);
  system.factory = counting(Reads::nothing).factory;
  const reach::Result never =
      ConeEngine({{{1, 4}}, true}).explore(system, {}, {}, {});
  EXPECT_TRUE(never.closed);
  EXPECT_EQ(never.goals[1].result.status, GoalStatus::unreachable);
  system.encoder = counting(Reads::early_limit).encoder;
  const reach::Result early =
      ConeEngine({{{1, 4}}, true}).explore(system, {}, {}, {});
  EXPECT_EQ(early.stop, reach::Stop::encoding);
  EXPECT_FALSE(early.closed);
  EXPECT_NE(early.goals[1].result.status, GoalStatus::unreachable);
  EXPECT_TRUE(early.findings.empty());
  // Nor was all explored up to a bound on the steps.
  reach::Options bounded;
  bounded.max_steps = 3;
  EXPECT_EQ(ConeEngine({{{1, 4}}, true}).explore(system, bounded, {}, {}).stop,
            reach::Stop::encoding);
}

TEST(Portfolio, LeavesOutWhatNoGoalDependsOn) {
  Settings settings;
  settings.explore_first = std::chrono::milliseconds(50);
  const model::StepSystem system = counting(Reads::nothing);
  const reach::Result result = Portfolio(settings).explore(system, {}, {}, {});
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  ASSERT_FALSE(result.shares.empty());
  EXPECT_EQ(result.shares.back().engine, "cone");
  EXPECT_EQ(result.shares.back().unreachable, 1U);
}

// What the program cannot execute ends every search: the states within the cone
// are all that can be reached otherwise, and their graph is that of the result.
TEST(Portfolio, KeepsTheStatesOfTheConeWhereTheProgramEnds) {
  Settings settings;
  settings.explore_first = std::chrono::milliseconds(50);
  reach::Options options;
  options.keep_edges = true;
  base::Budget budget;
  budget.set_work(std::chrono::milliseconds(1'500));
  const reach::Result result = Portfolio(settings).explore(
      counting(Reads::early_program), options, budget, {});
  EXPECT_FALSE(result.closed);
  ASSERT_TRUE(result.graph);
  EXPECT_EQ(result.graph->state_count(), 4U);
}

// Where a step that cannot be encoded ends the exploration within the cone,
// that of the whole state goes on.
TEST(Portfolio, ExploresAllOfTheStateWhereTheConeEndsEarly) {
  Settings settings;
  settings.explore_first = settings.search_deep = std::chrono::milliseconds(50);
  model::StepSystem system = counting(Reads::early_limit);
  system.factory = counting(Reads::nothing).factory;
  base::Budget budget;
  budget.set_work(std::chrono::milliseconds(1'500));
  const reach::Result result =
      Portfolio(settings).explore(system, {}, budget, {});
  EXPECT_NE(result.goals[1].result.status, GoalStatus::unreachable);
  const auto is = [](const char* name) {
    return [name](const reach::Share& s) { return s.engine == name; };
  };
  const auto cone = std::ranges::find_if(result.shares, is("cone"));
  ASSERT_NE(cone, result.shares.end());
  EXPECT_EQ(cone->stop, reach::Stop::encoding);
  EXPECT_TRUE(std::any_of(cone, result.shares.end(), is("explicit")));
}

// A place that goes round 0..3999 beside a copy of it, and an encoding that
// ends at another place. Goal 0: the last place; goal 1: one that is never
// reached.
model::StepSystem long_round() {
  Description d;
  d.encode = [](TermManager& t) {
    model::Encoding e = blank(t, {2, 2}, {4}, 2);
    const Term place = e.state[0].variable;
    const auto is = [&](int value) {
      return t.equal(place, t.bitvec(16, value));
    };
    for (std::size_t k = 0; k < 2; ++k) {
      const Term own = e.state[k].variable;
      e.step.next[k] = t.ite(t.equal(own, t.bitvec(16, 3'999)),
                             t.bitvec(16, 0),
                             t.make(Op::bv_add, {own, t.bitvec(16, 1)}));
    }
    e.step.hits = {is(3'999), is(30'001)};
    // Long, so that a step within the cone costs 0.1 ms.
    Term end = place;
    for (int k = 0; k < 100; ++k) {
      end = t.make(Op::bv_add,
                   {t.make(Op::bv_mul, {end, t.bitvec(16, 3)}), place});
    }
    const Term beyond =
        t.logical_and(is(30'000), t.equal(end, t.bitvec(16, 7)));
    e.step.running = t.logical_not(beyond);
    e.step.unfaithful = beyond;
    e.step.stops.push_back(
        {beyond, model::StepOutcome::unsupported, {"beyond", {}}, true});
    return e;
  };
  return make_system(d, {small_range("x", 2)}, 2);
}

// Its steps are dear: the exploration of all states ends first.
TEST(Portfolio, ExploresAllOfTheStateBesideALongCone) {
  Settings settings;
  settings.explore_first = settings.search_deep = std::chrono::milliseconds(5);
  const reach::Result result =
      Portfolio(settings).explore(long_round(), {}, {}, {});
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  const auto slices = [&](const char* name) {
    return std::ranges::count(result.shares, name, &reach::Share::engine);
  };
  EXPECT_GE(slices("cone"), 2);
  EXPECT_GE(slices("explicit"), 2);
  EXPECT_EQ(result.shares.back().engine, "explicit");
}

}  // namespace
}  // namespace catenary::engine::portfolio
