// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs by sets of values, and backwards from goals within them: on random
/// programs they say nothing but what trying every input of every state does.
#include "engine/abstraction/inductive_invariant.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "engine/abstraction/projection.h"
#include "engine/classes/exhaust.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "logic/term/evaluate/evaluate.h"
#include "model/step/follower.h"
#include "unit/engine/c_program.h"
#include "unit/engine/random_step_program.h"

namespace catenary::engine::abstraction {
namespace {

using model::GoalStatus;
using test::program;
using test::RandomStepProgram;

/// By sets alone, from this many states.
reach::Result prove(const model::StepSystem& system, std::size_t states = 20) {
  base::Budget budget;
  budget.set_time(std::chrono::seconds(5));
  reach::Result nothing;
  nothing.goals.resize(system.goals.size());
  return prove_by_projection(
      system, {.whole_states = states, .rounds = 0}, {}, nothing, budget, {});
}

class Sets : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Sets, SayOnlyWhatAllRunsSay) {
  const std::string text =
      RandomStepProgram(GetParam(), 7, GetParam() % 2 == 0 ? "int" : "char")
          .text();
  SCOPED_TRACE(text);
  const model::StepSystem system = program(text, {"branch", "ub"});
  ASSERT_TRUE(classes::can_exhaust(system));
  if (!system.exhaustive()) return;
  const reach::Result all = reach::ExplicitEngine().explore(system, {}, {}, {});
  ASSERT_TRUE(all.closed);
  reach::Result proved = prove(system, 2);
  EXPECT_EQ(proved.contradiction, "");
  reach::confirm(system, proved, {}, {});
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    const model::GoalResult& said = proved.goals[g].result;
    if (said.status == GoalStatus::undecided) continue;
    EXPECT_EQ(said.status, all.goals[g].result.status)
        << system.goals[g].id << ": " << said.reason;
  }
  if (proved.closed) {
    EXPECT_EQ(proved.findings.size(), all.findings.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Sets, testing::Range<std::uint64_t>(1, 41));

/// A counter makes states many.
const char* const kModes = R"c(
int a;
static int mode, size, mirror = 3, passed;
void step(void) {
  CATENARY_INPUT(a);
  switch (mode) {
    case 0: if (a > 1000) { mode = 1; size = a % 4; } break;
    case 1: if (a < -1000) mode = 2; else if (a == 5) { mode = 3; size = 2; }
      break;
    case 2: if (a == 77) mode = 0; break;
    default: if (a == 9) mode = size == 2 ? 0 : 4; break;
  }
  mirror = 3 - size;
  passed = passed + 1;
  CATENARY_GOAL("two", mode == 2);
  CATENARY_GOAL("large", size > 3);
  CATENARY_GOAL("torn", size + mirror != 3);
  CATENARY_GOAL("four", mode == 4);
  CATENARY_GOAL("negative", size < 0);
}
)c";

TEST(InductiveInvariant, AreOfValuesOfLocationsAndOfPairs) {
  const model::StepSystem system = program(kModes, {});
  const reach::Result proved = prove(system);
  ASSERT_EQ(system.goals.size(), 5U);
  for (const std::size_t never : {1, 2, 3, 4}) {
    EXPECT_EQ(proved.goals[never].result.status, GoalStatus::unreachable)
        << system.goals[never].id;
    EXPECT_NE(proved.goals[never].result.reason.find("control locations"),
              std::string::npos)
        << proved.goals[never].result.reason;
  }
  EXPECT_NE(proved.goals[0].result.status, GoalStatus::unreachable);
  EXPECT_TRUE(proved.closed);
}

/// `a` and `b` each have both values in mode 2, but not both 1.
const char* const kTogether = R"c(
int x;
static int mode, a, b, passed;
void step(void) {
  CATENARY_INPUT(x);
  if (mode == 0 && x == 123456) { mode = 1; a = 1; b = 0; }
  else if (mode == 0 && x == 7) { mode = 1; a = 0; b = 1; }
  else if (mode == 1 && x == 8) mode = 2;
  else if (mode == 2 && x == 9) mode = a == 1 && b == 1 ? 3 : 0;
  passed = passed + 1;
  CATENARY_GOAL("both", mode == 3);
}
)c";

TEST(BackwardCubes, ProveWhatNoSingleVariableSays) {
  const model::StepSystem system = program(kTogether, {});
  const reach::Result proved = prove(system);
  EXPECT_EQ(proved.goals[0].result.status, GoalStatus::unreachable);
}

// What leads to a goal may be simpler than how: one of both always happens.
TEST(BackwardCubes, AskForBothOutcomesOfOneQuestion) {
  const model::StepSystem system = program(R"c(
int x, o;
static int mode, a, b, passed;
void step(void) {
  CATENARY_INPUT(x);
  if (mode == 3) { if (x > 100) o = 1; else o = 2; }
  CATENARY_GOAL("more", mode == 3 && x > 100);
  CATENARY_GOAL("less", mode == 3 && x <= 100);
  if (mode == 0 && x == 123456) { mode = 1; a = 1; b = 0; }
  else if (mode == 0 && x == 7) { mode = 1; a = 0; b = 1; }
  else if (mode == 1 && x == 8) mode = 2;
  else if (mode == 2 && x == 9) mode = a == 1 && b == 1 ? 3 : 0;
  passed = passed + 1;
}
)c",
                                           {"branch"});
  const reach::Result proved = prove(system);
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    const std::string& id = system.goals[g].id;
    if (id != "more" && id != "less") continue;
    EXPECT_EQ(proved.goals[g].result.status, GoalStatus::unreachable) << id;
  }
}

