// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reachable states of a circuit, with their depths.
#include "engine/certificate/state_set.h"

#include <gtest/gtest.h>

#include <string>

namespace catenary::engine::certificate {

namespace {

/// A counter of two bits that an input moves on, up to 2, and a bit of data
/// that another input sets. The latch 0 ends runs; the input 2 must be 0.
/// Goals: 0 = the count is 2, 1 = it is 3, 2 = the data are 1.
AndCircuit counter() {
  AndCircuit out;
  const AigerSignal go = out.input("go");
  const AigerSignal set = out.input("set");
  const AigerSignal never = out.input("never");
  const AigerSignal stop = out.latch("stop");
  const AigerSignal low = out.latch("low");
  const AigerSignal high = out.latch("high");
  const AigerSignal data = out.latch("data");
  out.constraints = {out.both(stop ^ 1U, never ^ 1U)};
  const AigerSignal moves = out.both(go, high ^ 1U);
  const AigerSignal up = out.both(moves, low);
  const AigerSignal stays = out.both(moves ^ 1U, low);
  const AigerSignal starts = out.both(moves, low ^ 1U);
  out.next = {0, out.either(stays, starts), out.either(high, up), set};
  out.bad = {{"two", out.both(high, low ^ 1U)},
             {"three", out.both(high, low)},
             {"data", data}};
  return out;
}

}  // namespace

TEST(StateSet, FindsTheFirstStepThatHitsAGoal) {
  const AndCircuit circuit = counter();
  StateSet set(circuit, {0, 1, 2}, 0U);
  set.explore(1000, {});
  EXPECT_TRUE(set.closed());
  EXPECT_EQ(set.depths(), 3U);
  EXPECT_EQ(set.first_hit(0), 2U);
  EXPECT_EQ(set.first_hit(1), StateSet::kNever);
  EXPECT_EQ(set.first_hit(2), 1U);
}

TEST(StateSet, KeepsWholeDepthsAtItsLimitAndGoesOn) {
  const AndCircuit circuit = counter();
  StateSet set(circuit, {0, 1, 2}, 0U);
  set.explore(2, {});
  EXPECT_FALSE(set.closed());
  EXPECT_EQ(set.depths(), 0U);
  set.explore(4, {});
  EXPECT_EQ(set.depths(), 1U);
  set.explore(1000, {});
  EXPECT_TRUE(set.closed());
  EXPECT_EQ(set.first_hit(0), 2U);
}

TEST(StateSet, TakesAnyValueForHiddenLatches) {
  const AndCircuit circuit = counter();
  StateSet set(circuit, {0, 1, 2}, 0, {false, false, false, true});
  set.explore(1000, {});
  EXPECT_TRUE(set.closed());
  EXPECT_EQ(set.first_hit(0), 2U);
  EXPECT_EQ(set.first_hit(1), StateSet::kNever);
  EXPECT_EQ(set.first_hit(2), 0U);
  StateSet blind(circuit, {1}, 0, {false, true, false, false});
  blind.explore(1000, {});
  EXPECT_TRUE(blind.closed());
  EXPECT_NE(blind.first_hit(1), StateSet::kNever);
}

TEST(StateSet, KnowsAConstraintInSomeStatesOnly) {
  AndCircuit circuit;
  const AigerSignal go = circuit.input("go");
  const AigerSignal next = circuit.input("next");
  (void)circuit.latch("stop");
  const AigerSignal free = circuit.latch("free");
  const AigerSignal begun = circuit.latch("begun");
  const AigerSignal both = circuit.both(go, begun);
  // At first, and where `free`, anything goes; elsewhere only `go`.
  circuit.constraints = {
      circuit.either(circuit.either(free, begun ^ 1U), both)};
  circuit.next = {0, next, 1};
  circuit.bad = {
      {"both", circuit.both(both, next)},
      {"held", circuit.both(circuit.both(go ^ 1U, begun), free)},
      {"never", circuit.both(circuit.both(go ^ 1U, begun), free ^ 1U)}};
  StateSet set(circuit, {0, 1, 2}, 0U);
  set.explore(1000, {});
  EXPECT_TRUE(set.closed());
  EXPECT_EQ(set.first_hit(0), 1U);
  EXPECT_EQ(set.first_hit(1), 1U);
  EXPECT_EQ(set.first_hit(2), StateSet::kNever);
}

TEST(StateSet, WritesTheSectionOfACertificate) {
  const AndCircuit circuit = counter();
  StateSet set(circuit, {0, 1}, 0U);
  set.explore(1000, {});
  // Two latches, no data; the latch 0 is the stop, and a constant.
  EXPECT_EQ(set.to_bytes(3, true),
            std::string("1 2\n0\n0\nclosed\n1 1 1\n\0\1\2", 24));
  // The latch 2 is constant so far.
  EXPECT_EQ(set.to_bytes(2, false),
            std::string("1\n0 2\n0\nopen\n1 1\n\0\1", 19));
}

}  // namespace catenary::engine::certificate
