// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/search/split_search.h"

#include <gtest/gtest.h>

#include "engine/contract/testing/expectations.h"
#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

/// Two counters that share the input x; a goes up with x, b goes up without
/// it. `forbid`: b is never let beyond 1. One purpose, p.
model::Interface counters(bool forbid, const std::string& purpose = "x'") {
  Builder builder("counters");
  builder.boolean(Role::input, "x").boolean(Role::input, "y");
  builder.integer(Role::output, "a", 0, 5).integer(Role::output, "b", 0, 5);
  builder.requirement("ra")
      .contract("a0", At::init, "", "(= a' 0)")
      .contract("a1", At::step, "", "(= a' (ite (and x' (< a 5)) (+ a 1) a))");
  builder.requirement("rb")
      .contract("b0", At::init, "", "(= b' 0)")
      .contract("b1", At::step, "", "(= b' (ite (or x' (= b 5)) b (+ b 1)))");
  if (forbid) builder.contract("b2", At::always, "", "(<= b' 1)");
  builder.purpose("p", "", purpose);
  return builder.build();
}

Target target_of(const model::Interface& interface) {
  const model::Purpose& p = interface.purposes.front();
  return {model::formula_at(interface, p, true),
          model::formula_at(interface, p, false)};
}

TEST(SplitSearch, SuitsWhatFallsApart) {
  const model::Interface two = counters(false);
  EXPECT_TRUE(SplitSearch::suits(Structure(two), Triggering::any));
  EXPECT_EQ(all_components(Structure(two)).size(), 3U);  // y is by itself
  Builder builder("tied");
  builder.boolean(Role::input, "x").integer(Role::output, "a", 0, 5);
  builder.integer(Role::output, "b", 0, 5);
  builder.requirement("r").contract("c", At::always, "", "(<= a' b')");
  const model::Interface tied = builder.build();
  // Only x is apart.
  EXPECT_EQ(all_components(Structure(tied)).size(), 2U);
}

TEST(SplitSearch, IsNotForStepsThatMayAskNothing) {
  Builder builder("asked");
  builder.boolean(Role::input, "x").boolean(Role::output, "a");
  builder.boolean(Role::output, "b");
  builder.requirement("r")
      .contract("c", At::always, "x'", "a'")
      .contract("d", At::always, "(not x')", "b'");
  const model::Interface interface = builder.build();
  const Structure structure(interface);
  EXPECT_FALSE(SplitSearch::suits(structure, Triggering::any));
  EXPECT_TRUE(SplitSearch::suits(structure, Triggering::none));
}

/// What it finds is what a search of the whole finds.
TEST(SplitSearch, AgreesWithTheWhole) {
  for (const bool forbid : {false, true}) {
    for (const char* text : {"(= a' 3)",
                             "(= b' 2)",
                             "(and (= a' 2) (= b' 1))",
                             "(and (= a' 1) (= b' 3))",
                             "(and (= b' 1) y')",
                             "x'"}) {
      const model::Interface interface = counters(forbid, text);
      const Target target = target_of(interface);
      const std::vector<Target> targets{target};
      SplitSearch split(interface, Triggering::none, targets, {});
      FiniteSearch whole(interface, Triggering::none, targets, {});
      std::vector<Snapshot> run;
      std::vector<Snapshot> reference;
      const Reached reached = split.shortest(target, 12, run);
      ASSERT_EQ(reached, whole.shortest(target, 12, reference)) << text;
      ASSERT_EQ(run.size(), reference.size()) << text;
      if (reached != Reached::yes) continue;
      // Every contract holds on it.
      EXPECT_FALSE(whole.along(target, inputs_of(interface, run)).empty());
      const InputSequence open = split.generalise(target, run);
      EXPECT_EQ(split.guaranteed(target, open), whole.guaranteed(target, open))
          << text;
      EXPECT_EQ(split.along(target, open).size(), run.size());
    }
  }
}

/// The shortest way to a = 3 leaves b at 0; with a step of waiting first, b is
/// beyond what is allowed only where nobody looks.
TEST(SplitSearch, OthersMustBeAbleToGoAlong) {
  const model::Interface interface = counters(true, "(= a' 3)");
  const Target target = target_of(interface);
  const std::vector<Target> targets{target};
  SplitSearch split(interface, Triggering::none, targets, {});
  InputSequence inputs(6);
  for (auto& step : inputs) {
    step.assign(interface.variables.size(), std::nullopt);
    step[*interface.find_variable("x")] = b(false);
  }
  for (const std::size_t s : {3U, 4U, 5U}) {
    inputs[s][*interface.find_variable("x")] = b(true);
  }
  EXPECT_TRUE(split.along(target, inputs).empty());
  // Waiting once is allowed.
  inputs.erase(inputs.begin(), inputs.begin() + 1);
  EXPECT_FALSE(split.along(target, inputs).empty());
}

TEST(ExpectationMaker, AnInputThatNobodyMayGetIsSaid) {
  // The contract about inputs alone has no output: what is said stands at o.
  Builder builder("inputs");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r")
      .contract("c", At::always, "", "(not x')")
      .contract("d", At::always, "", "o'");
  const model::Interface interface = builder.build();
  InputSequence open(1);
  open[0].resize(interface.variables.size());
  const Expectations expected = ExpectationMaker(interface).make(open);
  EXPECT_TRUE(expected.exact);
  ASSERT_EQ(expected.steps[0].size(), 1U);
  EXPECT_TRUE(
      std::holds_alternative<suite::Formula>(expected.steps[0][0].expectation));
}

}  // namespace
}  // namespace catenary::engine::contract
