// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the symbolic engine finds and proves, and that it says what explicit
/// exploration says wherever both finish.
#include "engine/reach/symbolic/symbolic.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "unit/engine/reach/table_systems.h"

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;
using model::StepOutcome;

Result solve(const model::StepSystem& system,
             const Options& options = {},
             SymbolicOptions symbolic = {},
             const base::Budget& budget = {}) {
  return SymbolicEngine(std::move(symbolic))
      .explore(system, options, budget, {});
}

/// Without random runs first, so that the solver has to find everything.
SymbolicOptions solver_only() {
  SymbolicOptions o;
  o.random_walk_steps = 0;
  return o;
}

// Counts up where x > 1000, to `end`, where it stays. g0: the counter is
// `goal` before a step; g1: it is beyond the end.
Description counter(unsigned end, unsigned goal) {
  Description d;
  d.encode = [end, goal](TermManager& t) {
    model::Encoding e = blank(t, {4}, {4}, 2);
    const Term n = e.state[0].variable;
    const Term limit = t.bitvec(32, end);
    const Term up = t.make(Op::bv_sgt, {e.inputs[0], t.bitvec(32, 1000)});
    const Term below = t.make(Op::bv_ult, {n, limit});
    const Term more = t.make(Op::bv_add, {n, t.bitvec(32, 1)});
    e.step.next[0] = t.ite(t.logical_and(up, below), more, n);
    e.step.hits[0] = t.equal(n, t.bitvec(32, goal));
    e.step.hits[1] = t.make(Op::bv_ugt, {n, limit});
    return e;
  };
  return d;
}

model::StepSystem wide_counter(unsigned end, unsigned goal) {
  return make_system(
      counter(end, goal), {whole_type("x", model::ScalarType::int32)}, 2);
}

TEST(Symbolic, FindsShortestRunsAndProvesWhatNoRunHits) {
  const Result result = solve(wide_counter(50, 20), {}, solver_only());
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 21);
  ASSERT_TRUE(result.goals[0].trace);
  EXPECT_EQ(result.goals[0].trace->steps.size(), 21u);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  EXPECT_EQ(result.goals[1].result.trust, model::Trust::proved);
  EXPECT_NE(result.goals[1].result.reason.find("induction"), std::string::npos);
  EXPECT_FALSE(result.proof.empty());
  EXPECT_EQ(result.stop, Stop::none);
}

// A control state of thirty values and what each of them stores, set together
// now and then, while a counter runs on: g0 is in one of them, with what
// another one stores.
TEST(Symbolic, ProvesWhatAControlStateSaysOfAVariable) {
  Description d;
  d.encode = [](TermManager& t) {
    model::Encoding e = blank(t, {1, 1, 4}, {1}, 1);
    const Term in = e.inputs[0];
    const auto stored = [&t](const Term& state) {
      return t.make(
          Op::bv_add,
          {t.make(Op::bv_mul, {state, t.bitvec(8, 37)}), t.bitvec(8, 11)});
    };
    const Term chosen = t.make(Op::bv_ult, {in, t.bitvec(8, 30)});
    e.init.next[1] = t.bitvec(8, 11);
    e.step.next[0] = t.ite(chosen, in, e.state[0].variable);
    e.step.next[1] = t.ite(chosen, stored(in), e.state[1].variable);
    e.step.next[2] = t.make(Op::bv_add, {e.state[2].variable, t.bitvec(32, 1)});
    const Term there = t.equal(e.state[0].variable, t.bitvec(8, 5));
    e.step.hits[0] = t.logical_and(
        there, t.equal(e.state[1].variable, stored(t.bitvec(8, 6))));
    return e;
  };
  SymbolicOptions symbolic;
  symbolic.patience = std::chrono::seconds(20);
  const Result result =
      solve(make_system(d, {whole_type("x", model::ScalarType::uint8)}, 1),
            {},
            symbolic);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::unreachable);
  EXPECT_NE(result.goals[0].result.reason.find("by induction over 1 step"),
            std::string::npos)
      << result.goals[0].result.reason;
}

TEST(Symbolic, ReachesFarWithWideInputs) {
  const Result result = solve(wide_counter(400, 400));
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 401);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
}

TEST(Symbolic, StopsAtTheBoundOnSteps) {
  Options options;
  options.max_steps = 20;
  Result result = solve(wide_counter(50, 20), options);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::not_within_bound);
  EXPECT_EQ(result.goals[0].result.depth, 20);
  EXPECT_EQ(result.stop, Stop::steps);
  options.max_steps = 21;
  result = solve(wide_counter(50, 20), options);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
}

TEST(Symbolic, InputsStayWithinTheirRanges) {
  model::StepSystem system = wide_counter(50, 3);
  system.inputs[0].lo = logic::Value::integer(-7);
  system.inputs[0].hi = logic::Value::integer(1000);
  system.inputs[0].domain = {system.inputs[0].lo, system.inputs[0].hi};
  EXPECT_EQ(solve(system).goals[0].result.status, GoalStatus::unreachable);
  system.inputs[0].hi = logic::Value::integer(1001);
  const Result result = solve(system, {}, solver_only());
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result.goals[0].trace->steps[i][0].as_int64(), 1001);
  }
}

