// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strategies for testers who look at the outputs.
#include "engine/contract/search/strategy_tree.h"

#include <gtest/gtest.h>

#include "engine/contract/search/split_search.h"
#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

/// A system that shows a side of its own choice, and a tester who is to press
/// at the side shown a step before.
Builder game(Role shown) {
  Builder out("game");
  out.boolean(Role::input, "press").boolean(shown, "side");
  out.requirement("r").contract("any", At::always, "", "true");
  return out;
}

Target same_side(Builder& builder, const model::Interface& interface) {
  return {interface.terms->boolean(false), builder.read("(= press' side)")};
}

std::string text(const suite::AdaptiveBranch& branch) {
  std::string out;
  for (const suite::ExpectedOutput& e : branch.when) {
    out += std::to_string(e.signal) + " " + suite::to_string(e.expectation);
  }
  return out + " -> " + std::to_string(branch.to);
}

TEST(StrategyTree, FollowsWhatItSees) {
  Builder builder = game(Role::output);
  const model::Interface interface = builder.build();
  const Target target = same_side(builder, interface);
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  // Nothing that is fixed before forces it.
  EXPECT_TRUE(search.sure(target, {}).empty());
  const Strategy strategy = search.force(target, {});
  ASSERT_EQ(strategy.forced, Forced::yes) << strategy.why_not;
  ASSERT_EQ(strategy.inputs.size(), 3U);
  ASSERT_EQ(strategy.next[0].size(), 2U);
  for (const suite::AdaptiveBranch& branch : strategy.next[0]) {
    ASSERT_EQ(branch.when.size(), 1U);
    EXPECT_EQ(*strategy.inputs[branch.to][0],
              std::get<Value>(branch.when[0].expectation))
        << text(branch);
  }
  // Both ways are there, each with an execution that takes it.
  ASSERT_EQ(strategy.ways.size(), 2U);
  for (const Strategy::Way& way : strategy.ways) {
    EXPECT_EQ(way.steps.size(), 2U);
    ASSERT_EQ(way.run.size(), 2U);
    EXPECT_EQ(way.run[1][0], way.run[0][1]);
    EXPECT_EQ(way.run[1][0], *strategy.inputs[way.steps[1]][0]);
  }
}

TEST(StrategyTree, IsNoLongerThanTheBound) {
  Builder builder = game(Role::output);
  const model::Interface interface = builder.build();
  const Target target = same_side(builder, interface);
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  EXPECT_EQ(search.force(target, 1).forced, Forced::not_within);
  EXPECT_EQ(search.force(target, 2).forced, Forced::yes);
}

TEST(StrategyTree, CannotFollowWhatIsHidden) {
  Builder builder = game(Role::hidden);
  const model::Interface interface = builder.build();
  const Target target = same_side(builder, interface);
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  EXPECT_EQ(strategy.forced, Forced::open);
  EXPECT_NE(strategy.why_not.find("cannot be seen"), std::string::npos);
  EXPECT_TRUE(strategy.inputs.empty());
}

TEST(StrategyTree, KnowsWhatNobodyCanForce) {
  Builder builder = game(Role::output);
  const model::Interface interface = builder.build();
  const Target target{builder.read("side'"), builder.read("side'")};
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  EXPECT_EQ(search.force(target, {}).forced, Forced::no);
}

/// The side is hidden, but an echo of it is shown a step later.
TEST(StrategyTree, RemembersWhatItLearnt) {
  Builder builder("echo");
  builder.boolean(Role::input, "press")
      .boolean(Role::hidden, "side")
      .boolean(Role::output, "echo");
  builder.requirement("r")
      .contract("kept", At::step, "", "(= side' side)")
      .contract("told", At::step, "", "(= echo' side)");
  const model::Interface interface = builder.build();
  const Target target{interface.terms->boolean(false),
                      builder.read("(= press' side)")};
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  ASSERT_EQ(strategy.forced, Forced::yes) << strategy.why_not;
  // A guess may hit, so not every run needs the third step.
  for (const Strategy::Way& way : strategy.ways) {
    EXPECT_LE(way.run.size(), 3U);
  }
}

/// Outputs that are alike in what matters are asked for together.
TEST(StrategyTree, AsksAboutAsLittleAsWillDo) {
  Builder builder("little");
  builder.boolean(Role::input, "press")
      .boolean(Role::output, "noise")
      .integer(Role::output, "level", 0, 99)
      .boolean(Role::output, "other");
  builder.requirement("r").contract("any", At::always, "", "true");
  const model::Interface interface = builder.build();
  const Target target{interface.terms->boolean(false),
                      builder.read("(= press' (> level 40))")};
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  ASSERT_EQ(strategy.forced, Forced::yes) << strategy.why_not;
  ASSERT_EQ(strategy.next[0].size(), 2U);
  std::set<std::string> asked;
  for (const suite::AdaptiveBranch& branch : strategy.next[0]) {
    ASSERT_EQ(branch.when.size(), 1U);
    EXPECT_EQ(branch.when[0].signal, 1U);
    asked.insert(suite::to_string(branch.when[0].expectation));
  }
  EXPECT_EQ(asked, (std::set<std::string>{"[0, 40]", "[41, 99]"}));
}

