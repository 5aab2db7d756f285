// SPDX-License-Identifier: Apache-2.0
#include "app/generate/goals/chosen_goals.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::app {
namespace {

namespace fake = engine::reach::test;
using Names = std::vector<std::string>;

/// Goals g0 to g5, of which g2 to g5 are vectors; m1 needs g2 and g3, or g4
/// and g5.
model::StepSystem with_pairs() {
  fake::FakeProgram program;
  program.goals = 6;
  model::StepSystem out = fake::make_system(program, {2});
  for (std::size_t g = 2; g < 6; ++g) {
    out.goals[g].kind = model::GoalKind::vector;
  }
  out.pair_goals.resize(1);
  out.pair_goals[0].goal.id = "m1";
  out.pair_goals[0].pairs = {{2, 3}, {4, 5}};
  return out;
}

model::StepSystem kept(const Names& ids) {
  model::StepSystem out = with_pairs();
  std::shared_ptr<model::PlainProgram> none;
  keep_goals(ids, out, none);
  return out;
}

Names ids_of(const model::StepSystem& system) {
  Names out;
  for (const model::Goal& g : system.goals) out.push_back(g.id);
  return out;
}

TEST(ChosenGoals, KeepsTheOrderOfTheModel) {
  EXPECT_EQ(ids_of(kept({"g1", "g0", "g1"})), (Names{"g0", "g1"}));
  EXPECT_TRUE(kept({"g1"}).pair_goals.empty());
  EXPECT_EQ(kept({}).goals.size(), 6U) << "all";
}

TEST(ChosenGoals, AGoalOfPairsHasItsVectors) {
  const model::StepSystem some = kept({"m1", "g1"});
  EXPECT_EQ(ids_of(some), (Names{"g1", "g2", "g3", "g4", "g5"}));
  ASSERT_EQ(some.pair_goals.size(), 1U);
  EXPECT_EQ(some.goals[1].kind, model::GoalKind::vector);
}

// A suite does not list vectors, so that nothing would be said of it.
TEST(ChosenGoals, AVectorThatIsNamedIsAGoalOfItsOwn) {
  const model::StepSystem some = kept({"g4"});
  ASSERT_EQ(ids_of(some), Names{"g4"});
  EXPECT_EQ(some.goals[0].kind, model::GoalKind::other);
  EXPECT_EQ(kept({"g4", "m1"}).goals[2].kind, model::GoalKind::vector);
}

TEST(ChosenGoals, SaysWhichGoalThereIsNot) {
  const auto fault = [](const std::string& id) -> std::string {
    try {
      (void)kept({"g0", id});
    } catch (const base::InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(fault("m2").find("--goal 'm2' is not a goal of the model; did you "
                             "mean 'm1'?"),
            std::string::npos);
  EXPECT_NE(fault("else").find("there are: g0, g1, m1"), std::string::npos);
}

}  // namespace
}  // namespace catenary::app
