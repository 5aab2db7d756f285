// SPDX-License-Identifier: Apache-2.0
/// \file
/// All engines together: the explicit engine's answers where it finishes, the
/// symbolic engine's where states or inputs are too many.
#include "engine/portfolio/portfolio.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/portfolio/members.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "unit/engine/reach/counter.h"
#include "unit/engine/reach/fake_systems.h"
#include "unit/engine/reach/table_systems.h"

namespace catenary::engine::portfolio {
namespace {

using model::GoalStatus;
using reach::ExplicitEngine;
using reach::Options;
using reach::ProgressCallback;
using reach::Result;
using reach::SymbolicEngine;
using reach::SymbolicOptions;
using namespace reach::test;  // NOLINT(google-build-using-namespace)

class PortfolioTables : public testing::TestWithParam<unsigned> {};

TEST_P(PortfolioTables, SayWhatTheExplicitEngineSays) {
  const model::StepSystem system =
      system_of(random_table(1000 + GetParam(), false, 40));
  Options options;
  options.keep_edges = true;
  const Result expected = ExplicitEngine().explore(system, options, {}, {});
  // Stopped at once, so that the solver has to finish it; then with time.
  for (const bool enough : {false, true}) {
    Settings o;
    o.symbolic.random_walk_steps = 1'000;
    if (!enough) o.explore_first = std::chrono::milliseconds(1);
    const Result result = Portfolio(o).explore(system, options, {}, {});
    for (std::size_t g = 0; g < system.goals.size(); ++g) {
      EXPECT_EQ(result.goals[g].result.status, expected.goals[g].result.status)
          << "goal " << g << ": " << result.goals[g].result.reason;
      EXPECT_EQ(result.goals[g].result.depth, expected.goals[g].result.depth)
          << "goal " << g;
    }
    if (enough) {
      EXPECT_EQ(result.engine, "explicit");
      EXPECT_EQ(result.graph->edges, expected.graph->edges);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PortfolioTables, testing::Range(0U, 12U));

// Opens after five steps with one value of 2^32; g1 never.
model::StepSystem wide_lock(bool encoded) {
  Description d;
  d.encode = [](TermManager& t) {
    model::Encoding e = blank(t, {1}, {4}, 2);
    const Term n = e.state[0].variable;
    const Term key = t.equal(e.inputs[0], t.bitvec(32, 123'456'789));
    const Term more = t.make(Op::bv_add, {n, t.bitvec(8, 1)});
    const Term open = t.equal(n, t.bitvec(8, 5));
    e.step.next[0] = t.ite(open, n, t.ite(key, more, t.bitvec(8, 0)));
    e.step.hits[0] = open;
    e.step.hits[1] = t.equal(n, t.bitvec(8, 6));
    return e;
  };
  model::StepSystem system =
      make_system(d, {whole_type("x", model::ScalarType::int32)}, 2);
  if (!encoded) system.encoder = nullptr;
  return system;
}

TEST(Portfolio, AsksTheSolverWhereInputsAreTooMany) {
  const Result result = Portfolio().explore(wide_lock(true), {}, {}, {});
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 6);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  EXPECT_EQ(result.engine, "explicit and symbolic");
}

/// An engine that returns what it was given, and counts how often.
class Claims final : public reach::Engine {
 public:
  explicit Claims(Result result) : result_(std::move(result)) {}
  Result explore(const model::StepSystem& /*system*/,
                 const Options& /*options*/,
                 const base::Budget& /*budget*/,
                 const ProgressCallback& /*progress*/) override {
    ++asked;
    return result_;
  }
  int asked = 0;

 private:
  Result result_;
};

/// Steps of these systems are evaluated term by term.
Settings with_few_random_runs() {
  Settings settings;
  settings.random_runs = settings.random_runs_later = 10;
  settings.turns = {std::chrono::milliseconds(20),
                    std::chrono::milliseconds(20),
                    std::chrono::milliseconds(1'000)};
  return settings;
}

/// Two goals, undecided.
Result nothing_known() {
  Result out;
  out.goals.resize(2);
  return out;
}

/// A run that opens wide_lock().
Result lock_opened() {
  Result out = nothing_known();
  model::Trace run;
  run.steps.resize(6, {logic::Value::integer(123'456'789LL)});
  out.goals[0].result = {GoalStatus::covered, model::Trust::claimed, "", 6};
  out.goals[0].trace = run;
  return out;
}

TEST(Portfolio, OfConcolicResultsOnlyRunsCount) {
  const model::StepSystem system = wide_lock(true);
  Result claimed = nothing_known();
  claimed.goals[0].result = {
      GoalStatus::unreachable, model::Trust::proved, "not so", -1};
  claimed.goals[1].result = claimed.goals[0].result;
  claimed.goals[1].result.reason = "nor is this a proof";
  const auto claims = std::make_shared<Claims>(claimed);
  Settings o = with_few_random_runs();
  o.concolic = claims;
  Result result = Portfolio(o).explore(system, {}, {}, {});
  EXPECT_EQ(claims->asked, 1);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  EXPECT_EQ(result.goals[1].result.reason.find("nor is"), std::string::npos);

  // A run is taken, though it is longer than one that the solver would find.
  Result longer = nothing_known();
  model::Trace run;
  run.steps.assign(1, {logic::Value::integer(0LL)});
  run.steps.resize(7, {logic::Value::integer(123'456'789LL)});
  longer.goals[0].result = {GoalStatus::covered, model::Trust::claimed, "", 7};
  longer.goals[0].trace = run;
  o.concolic = std::make_shared<Claims>(longer);
  result = Portfolio(o).explore(system, {}, {}, {});
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_TRUE(result.goals[0].result.depth == 6 ||
              (result.goals[0].result.depth == 7 && !result.goals[0].shortest))
      << result.goals[0].result.depth;
  reach::confirm(system, result, {}, {});
  EXPECT_EQ(result.goals[0].result.trust, model::Trust::replayed);
}

TEST(Portfolio, ARunThatContradictsAProofLeavesNoneOfThem) {
  const model::StepSystem system = wide_lock(true);
  Result wrong = nothing_known();
  wrong.goals[1].result = {GoalStatus::covered, model::Trust::claimed, "", 2};
  const std::vector<logic::Value> step{logic::Value::integer(123'456'789LL)};
  wrong.goals[1].trace = model::Trace{{}, {step, step}};
  Settings o = with_few_random_runs();
  o.concolic = std::make_shared<Claims>(wrong);
  Result result = Portfolio(o).explore(system, {}, {}, {});
  EXPECT_EQ(result.complete_depth, 0U);
  EXPECT_FALSE(result.closed);
  EXPECT_EQ(result.proof, "");
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_FALSE(result.goals[0].shortest)
      << "the solver that called g1 unreachable called this run shortest";
  // Who was right is seen by replaying; what was not proved stays so.
  reach::confirm(system, result, {}, {});
  EXPECT_EQ(result.goals[0].result.trust, model::Trust::replayed);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::undecided);
}

TEST(Portfolio, SaysWhatEachEngineBrought) {
  const model::StepSystem system = wide_lock(true);
  const Result found = lock_opened();
  Settings o = with_few_random_runs();
  o.concolic = std::make_shared<Claims>(found);
  const Result result = Portfolio(o).explore(system, {}, {}, {});
  std::vector<std::string> asked;
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> brought;
  for (const reach::Share& share : result.shares) {
    if (std::ranges::find(asked, share.engine) == asked.end()) {
      asked.push_back(share.engine);
    }
    brought[share.engine].first += share.covered;
    brought[share.engine].second += share.unreachable;
  }
  EXPECT_EQ(
      asked,
      (std::vector<std::string>{"random", "explicit", "symbolic", "concolic"}));
  using Brought = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(brought["random"], Brought(0, 0));
  EXPECT_EQ(brought["explicit"], Brought(0, 0));
  EXPECT_EQ(brought["symbolic"].second, 1U);
  EXPECT_EQ(brought["symbolic"].first + brought["concolic"].first, 1U);
}

/// The goal needs 40 steps with large inputs, of which the domain that is
/// enumerated has none.
model::StepSystem needs_large_inputs() {
  FakeProgram program;
  program.goals = 1;
  program.state_bytes = 1;
  program.step = [](auto& state, const auto& in) {
    Effect effect;
    if (in.at(0) >= 500 && state[0] < 40) ++state[0];
    if (state[0] == 40) effect.hits.push_back(0);
    return effect;
  };
  model::StepSystem system = make_system(program, {1});
  system.inputs[0].hi = logic::Value::integer(999);
  system.inputs[0].exhaustive = false;
  return system;
}

TEST(Portfolio, CoversWhatRandomRunsCover) {
  const Result result = Portfolio().explore(needs_large_inputs(), {}, {}, {});
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_GE(result.goals[0].result.depth, 40);
  EXPECT_FALSE(result.goals[0].shortest);
  EXPECT_TRUE(reach::may_be_shorter(result.goals[0].result));
  ASSERT_EQ(result.shares.size(), 2U);
  EXPECT_EQ(result.shares[0].engine, "random");
  EXPECT_EQ(result.shares[0].covered, 1U);
  EXPECT_EQ(result.shares[1].engine, "explicit");
  // The runs are counted: no clock decides which ones are made.
  const Result again = Portfolio().explore(needs_large_inputs(), {}, {}, {});
  EXPECT_EQ(again.goals[0].trace->steps, result.goals[0].trace->steps);
}

// What a call found it does not find again, but sooner.
TEST(RandomEngine, ReportsOnlyShorterRunsThanBefore) {
  const model::StepSystem system = make_system(counter(20), {2});
  const auto engine = random_engine(100, 7);
  const Result first = engine->explore(system, {}, {}, {});
  const Result second = engine->explore(system, {}, {}, {});
  std::size_t runs = 0;
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    if (first.goals[g].trace) ++runs;
    if (!first.goals[g].trace || !second.goals[g].trace) continue;
    EXPECT_LT(second.goals[g].trace->steps.size(),
              first.goals[g].trace->steps.size());
  }
  EXPECT_GT(runs, 0U);
}

TEST(Portfolio, IsExplicitWithoutAnEncoder) {
  const Result result =
      Portfolio(with_few_random_runs()).explore(wide_lock(false), {}, {}, {});
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::undecided);
  EXPECT_EQ(result.engine, "explicit");
}

// Two counters of 100 beside ten of which nothing is asked.
FakeProgram deep_counters() {
  FakeProgram program;
  program.goals = 3;
  program.state_bytes = 12;
  program.step = [](auto& state, const auto& in) {
    Effect effect;
    std::uint8_t& counter = state[static_cast<std::size_t>(in.at(0))];
    if (counter < 200) ++counter;
    if (state[0] == 100 || state[1] == 100) {
      effect.hits.push_back(state[0] == 100 ? 0 : 1);
      effect.outcome = model::StepOutcome::ended;
    }
    if (state[2] == 3) effect.hits.push_back(2);
    return effect;
  };
  return program;
}

TEST(Portfolio, FindsDeepGoalsAndSaysWhichLengthsItKnows) {
  Settings o;
  o.explore_first = std::chrono::milliseconds(300);
  o.novelty.patience_steps = 200'000;
  base::Budget budget;
  budget.set_time(std::chrono::seconds(10));
  Options options;
  options.memory_bytes = 64 << 20;  // for what comes after it
  const Result result = Portfolio(o).explore(
      make_system(deep_counters(), {12}), options, budget, {});
  for (int g = 0; g < 2; ++g) {
    EXPECT_EQ(result.goals[g].result.status, GoalStatus::covered);
    EXPECT_GE(result.goals[g].result.depth, 100);
    EXPECT_FALSE(result.goals[g].shortest);
  }
  EXPECT_EQ(result.goals[2].result.depth, 3);
  EXPECT_TRUE(result.goals[2].shortest);
  EXPECT_EQ(result.goals[2].result.reason, "hit by a run of 3 steps");
}

// What exploration knows after its first share is kept while others search: it
// goes on, and the steps are counted once.
TEST(Portfolio, ExplorationGoesOnWhereItsFirstShareEnded) {
  const model::StepSystem system = make_system(counter(50'000), {3});
  Options options;
  options.keep_edges = true;
  const Result expected = ExplicitEngine().explore(system, options, {}, {});
  Settings o;
  o.explore_first = o.search_deep = std::chrono::milliseconds(1);
  o.turns.first = std::chrono::milliseconds(1);
  const Result result = Portfolio(o).explore(system, options, {}, {});
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::unreachable);
  EXPECT_EQ(result.graph->edges, expected.graph->edges);
  std::uint64_t by_exploration = 0, slices = 0;
  for (const reach::Share& share : result.shares) {
    if (share.engine != "explicit") continue;
    ++slices;
    by_exploration += static_cast<std::uint64_t>(share.work.count());
  }
  EXPECT_GT(slices, 2U);
  EXPECT_LE(result.transitions, 2 * expected.transitions)
      << "those of the exploration, and of one millisecond of novelty search";
  EXPECT_GT(by_exploration, 0U);
}

TEST(Portfolio, KeepsLengthsThatExplorationExhausted) {
  // 40 states in a line: one step each.
  Table line;
  line.letters = 1;
  line.goals = 1;
  for (unsigned s = 0; s < 40; ++s) {
    TableMove m;
    m.target = std::min(s + 1, 39U);
    if (s == 30) m.hits.push_back(0);
    line.moves.push_back({m});
    line.is_final.push_back(true);
  }
  line.initial.emplace_back();
  const model::StepSystem system = system_of(line);
  SymbolicOptions symbolic;
  symbolic.random_walk_steps = 0;
  symbolic.known_depth = 29;
  const Result result = SymbolicEngine(symbolic).explore(system, {}, {}, {});
  EXPECT_EQ(result.goals[0].result.depth, 31);
}

TEST(Portfolio, AnEndChangesNothingBeforeIt) {
  const model::StepSystem system = make_system(counter(400'000), {5});
  const auto search = [&](std::optional<std::chrono::milliseconds> work) {
    Settings o;
    if (work) o.turns.end = base::WorkClock::now() + *work;
    return Portfolio(o).explore(system, {}, {}, {});
  };
  const Result all = search(std::nullopt);
  EXPECT_TRUE(all.closed);
  const Result same = search(std::chrono::hours(1));
  EXPECT_EQ(same.states, all.states);
  EXPECT_EQ(same.transitions, all.transitions);
  const Result cut = search(std::chrono::milliseconds(20));
  EXPECT_FALSE(cut.closed);
  EXPECT_LT(cut.states, all.states);
  EXPECT_FALSE(cut.goals[1].trace);
  EXPECT_EQ(search(std::chrono::milliseconds(20)).states, cut.states);
}

}  // namespace
}  // namespace catenary::engine::portfolio
