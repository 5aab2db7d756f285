// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/refinement/refinement.h"

#include <gtest/gtest.h>

#include "unit/engine/contract/interfaces.h"

namespace catenary::engine::contract {
namespace {

using model::Role;
using testing::At;
using testing::Builder;

/// x answers i within a bound; `more` is added to it.
model::Interface bounded(const std::string& bound,
                         const std::string& promise = "") {
  Builder b("bounded");
  b.boolean(Role::input, "i").integer(Role::output, "x", 0, 5);
  if (!promise.empty()) b.promise("p", promise);
  b.requirement("r").contract("c", At::always, "i'", "(<= x' " + bound + ")");
  return b.build();
}

TEST(Refinement, OfItself) {
  const model::Interface a = testing::buffer(3);
  EXPECT_EQ(check_refinement(a, a, {}).outcome, Conformity::conforms);
}

TEST(Refinement, StrongerGuarantees) {
  EXPECT_EQ(check_refinement(bounded("2"), bounded("4"), {}).outcome,
            Conformity::conforms);
  const Refinement r = check_refinement(bounded("4"), bounded("2"), {});
  ASSERT_EQ(r.outcome, Conformity::fails);
  ASSERT_EQ(r.trace.size(), 1U);
  EXPECT_EQ(r.trace[0].inputs.at(0), testing::b(true));
  EXPECT_GT(r.trace[0].answer.at(1).as_int64(), 2);
}

TEST(Refinement, WeakerPromises) {
  EXPECT_EQ(check_refinement(bounded("2"), bounded("2", "i'"), {}).outcome,
            Conformity::conforms);
  const Refinement r = check_refinement(bounded("2", "i'"), bounded("2"), {});
  ASSERT_EQ(r.outcome, Conformity::fails);
  EXPECT_EQ(r.trace.back().inputs.at(0), testing::b(false));
  EXPECT_TRUE(r.trace.back().answer.empty());
}

TEST(Refinement, ALargerBufferDoesNotRefineASmallerOne) {
  const Refinement r = check_refinement(
      testing::buffer(3, false), testing::buffer(2, false), {});
  ASSERT_EQ(r.outcome, Conformity::fails);
  // Full after two requests, or not: the third step tells.
  EXPECT_EQ(r.trace.size(), 3U);
}

TEST(Refinement, ADeadEndIsNoAnswer) {
  Builder b("bounded");
  b.boolean(Role::input, "i").integer(Role::output, "x", 0, 5);
  b.requirement("r").contract("c", At::always, "i'", "(<= x' 2)");
  b.requirement("s").contract("d", At::step, "(and i i')", "(> x' 2)");
  const Refinement r = check_refinement(b.build(), bounded("2"), {});
  ASSERT_EQ(r.outcome, Conformity::fails);
  ASSERT_EQ(r.trace.size(), 2U);
  EXPECT_TRUE(r.trace[1].answer.empty());
}

TEST(Refinement, NeedsTheSameVariables) {
  EXPECT_THROW((void)check_refinement(testing::buffer(2), bounded("2"), {}),
               base::InputError);
}

/// What `o` shows at later steps is chosen by h; `first` says when.
model::Interface chosen(const std::string& first, bool shown_at_once) {
  Builder b("chosen");
  b.boolean(Role::input, "i").boolean(Role::output, "o");
  b.boolean(Role::hidden, "h");
  b.requirement("r").contract("c0", At::init, "", first);
  b.requirement("s").contract(
      "c1", At::step, "", shown_at_once ? "(= o' h')" : "(= o' h)");
  if (!shown_at_once)
    b.requirement("t").contract("c2", At::step, "", "(= h' h)");
  return b.build();
}

TEST(Refinement, AHiddenChoiceMadeEarlierIsOneMadeLater) {
  // One decides at first what it shows for ever, the other at each step.
  const model::Interface early = chosen("(not o')", false);
  const model::Interface late = chosen("(not o')", true);
  EXPECT_EQ(check_refinement(early, late, {}).outcome, Conformity::conforms);
  const Refinement r = check_refinement(late, early, {});
  ASSERT_EQ(r.outcome, Conformity::fails);
  EXPECT_EQ(r.trace.size(), 3U);
  // The same traces, but the choice of one comes a step before that of the
  // other: no simulation follows, sets of states do.
  Builder b("second");
  b.boolean(Role::input, "i").boolean(Role::output, "o");
  b.integer(Role::hidden, "h", 0, 2);
  b.requirement("r").contract("c0", At::init, "", "(and (not o') (= h' 0))");
  b.requirement("s").contract("c1", At::step, "(= h 0)", "(= h' (ite o' 1 2))");
  b.requirement("t").contract(
      "c2", At::step, "(not (= h 0))", "(and (= h' h) (= o' (= h 1)))");
  const model::Interface second = b.build();
  EXPECT_EQ(check_refinement(second, early, {}).outcome, Conformity::conforms);
  EXPECT_EQ(check_refinement(early, second, {}).outcome, Conformity::conforms);
}

}  // namespace
}  // namespace catenary::engine::contract