TEST(Symbolic, SolvesArithmeticOfIntegersAndFloats) {
  Description d;
  d.encode = [](TermManager& t) {
    model::Encoding e = blank(t, {1}, {4, 4, 4}, 1);
    const Term stage = e.state[0].variable;
    const Term x = e.inputs[0];
    const Term f = t.make(Op::fp_from_bits, {e.inputs[2]}, {8, 24});
    const Term square = t.make(Op::bv_mul, {x, x});
    const Term sum = t.make(Op::bv_add, {square, e.inputs[1]});
    const Term fits = t.equal(sum, t.bitvec(32, 1764));
    const Term bound = t.constant(logic::Value::float32(2.5F));
    const Term above = t.make(Op::fp_lt, {bound, f});
    const Term pass = t.logical_and(fits, above);
    const Term more = t.make(Op::bv_add, {stage, t.bitvec(8, 1)});
    e.step.next[0] = t.ite(pass, more, t.bitvec(8, 0));
    const Term last = t.equal(stage, t.bitvec(8, 2));
    e.step.hits[0] = t.logical_and(last, pass);
    return e;
  };
  const model::StepSystem system =
      make_system(d,
                  {whole_type("x", model::ScalarType::int32),
                   whole_type("y", model::ScalarType::int32),
                   whole_type("f", model::ScalarType::float32)},
                  1);
  const Result result = solve(system);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 3);
}

// A step with x == 5 divides by zero once the counter is 2; with x == 9 it
// does what no encoding describes, once the counter is 4.
model::StepSystem trouble(bool with_gap) {
  Description d;
  d.encode = [with_gap](TermManager& t) {
    model::Encoding e = blank(t, {1}, {4}, 2);
    const Term n = e.state[0].variable;
    const auto at = [&](unsigned count, unsigned x) {
      const Term first = t.equal(n, t.bitvec(8, count));
      const Term second = t.equal(e.inputs[0], t.bitvec(32, x));
      return t.logical_and(first, second);
    };
    const Term crash = at(2, 5);
    const Term gap = with_gap ? at(4, 9) : t.boolean(false);
    const Term stops = t.logical_or(crash, gap);
    e.step.running = t.logical_not(stops);
    e.step.crashed = crash;
    e.step.unfaithful = gap;
    e.step.stops.push_back(
        {crash, StepOutcome::crashed, {"division by zero", {"a.c", 3, 5}}});
    e.step.stops.push_back(
        {gap, StepOutcome::unsupported, {"a strange call", {"a.c", 7, 1}}});
    const Term end = t.equal(n, t.bitvec(8, 6));
    const Term more = t.make(Op::bv_add, {n, t.bitvec(8, 1)});
    e.step.next[0] = t.ite(end, n, more);
    e.step.hits[0] = end;
    e.step.hits[1] = t.equal(n, t.bitvec(8, 7));
    return e;
  };
  return make_system(d, {whole_type("x", model::ScalarType::int32)}, 2);
}

TEST(Symbolic, FindsDefectsWithShortestRuns) {
  const Result result = solve(trouble(false), {}, solver_only());
  EXPECT_EQ(result.goals[0].result.depth, 7);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].outcome, StepOutcome::crashed);
  EXPECT_EQ(result.findings[0].event.text, "division by zero");
  EXPECT_EQ(result.findings[0].trace.steps.size(), 3u);
}

TEST(Symbolic, ProvesNothingBehindWhatIsNotEncoded) {
  Options options;
  options.max_steps = 12;
  const Result result = solve(trouble(true), options, solver_only());
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::undecided);
  EXPECT_NE(result.goals[1].result.reason.find("a strange call at a.c:7:1"),
            std::string::npos)
      << result.goals[1].result.reason;
  EXPECT_FALSE(result.closed);
  EXPECT_EQ(result.complete_depth, 4u);
}

// ---- against the explicit engine -------------------------------------------

std::map<std::string, std::size_t> crashes(const Result& result) {
  std::map<std::string, std::size_t> out;
  for (const Finding& f : result.findings) {
    if (f.outcome != StepOutcome::crashed) continue;
    const auto [at, fresh] = out.emplace(f.event.text, f.trace.steps.size());
    if (!fresh) at->second = std::min(at->second, f.trace.steps.size());
  }
  return out;
}

class SymbolicTables : public testing::TestWithParam<unsigned> {};

TEST_P(SymbolicTables, SayWhatTheExplicitEngineSays) {
  const bool lossy = GetParam() % 3 == 0;
  const model::StepSystem system =
      system_of(random_table(GetParam(), lossy, 12));
  Result expected = ExplicitEngine().explore(system, {}, {}, {});
  Options options;
  options.max_steps = lossy ? 15 : 0;
  for (const bool wander : {false, true}) {
    SymbolicOptions symbolic = solver_only();
    if (wander) symbolic.random_walk_steps = 500;
    Result result = solve(system, options, symbolic);
    confirm(system, result, {}, {});
    for (std::size_t g = 0; g < system.goals.size(); ++g) {
      const model::GoalResult& e = expected.goals[g].result;
      const model::GoalResult& r = result.goals[g].result;
      EXPECT_EQ(r.status, e.status) << "goal " << g << ": " << r.reason;
      if (e.status != GoalStatus::covered) continue;
      EXPECT_EQ(r.depth, e.depth) << "goal " << g;
      EXPECT_EQ(r.trust, model::Trust::replayed);
    }
    if (result.closed) {
      EXPECT_TRUE(expected.closed);
      EXPECT_EQ(crashes(result), crashes(expected));
    }
    if (!lossy) {
      EXPECT_EQ(result.stop, result.closed ? Stop::none : Stop::goals);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SymbolicTables, testing::Range(0U, 40U));

}  // namespace
}  // namespace catenary::engine::reach::test