// Without time for any exploration the initial states are known.
TEST(InductiveInvariant, BeginWithTheInitialStates) {
  const model::StepSystem system = program(kModes, {});
  base::Budget budget;
  budget.set_time(std::chrono::seconds(5));
  reach::Result nothing;
  nothing.goals.resize(system.goals.size());
  const reach::Result proved =
      prove_by_projection(system,
                          {.whole_states = 20,
                           .whole_time = std::chrono::milliseconds(0),
                           .rounds = 0},
                          {},
                          nothing,
                          budget,
                          {});
  EXPECT_NE(proved.goals[0].result.status, GoalStatus::unreachable);
  EXPECT_EQ(proved.goals[1].result.status, GoalStatus::unreachable);
}

/// The run needs the value that a variable had some steps before.
TEST(BackwardCubes, ContinueRunsToWhatTheyReach) {
  const model::StepSystem system = program(R"c(
int a;
static int mode, kept, passed;
void step(void) {
  CATENARY_INPUT(a);
  if (mode == 0 && a > 0 && a < 40) { mode = 1; kept = a; }
  else if (mode == 1 && a == 12345) mode = 2;
  else if (mode == 2 && a == -77) mode = 3;
  else if (mode == 3 && a == 4 * kept) { mode = kept == 33 ? 4 : 0; kept = 0; }
  passed = passed + 1;
  CATENARY_GOAL("four", mode == 4);
  CATENARY_GOAL("five", mode == 4 && kept != 0);
}
)c",
                                           {});
  reach::Result found = prove(system);
  EXPECT_EQ(found.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(found.goals[1].result.status, GoalStatus::unreachable);
  reach::confirm(system, found, {}, {});
  EXPECT_EQ(found.goals[0].result.trust, model::Trust::replayed);
}

TEST(InductiveInvariant, ProveNothingWhereOtherThingsMayHappen) {
  const model::StepSystem system = program(R"c(
int a, o;
static int mode, count;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_GOAL("never", mode == 3);
  if (mode == 1 && a == 123456) o = 100 / (a - 123456);
  mode = a > 5;
  count = count + 1;
}
)c",
                                           {});
  const reach::Result proved = prove(system);
  EXPECT_EQ(proved.goals[0].result.status, GoalStatus::unreachable);
  EXPECT_FALSE(proved.closed && proved.findings.empty());
}

// All paths of a step at once say what each of them says.
TEST(InductiveInvariant, StepsFromALocationAreThoseOfSinglePaths) {
  const model::StepSystem system = program(kModes, {});
  const auto* encoder =
      dynamic_cast<const model::PathEncoder*>(system.encoder.get());
  ASSERT_NE(encoder, nullptr);
  logic::TermManager terms;
  const base::Budget budget;
  const auto follower = encoder->follower(terms, {}, budget);
  const std::vector<model::StateSlot>& slots = follower->state();
  const auto bits = [](long n) { return logic::Value::bitvec(32, n); };
  for (const long mode : {0, 1, 2, 3, 4}) {
    std::vector<std::optional<logic::Value>> known(slots.size());
    std::size_t control = 0;
    for (std::size_t k = 0; k < slots.size(); ++k) {
      if (slots[k].name.find("mode") != std::string::npos) control = k;
    }
    known[control] = bits(mode);
    const model::EncodedPart all = follower->step_where(known);
    for (const long a : {5L, 2000L, -2000L, 77L, 9L, 0L}) {
      logic::Assignment values;
      std::vector<logic::Value> state;
      for (std::size_t k = 0; k < slots.size(); ++k) {
        state.push_back(k == control ? bits(mode) : bits(2));
        values.set(slots[k].variable, state.back());
      }
      values.set(follower->inputs()[0], bits(a));
      const auto one = follower->follow_step(state, {bits(a)});
      logic::Evaluator evaluator(values);
      for (std::size_t k = 0; k < slots.size(); ++k) {
        EXPECT_EQ(evaluator.evaluate(all.next[k]),
                  evaluator.evaluate(one.part.next[k]))
            << slots[k].name << " from mode " << mode << " by " << a;
      }
      for (std::size_t g = 0; g < system.goals.size(); ++g) {
        EXPECT_EQ(evaluator.evaluate(all.hits[g]),
                  evaluator.evaluate(one.part.hits[g]));
      }
      EXPECT_EQ(evaluator.evaluate(all.running),
                evaluator.evaluate(one.part.running));
    }
  }
}

}  // namespace
}  // namespace catenary::engine::abstraction
