// SPDX-License-Identifier: Apache-2.0
#include "model/step/goal_selection.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "model/step/follower.h"
#include "unit/engine/reach/term_systems.h"

namespace catenary::model {
namespace {

namespace fake = engine::reach::test;
using Numbers = std::vector<std::uint32_t>;

constexpr std::uint32_t kGoals = 70;

/// Each step hits the goal that its input names, goal 0 and, in the
/// initialisation, goal 69.
StepSystem echo() {
  fake::FakeProgram program;
  program.goals = kGoals;
  program.init = [](auto&, const auto&) {
    return fake::Effect{StepOutcome::running, {69}, ""};
  };
  program.step = [](auto&, const std::vector<int>& inputs) {
    return fake::Effect{StepOutcome::running,
                        {0, static_cast<std::uint32_t>(inputs.at(0))},
                        ""};
  };
  return fake::make_system(program, {static_cast<int>(kGoals)});
}

Trace inputs(std::initializer_list<int> values) {
  Trace out;
  for (const int v : values) out.steps.push_back({logic::Value::integer(v)});
  return out;
}

TEST(GoalSelection, HitsOfOtherGoalsAreLeftOut) {
  const StepSystem some = select_goals(echo(), {{3, 64, 69}, {}});
  ASSERT_EQ(some.goals.size(), 3U);
  EXPECT_EQ(some.goals[1].id, "g64");
  const auto stepper = some.factory->make();
  const Simulation run = simulate(some, *stepper, inputs({64, 5, 3}));
  EXPECT_EQ(run.initial.hits, Numbers{2});
  EXPECT_EQ(run.steps[0].hits, Numbers{1});
  EXPECT_EQ(run.steps[1].hits, Numbers{});
  EXPECT_EQ(run.steps[2].hits, Numbers{0});
}

TEST(GoalSelection, StepsFromSavedStatesHitTheSame) {
  const StepSystem some = select_goals(echo(), {{64}, {}});
  const auto stepper = some.factory->make();
  const Alphabet letters(some.inputs);
  ASSERT_EQ(stepper->reset(nullptr), StepOutcome::running);
  std::vector<std::byte> from(stepper->state_bytes()), to(from.size());
  stepper->save(from.data());
  for (const std::size_t input : {63U, 64U, 65U}) {
    (void)stepper->step_from(from.data(), letters.letter(input), to.data());
    EXPECT_EQ(stepper->hits()[0], input == 64 ? 1U : 0U) << input;
  }
}

TEST(GoalSelection, PairsHaveTheNewIndices) {
  StepSystem all = echo();
  all.pair_goals.resize(2);
  all.pair_goals[0].pairs = {{1, 2}};
  all.pair_goals[1].goal.id = "kept";
  all.pair_goals[1].pairs = {{2, 9}, {9, 66}};
  const StepSystem some = select_goals(all, {{2, 9, 66}, {1}});
  ASSERT_EQ(some.pair_goals.size(), 1U);
  EXPECT_EQ(some.pair_goals[0].goal.id, "kept");
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(some.pair_goals[0].pairs, (Pairs{{0, 1}, {1, 2}}));
  EXPECT_THROW((void)select_goals(all, {{2, 66}, {1}}), base::InternalError);
}

/// Goals 0 and 1: whether the step has an input of 0 or 1.
StepSystem of_terms() {
  fake::Description d;
  d.encode = [](logic::TermManager& t) {
    Encoding e = fake::blank(t, {1}, {1}, 2);
    for (std::uint64_t v = 0; v < 2; ++v) {
      e.step.hits[v] = t.make(logic::Op::equal, {e.inputs[0], t.bitvec(8, v)});
    }
    return e;
  };
  return fake::make_system(d, {fake::whole_type("i", ScalarType::uint8)}, 2);
}

TEST(GoalSelection, EncodingsHaveTheSameHits) {
  const StepSystem all = of_terms();
  const StepSystem some = select_goals(all, {{1}, {}});
  logic::TermManager terms;
  const Encoding whole = all.encoder->encode(terms, {}, {});
  const Encoding part = some.encoder->encode(terms, {}, {});
  ASSERT_EQ(part.step.hits.size(), 1U);
  ASSERT_EQ(part.init.hits.size(), 1U);
  EXPECT_EQ(part.step.hits[0], whole.step.hits[1]);
  EXPECT_EQ(dynamic_cast<const PathEncoder*>(some.encoder.get()), nullptr);
}

/// Hits of goal 0, of goal 2, and of one of both.
class TwoHits final : public PlainProgram {
 public:
  std::string wait(const base::Budget&) override { return ""; }
  std::vector<bool> observable_goals() const override {
    return {true, false, true};
  }
  std::vector<bool> observable_state(const StepSystem&) const override {
    return {};
  }
  PlainSeen observe(const StepSystem&,
                    const PlainJob&,
                    const base::Budget&) override {
    PlainSeen seen;
    seen.hits = {{{0}, 1}, {{2}, 2}, {{0, 2}, 3}};
    return seen;
  }
  std::vector<PlainGiven> given(const StepSystem&,
                                const PlainJob&,
                                const base::Budget&) override {
    return {};
  }
  std::unique_ptr<PlainProgram> otherwise(const base::Budget&) override {
    return std::make_unique<TwoHits>();
  }
  void keep(std::shared_ptr<void>) override {}
};

// Where it is not known which of several goals was hit, it may be another one.
TEST(GoalSelection, PlainProgramsObserveTheKeptGoals) {
  const auto some = select_goals(std::make_shared<TwoHits>(), {{1, 2}, {}});
  EXPECT_EQ(some->observable_goals(), (std::vector<bool>{false, true}));
  const auto other = some->otherwise({});
  for (PlainProgram* program : {some.get(), other.get()}) {
    const PlainSeen seen = program->observe({}, {}, {});
    ASSERT_EQ(seen.hits.size(), 1U);
    EXPECT_EQ(seen.hits[0].goals, Numbers{1});
    EXPECT_EQ(seen.hits[0].step, 2);
  }
  EXPECT_EQ(select_goals(std::shared_ptr<PlainProgram>(), {}), nullptr);
}

}  // namespace
}  // namespace catenary::model
