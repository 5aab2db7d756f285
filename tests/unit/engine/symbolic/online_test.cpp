// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of symbolic states: what is allowed after what was seen.
#include "engine/symbolic/online.h"

#include <gtest/gtest.h>

#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using logic::Value;

std::vector<Value> ints(long long n) {
  return {Value::integer(n)};
}

TEST(Online, FollowsTheCashMachine) {
  const model::TimedAutomaton atm = cash_machine();
  const auto channel = [&](const char* name) {
    return *atm.find_channel(name);
  };
  Online online(atm, {}, base::Budget());
  EXPECT_EQ(online.silence(1000), Allowed::yes);
  EXPECT_EQ(online.event(3, channel("Cash"), ints(1)), Allowed::no);
  EXPECT_EQ(online.event(3, channel("Withdraw"), ints(0)), Allowed::no);
  EXPECT_EQ(online.event(3, channel("Withdraw"), ints(60)), Allowed::yes);
  // Cash is due within 10.
  EXPECT_EQ(online.expected(), "Cash(60) after [0, 10]; silence of [0, 10)");
  EXPECT_EQ(online.silence(mpq_class(19, 2)), Allowed::yes);
  EXPECT_EQ(online.silence(10), Allowed::no);
  EXPECT_EQ(online.silence_before(10), Allowed::yes);
  EXPECT_EQ(online.silence_before(11), Allowed::no);
  EXPECT_EQ(online.event(11, channel("Cash"), ints(60)), Allowed::no);
  EXPECT_EQ(online.event(10, channel("Cash"), ints(59)), Allowed::no);
  EXPECT_EQ(online.event(10, channel("Cash"), ints(60)), Allowed::yes);
  // 40 are left.
  EXPECT_EQ(online.event(0, channel("Withdraw"), ints(41)), Allowed::yes);
  EXPECT_EQ(online.event(1, channel("Cash"), ints(41)), Allowed::no);
  EXPECT_EQ(online.event(2, channel("Refused"), ints(41)), Allowed::yes);
  EXPECT_EQ(online.event(5, channel("Balance"), ints(40)), Allowed::yes);
  EXPECT_EQ(online.states(), 1U);
  online.reset();
  EXPECT_EQ(online.event(0, channel("Withdraw"), ints(100)), Allowed::yes);
  EXPECT_EQ(online.event(0, channel("Cash"), ints(100)), Allowed::yes);
}

TEST(Online, RemembersWhatOutputsRevealOfHiddenValues) {
  const model::TimedAutomaton a = Builder()
                                      .variable("h", kInt)
                                      .output("Show", {kInt})
                                      .states({"A"})
                                      .transition("show", "A", "A")
                                      .send("Show", {"h"})
                                      .build();
  Online online(a, {}, base::Budget());
  EXPECT_EQ(online.event(0, 0, ints(7)), Allowed::yes);
  EXPECT_EQ(online.event(0, 0, ints(8)), Allowed::no);
  EXPECT_EQ(online.event(0, 0, ints(7)), Allowed::yes);
}

TEST(Online, KeepsAllStatesANondeterministicSystemMayBeIn) {
  const model::TimedAutomaton a = Builder()
                                      .input("In")
                                      .output("One")
                                      .output("Two")
                                      .states({"A", "B", "C"})
                                      .transition("b", "A", "B")
                                      .receive("In")
                                      .transition("c", "A", "C")
                                      .receive("In")
                                      .transition("one", "B", "B")
                                      .send("One")
                                      .transition("two", "C", "C")
                                      .send("Two")
                                      .build();
  Online online(a, {}, base::Budget());
  EXPECT_EQ(online.event(1, 0, {}), Allowed::yes);
  EXPECT_EQ(online.states(), 2U);
  EXPECT_EQ(online.event(1, 2, {}), Allowed::yes);
  EXPECT_EQ(online.states(), 1U);
  EXPECT_EQ(online.event(1, 1, {}), Allowed::no);
}

TEST(Online, TakesHiddenStepsWhenTheyCanBeTaken) {
  // Between 2 and 3 the system goes over to B, from where it answers within 4.
  const model::TimedAutomaton a = Builder()
                                      .clock("cl")
                                      .output("Out")
                                      .states({"A", "B", "C"})
                                      .transition("step", "A", "B")
                                      .guard("(and (<= 2.0 cl) (<= cl 3.0))")
                                      .assign("cl", "0.0")
                                      .transition("out", "B", "C")
                                      .guard("(<= cl 4.0)")
                                      .send("Out")
                                      .build();
  Online online(a, {}, base::Budget());
  EXPECT_EQ(online.event(1, 0, {}), Allowed::no);
  EXPECT_EQ(online.event(8, 0, {}), Allowed::no);
  // It need not go over: A may be silent for ever.
  EXPECT_EQ(online.silence(100), Allowed::yes);
  EXPECT_EQ(online.event(7, 0, {}), Allowed::yes);
}

TEST(Online, EndsWithEndlessHiddenSteps) {
  const model::TimedAutomaton a = Builder()
                                      .variable("n", kInt, "0")
                                      .output("Out", {kInt})
                                      .states({"A"})
                                      .transition("step", "A", "A")
                                      .assign("n", "(+ n 1)")
                                      .transition("out", "A", "A")
                                      .send("Out", {"n"})
                                      .build();
  Online online(a, {}, base::Budget());
  EXPECT_EQ(online.event(1, 0, ints(3)), Allowed::yes);
  EXPECT_EQ(online.event(1, 0, ints(-1)), Allowed::undecided);
}

TEST(Online, StimulatesWithWhatTheModelSpecifies) {
  const model::TimedAutomaton a =
      Builder()
          .variable("x", kInt)
          .clock("cl")
          .input("In", {kInt})
          .output("Out")
          .states({"A", "B"})
          .transition("in", "A", "B")
          .receive("In", {"x"})
          .guard("(and (<= 2.0 cl) (<= cl 6.0) (< 10 x))")
          .assign("cl", "0.0")
          .transition("out", "B", "A")
          .guard("(<= cl 1.0)")
          .send("Out")
          .assign("cl", "0.0")
          .build();
  Online online(a, {}, base::Budget());
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    online.reset();
    const auto s = online.stimulus(3, 20, seed);
    ASSERT_TRUE(s);
    EXPECT_GE(s->delay, 3);
    EXPECT_LE(s->delay, 6);
    EXPECT_GT(s->values.at(0).as_integer(), 10);
    EXPECT_EQ(online.event(s->delay, s->channel, s->values), Allowed::yes);
    EXPECT_FALSE(online.stimulus(0, 20, seed));
  }
  online.reset();
  EXPECT_FALSE(online.stimulus(7, 20, 1));
}

TEST(Online, DoesNotStimulateAfterADeadlineForOutputs) {
  const model::TimedAutomaton a = Builder()
                                      .clock("cl")
                                      .input("In")
                                      .output("Out")
                                      .states({"A"})
                                      .transition("in", "A", "A")
                                      .receive("In")
                                      .transition("out", "A", "A")
                                      .guard("(<= cl 4.0)")
                                      .send("Out")
                                      .assign("cl", "0.0")
                                      .build();
  Online online(a, {}, base::Budget());
  EXPECT_EQ(online.event(4, 0, {}), Allowed::yes);
  online.reset();
  EXPECT_EQ(online.event(5, 0, {}), Allowed::no);
  EXPECT_FALSE(online.stimulus(5, 9, 1));
  EXPECT_TRUE(online.stimulus(4, 9, 1));
}

}  // namespace
}  // namespace catenary::engine::symbolic