/// Systems keep away from where they could not go on, so that some of what
/// executions do is not done by any of them.
TEST(StrategyTree, ProvesNothingOfRequirementsWithDeadEnds) {
  Builder builder("dead");
  builder.boolean(Role::input, "x").integer(Role::output, "mode", 0, 2);
  builder.requirement("r")
      .contract("a", At::step, "(= mode 2)", "(and (= mode' 1) (= mode' 0))")
      .contract("b", At::init, "", "(not (= mode' 0))")
      .contract("c", At::step, "(= mode 1)", "(= mode' 1)");
  const model::Interface interface = builder.build();
  const Target target{builder.read("(= mode' 1)"), builder.read("(= mode' 1)")};
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  EXPECT_TRUE(search.has_dead_ends());
  const Strategy strategy = search.force(target, {});
  EXPECT_EQ(strategy.forced, Forced::open);
  EXPECT_NE(strategy.why_not.find("come to an end"), std::string::npos);
}

/// Executions that have met the target go along with those that have not.
TEST(StrategyTree, BreaksNoPromiseToAnybody) {
  Builder builder("promise");
  builder.boolean(Role::input, "press")
      .boolean(Role::hidden, "h")
      .boolean(Role::output, "o");
  builder.promise("e", "(or h (not press'))");
  builder.requirement("r")
      .contract("a", At::step, "", "(= h' h)")
      .contract("b", At::always, "", "(= o' press')");
  const model::Interface interface = builder.build();
  const Target target{builder.read("(= press' h')"),
                      builder.read("(= press' h)")};
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  EXPECT_EQ(strategy.forced, Forced::open) << strategy.inputs.size();
}

TEST(StrategyTree, SaysThatThereAreTooManyAnswers) {
  Builder builder("many");
  builder.integer(Role::input, "x", 0, 299).integer(Role::output, "o", 0, 299);
  builder.requirement("r").contract("any", At::always, "", "true");
  const model::Interface interface = builder.build();
  const Target target{interface.terms->boolean(false),
                      builder.read("(= x' o)")};
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  EXPECT_EQ(strategy.forced, Forced::open);
  EXPECT_NE(strategy.why_not.find("more than 256 answers"), std::string::npos)
      << strategy.why_not;
}

/// One of two ways has a step at which no assumption holds.
TEST(StrategyTree, HasNoStepsThatAskNothing) {
  Builder builder("half");
  builder.boolean(Role::input, "press")
      .boolean(Role::output, "side")
      .boolean(Role::output, "z");
  builder.requirement("r")
      .contract("a", At::init, "true", "(not z')")
      .contract("b", At::step, "side", "z'");
  const model::Interface interface = builder.build();
  const Target target{interface.terms->boolean(false),
                      builder.read("(= press' side)")};
  FiniteSearch search(interface, Triggering::any, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  EXPECT_EQ(strategy.forced, Forced::open);
  EXPECT_NE(strategy.why_not.find("ask nothing"), std::string::npos)
      << strategy.why_not;
  FiniteSearch free(interface, Triggering::none, std::vector{target}, {});
  EXPECT_EQ(free.force(target, {}).forced, Forced::yes);
}

/// A step that ends the test for some answers needs no branch for them.
TEST(StrategyTree, EndsWhereAllIsDone) {
  Builder builder("done");
  builder.boolean(Role::input, "press").boolean(Role::output, "done");
  builder.requirement("r")
      .contract("late", At::step, "(not done)", "(=> press' done')")
      .contract("first", At::init, "", "true");
  const model::Interface interface = builder.build();
  const Target target{builder.read("done'"), builder.read("done'")};
  FiniteSearch search(interface, Triggering::none, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  ASSERT_EQ(strategy.forced, Forced::yes) << strategy.why_not;
  ASSERT_EQ(strategy.inputs.size(), 2U);
  ASSERT_EQ(strategy.next[0].size(), 1U);
  EXPECT_EQ(text(strategy.next[0][0]), "0 false -> 1");
  ASSERT_EQ(strategy.ways.size(), 2U);
}

/// Beside a component that goes along, its outputs are counted rightly.
TEST(StrategyTree, OfOneComponentIsOneOfTheWhole) {
  Builder builder("two");
  builder.boolean(Role::output, "aside")
      .boolean(Role::input, "press")
      .boolean(Role::input, "other")
      .boolean(Role::output, "side")
      .boolean(Role::output, "copy");
  builder.requirement("r")
      .contract("any", At::always, "", "(or side' (not side'))")
      .contract("copies", At::always, "", "(= copy' other')");
  const model::Interface interface = builder.build();
  const Target target{interface.terms->boolean(false),
                      builder.read("(= press' side)")};
  SplitSearch search(interface, Triggering::none, std::vector{target}, {});
  const Strategy strategy = search.force(target, {});
  ASSERT_EQ(strategy.forced, Forced::yes) << strategy.why_not;
  for (const suite::AdaptiveBranch& branch : strategy.next[0]) {
    ASSERT_EQ(branch.when.size(), 1U);
    EXPECT_EQ(branch.when[0].signal, 1U);  // aside, side, copy
    EXPECT_TRUE(strategy.inputs[branch.to][2]) << "every input has a value";
  }
  for (const Strategy::Way& way : strategy.ways) {
    for (const Snapshot& step : way.run) EXPECT_EQ(step[4], step[2]);
  }
}

}  // namespace
}  // namespace catenary::engine::contract
