// SPDX-License-Identifier: Apache-2.0
#include "engine/tidy/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <string>

#include "base/rng.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::tidy {
namespace {

using model::StepOutcome;
using model::StepSystem;
using model::Trace;
using reach::test::Effect;
using reach::test::FakeProgram;
using reach::test::make_system;
using State = std::vector<std::uint8_t>;
using Inputs = std::vector<int>;
using Rows = std::vector<Inputs>;

Trace trace(const Rows& steps, const Inputs& initial = {}) {
  Trace out;
  for (const int v : initial) out.initial.push_back(logic::Value::integer(v));
  for (const Inputs& step : steps) {
    out.steps.emplace_back();
    for (const int v : step) {
      out.steps.back().push_back(logic::Value::integer(v));
    }
  }
  return out;
}

Rows rows(const Trace& run) {
  Rows out;
  for (const auto& step : run.steps) {
    out.emplace_back();
    for (const logic::Value& v : step) {
      out.back().push_back(static_cast<int>(v.as_int64()));
    }
  }
  return out;
}

Rows tidied(const StepSystem& system,
            const Rows& steps,
            const Options& options = {}) {
  const std::vector<Trace> runs = {trace(steps)};
  return rows(tidy(system, runs, options, {}).runs.at(0));
}

std::set<std::uint32_t> hits(const StepSystem& system, const Trace& run) {
  const auto stepper = system.factory->make();
  const model::Simulation seen = model::simulate(system, *stepper, run);
  std::set<std::uint32_t> out(seen.initial.hits.begin(),
                              seen.initial.hits.end());
  for (const auto& step : seen.steps) {
    out.insert(step.hits.begin(), step.hits.end());
  }
  return out;
}

/// A door: g0 = it opens (a key of at least 37 while it is shut), g1 = it shuts
/// (input 1 is 2 while it is open). Input 2 does nothing.
FakeProgram door() {
  FakeProgram p;
  p.goals = 2;
  p.step = [](State& state, const Inputs& in) {
    Effect e;
    if (state[0] == 0 && in[0] >= 37) {
      state[0] = 1;
      e.hits.push_back(0);
    } else if (state[0] == 1 && in[1] == 2) {
      state[0] = 0;
      e.hits.push_back(1);
    }
    return e;
  };
  return p;
}

TEST(Tidy, HoldsInputsAndRoundsValues) {
  const StepSystem system = make_system(door(), {100, 4, 50});
  EXPECT_EQ(tidied(system, {{3, 1, 17}, {88, 3, 5}, {21, 2, 49}, {6, 0, 33}}),
            (Rows{{40, 2, 0}, {40, 2, 0}, {40, 2, 0}, {40, 2, 0}}));
}

TEST(Tidy, ChangesWhatHasToChange) {
  // g0: input 0 rose from 0 to 1 for the third time.
  FakeProgram p;
  p.goals = 1;
  p.state_bytes = 2;
  p.step = [](State& state, const Inputs& in) {
    Effect e;
    if (state[0] == 0 && in[0] == 1 && ++state[1] == 3) e.hits.push_back(0);
    state[0] = static_cast<std::uint8_t>(in[0]);
    return e;
  };
  const Rows run = {{1}, {0}, {0}, {1}, {1}, {0}, {1}, {0}, {1}};
  EXPECT_EQ(tidied(make_system(p, {2}), run),
            (Rows{{1}, {1}, {1}, {1}, {1}, {0}, {1}, {0}, {1}}));
}

TEST(Tidy, KeepsWhatIsFixedAndDoesNotHoldMessages) {
  const StepSystem system = make_system(door(), {100, 4, 50});
  Options o;
  o.fixed = {false, true};
  o.hold = false;
  EXPECT_EQ(tidied(system, {{3, 1, 17}, {88, 3, 5}, {21, 2, 49}}, o),
            (Rows{{0, 1, 0}, {40, 3, 0}, {0, 2, 0}}));
}

TEST(Tidy, SimplifiesInitialChoices) {
  FakeProgram p = door();
  p.init = [](State& state, const Inputs& in) {
    state[0] = in[0] >= 9;
    return Effect();
  };
  const StepSystem system = make_system(p, {100, 4, 50}, {20});
  const std::vector<Trace> runs = {trace({{0, 2, 0}}, {17}),
                                   trace({{50, 0, 0}}, {7})};
  const Tidied t = tidy(system, runs, {}, {});
  EXPECT_EQ(t.runs[0].initial[0].as_int64(), 10);
  EXPECT_EQ(t.runs[1].initial[0].as_int64(), 0);
}

/// Ends badly (by `outcome`) where both inputs are 9, or the first is 0.
FakeProgram fragile(StepOutcome outcome) {
  FakeProgram p;
  p.goals = 1;
  p.step = [outcome](State&, const Inputs& in) {
    Effect e;
    const bool both = in[0] == 9 && in[1] == 9;
    if (both || in[0] == 0) {
      e.outcome = outcome;
      e.text = both ? "both" : "first";
    } else if (in[1] == 3) {
      e.hits.push_back(0);
    }
    return e;
  };
  return p;
}

TEST(Tidy, EndsARunAsItEnded) {
  const Rows run = {{7, 3}, {5, 8}, {9, 9}};
  for (const StepOutcome outcome : {StepOutcome::crashed, StepOutcome::ended}) {
    const StepSystem system = make_system(fragile(outcome), {10, 10});
    // 0 would end it sooner, and by another defect.
    EXPECT_EQ(tidied(system, run), (Rows{{9, 3}, {9, 3}, {9, 9}}));
  }
  // What an assumption discards is no run.
  const StepSystem assumes =
      make_system(fragile(StepOutcome::discarded), {10, 10});
  EXPECT_EQ(tidied(assumes, {{7, 3}, {5, 8}}), (Rows{{1, 3}, {1, 3}}));
}

TEST(Tidy, LeavesARunThatHangsOrCannotBeFollowed) {
  const Rows run = {{7, 3}, {9, 9}};
  for (const StepOutcome outcome :
       {StepOutcome::hung, StepOutcome::unsupported}) {
    const StepSystem system = make_system(fragile(outcome), {10, 10});
    EXPECT_EQ(tidied(system, run), run);
  }
}

TEST(Tidy, LeavesTheViolationInItsStep) {
  // g0: in the third step, or where the input is 0.
  FakeProgram p;
  p.goals = 1;
  p.step = [](State& state, const Inputs& in) {
    Effect e;
    if (++state[0] == 3 || in[0] == 0) e.hits.push_back(0);
    return e;
  };
  StepSystem system = make_system(p, {10});
  const Rows run = {{7}, {4}, {5}};
  EXPECT_EQ(tidied(system, run), (Rows{{0}, {0}, {0}}));
  system.goals[0].kind = model::GoalKind::violation;
  EXPECT_EQ(tidied(system, run), (Rows{{1}, {1}, {1}}));
}

TEST(Tidy, EndsInAFinalState) {
  FakeProgram p = door();
  p.final_state = [](const State& state) { return state[0] == 0; };
  StepSystem system = make_system(p, {100, 4, 50});
  system.any_state_final = false;
  const Rows run = {{50, 1, 1}, {2, 2, 1}, {7, 3, 2}};
  const Rows out = tidied(system, run);
  EXPECT_EQ(out, (Rows{{40, 2, 0}, {40, 2, 0}, {0, 2, 0}}));
}

TEST(Tidy, TellsOfGoalsThatItMustNotHit) {
  // g1: input 1 is 0 in the state 1, which g0 leads to.
  FakeProgram p = door();
  p.step = [](State& state, const Inputs& in) {
    Effect e;
    if (in[0] >= 37) {
      state[0] = 1;
      e.hits.push_back(0);
    } else if (state[0] == 1 && in[1] == 0) {
      e.hits.push_back(1);
    }
    return e;
  };
  const StepSystem system = make_system(p, {100, 4});
  const std::vector<Trace> runs = {trace({{50, 1}, {4, 3}})};
  const Tidied t = tidy(system, runs, {}, {});
  EXPECT_EQ(hits(system, t.runs[0]), (std::set<std::uint32_t>{0}));
  ASSERT_EQ(t.others.size(), 1U);
  EXPECT_EQ(t.others[0].goal, 1U);
  EXPECT_EQ(hits(system, t.others[0].trace), (std::set<std::uint32_t>{0, 1}));
  Options o;
  o.allowed = {1};
  EXPECT_TRUE(tidy(system, runs, o, {}).others.empty());
  // What is known is not told, and still not hit.
  o.allowed = {};
  o.known = {1};
  const Tidied again = tidy(system, runs, o, {});
  EXPECT_TRUE(again.others.empty());
  EXPECT_EQ(hits(system, again.runs[0]), (std::set<std::uint32_t>{0}));
}

TEST(Tidy, LeavesARunWhoseChangesKillTheProcess) {
  FakeProgram p = door();
  p.step = [step = p.step](State& state, const Inputs& in) {
    if (in[2] == 0) std::raise(SIGKILL);
    return step(state, in);
  };
  const StepSystem system = make_system(p, {100, 4, 50});
  const Rows deadly = {{50, 1, 8}};
  const std::vector<Trace> runs = {trace(deadly), trace(deadly)};
  const Tidied t = tidy(system, runs, {}, {});
  EXPECT_EQ(rows(t.runs[0]), deadly);
  EXPECT_EQ(rows(t.runs[1]), deadly);
}

TEST(Tidy, StopsWhenItsWorkIsDone) {
  const StepSystem system = make_system(door(), {100, 4, 50});
  const Rows run = {{3, 1, 17}, {88, 3, 5}, {21, 2, 49}};
  Options o;
  o.work = std::chrono::nanoseconds(1);
  EXPECT_EQ(tidied(system, run, o), run);
}

/// Any states, and any hits: what they are follows from hashes.
FakeProgram random_program(std::uint64_t seed) {
  FakeProgram p;
  p.goals = 12;
  p.step = [seed](State& state, const Inputs& in) {
    Effect e;
    const auto mixed = [&](int what, int x) {
      return base::Rng::of_task(seed, 1000 * what + 10 * state[0] + x).next();
    };
    const std::uint64_t h = mixed(1, in[0]) ^ mixed(2, in[1] / 2);
    state[0] = static_cast<std::uint8_t>(h % 7);
    if (h % 3 == 0) {
      e.hits.push_back(static_cast<std::uint32_t>(h / 16 % 12));
    }
    if (h % 61 == 1) e.outcome = StepOutcome::discarded;
    return e;
  };
  return p;
}

TEST(Tidy, KeepsTheGoalsOfRandomRuns) {
  std::size_t changed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    StepSystem system = make_system(random_program(seed), {6, 8});
    system.goals[3].kind = model::GoalKind::violation;
    base::Rng rng = base::Rng::of_task(99, seed);
    Options o;
    o.allowed = {0, 1, 2, 4, 5};
    std::vector<Trace> runs;
    for (int r = 0; r < 3; ++r) {
      Rows steps;
      for (std::uint64_t k = rng.below(12); k > 0; --k) {
        steps.push_back(
            {static_cast<int>(rng.below(6)), static_cast<int>(rng.below(8))});
      }
      runs.push_back(trace(steps));
    }
    const Tidied t = tidy(system, runs, o, {});
    for (std::size_t r = 0; r < runs.size(); ++r) {
      ASSERT_EQ(t.runs[r].steps.size(), runs[r].steps.size());
      const std::set<std::uint32_t> before = hits(system, runs[r]);
      const std::set<std::uint32_t> now = hits(system, t.runs[r]);
      ASSERT_TRUE(std::ranges::includes(now, before)) << seed;
      for (const std::uint32_t g : now) {
        ASSERT_TRUE(before.contains(g) || std::ranges::count(o.allowed, g))
            << seed << ": g" << g;
      }
      changed += rows(t.runs[r]) != rows(runs[r]);
    }
    for (const OtherRun& other : t.others) {
      ASSERT_TRUE(hits(system, other.trace).contains(other.goal)) << seed;
    }
  }
  EXPECT_GT(changed, 300U);
}

}  // namespace
}  // namespace catenary::engine::tidy
