// SPDX-License-Identifier: Apache-2.0
// Concrete semantics of timed automata, the searches behind it, and mutants.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "model/mutate/mutate.h"
#include "model/step/choices.h"
#include "model/timed/own_moves.h"
#include "model/timed/timed_simulator.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::model {
namespace {

using engine::symbolic::testing::Builder;
using engine::symbolic::testing::cash_machine;
using engine::symbolic::testing::kBool;
using engine::symbolic::testing::kInt;
using engine::symbolic::testing::kRational;
using logic::CellEvaluator;
using logic::CellSolution;
using logic::CellValue;
using logic::NumberSet;
using logic::Value;

TimedConfiguration at_verify(const TimedSimulator& s, long long amount) {
  const std::vector<Value> hidden{Value::integer(0LL)};
  const TimedStep start = s.start(hidden);
  EXPECT_EQ(start.outcome, TimedStep::Admission::taken);
  return s.take(start.after, 0, 3, {{Value::integer(amount)}, {}}).after;
}

TEST(TimedSimulator, StepsAsTheModelSays) {
  const TimedAutomaton a = cash_machine();
  const TimedSimulator s(a);
  const TimedConfiguration verify = at_verify(s, 40);
  EXPECT_EQ(verify.state, *a.find_state("Verify"));
  EXPECT_EQ(verify.elapsed, 3);
  EXPECT_EQ(s.delays(verify, 1, {}).yes.to_string(), "[0, 10]");
  EXPECT_TRUE(s.delays(verify, 2, {}).yes.empty());
  const TimedStep paid = s.take(verify, 1, mpq_class(5, 2), {});
  ASSERT_EQ(paid.outcome, TimedStep::Admission::taken);
  EXPECT_EQ(paid.sent, std::vector<Value>{Value::integer(40LL)});
  EXPECT_EQ(paid.after.values[*a.find_variable("balance")],
            Value::integer(60LL));
  EXPECT_EQ(paid.after.values[*a.find_variable("cl")],
            Value::real(mpq_class(5, 2)));
}

TEST(TimedSimulator, NamesTheGuardThatFails) {
  const TimedAutomaton a = cash_machine();
  const TimedSimulator s(a);
  const TimedStep late = s.take(at_verify(s, 40), 1, 11, {});
  EXPECT_EQ(late.outcome, TimedStep::Admission::refused);
  EXPECT_NE(late.reason.find("cl 10.0"), std::string::npos) << late.reason;
  EXPECT_EQ(late.where.file, "test.xlia");
}

TEST(TimedSimulator, SaysWhatIsNotLinear) {
  const TimedAutomaton a = Builder()
                               .clock("c")
                               .output("Out")
                               .states({"A"})
                               .transition("t", "A", "A")
                               .guard("(= (* c c) 4.0)")
                               .send("Out")
                               .build();
  const TimedSimulator s(a);
  const CellSolution d = s.delays(s.start({}).after, 0, {});
  EXPECT_TRUE(d.yes.contains(0) || !d.unknown.empty());
  EXPECT_FALSE(d.why.empty());
}

TEST(TimedSimulator, IntegerPartsSplitTime) {
  const TimedAutomaton a =
      Builder()
          .clock("c")
          .output("Out")
          .states({"A"})
          .transition("t", "A", "A")
          .guard("(and (<= c 3.0) (= (mod (to_int c) 2) 1))")
          .send("Out")
          .build();
  const TimedSimulator s(a);
  // Below a bound it is exact; without one it has no end.
  const CellSolution below = solve_in_cells(
      NumberSet::interval(mpq_class(0), false, mpq_class(5), false),
      [&](CellEvaluator& e) {
        return s.possible(
            e, s.start({}).after, 0, {CellValue::unknown_unit(false), {}, {}});
      });
  EXPECT_EQ(below.yes.to_string(), "[1, 2) or 3");
  EXPECT_TRUE(below.unknown.empty());
  EXPECT_FALSE(
      s.delays(s.start({}).after, 0, {}).yes.contains(mpq_class(5, 2)));
}

TEST(Choices, FindHiddenAndFreshValues) {
  const TimedAutomaton a = Builder()
                               .variable("h", kInt)
                               .variable("x", kInt, "0")
                               .clock("c")
                               .output("Out", {kInt})
                               .states({"A"})
                               .transition("t", "A", "A")
                               .fresh("x")
                               .guard("(= (+ x x) (+ h 7))")
                               .send("Out", {"x"})
                               .start_guard("(and (> h 40) (< h 42))")
                               .build();
  const TimedSimulator s(a);
  base::Rng rng(1);
  const Choice start = choose_start(s, {}, {}, rng);
  ASSERT_EQ(start.answer, Answer::yes) << start.why;
  EXPECT_EQ(start.values[0], Value::integer(41LL));
  const TimedConfiguration c = s.start(start.values).after;
  const Choice fresh = choose_fresh(s, c, 0, 1, {}, {}, rng);
  ASSERT_EQ(fresh.answer, Answer::yes);
  EXPECT_EQ(fresh.values[0], Value::integer(24LL));
}

TEST(Choices, ProveThatThereIsNone) {
  const TimedAutomaton a = Builder()
                               .variable("h", kInt)
                               .output("Out")
                               .states({"A"})
                               .transition("t", "A", "A")
                               .send("Out")
                               .start_guard("(= (* 2 h) 7)")
                               .build();
  const TimedSimulator s(a);
  base::Rng rng(1);
  EXPECT_EQ(choose_start(s, {}, {}, rng).answer, Answer::no);
}

TEST(Choices, LeaveNoPossibleDelayOut) {
  const TimedAutomaton a = Builder()
                               .variable("x", kInt, "0")
                               .clock("c")
                               .output("Out", {kInt})
                               .states({"A"})
                               .transition("t", "A", "A")
                               .fresh("x")
                               .guard("(<= c 3.0)")
                               .send("Out", {"x"})
                               .build();
  const TimedSimulator s(a);
  base::Rng rng(1);
  // No candidate is an integer, so nothing was tried.
  const std::vector<mpq_class> candidates = {mpq_class(1, 2)};
  const Occasions none = occasions(s, s.start({}).after, 0, candidates, rng);
  EXPECT_TRUE(none.parts.empty());
  EXPECT_EQ(none.undecided.to_string(), "[0, 3]");
}

/// State A with an output up to 2 and internal steps at any time.
TimedAutomaton with_internal_step(const char* guard_of_output) {
  return Builder()
      .clock("c")
      .output("Out", {})
      .states({"A", "B"})
      .transition("t", "A", "A")
      .guard(guard_of_output)
      .send("Out", {})
      .transition("u", "A", "B")
      .build();
}

TEST(OwnMoves, InternalStepsComeBeforeTheOutputIsLate) {
  const TimedAutomaton a = with_internal_step("(< c 2.0)");
  const TimedSimulator s(a);
  base::Rng rng(1);
  const OwnMoves found = own_moves(s, s.start({}).after, {}, rng);
  ASSERT_EQ(found.moves.size(), 2U);
  EXPECT_EQ(found.moves[0].part.delays.to_string(), "[0, 2)");
  // Silence was allowed at all times before 2, so also then.
  EXPECT_EQ(found.moves[1].part.delays.to_string(), "[0, 2]");
  EXPECT_FALSE(found.may_wait);
}

TEST(OwnMoves, WithoutAnOutputSilenceIsAllowed) {
  const TimedAutomaton a = with_internal_step("(< c 0.0)");
  const TimedSimulator s(a);
  base::Rng rng(1);
  const OwnMoves found = own_moves(s, s.start({}).after, {}, rng);
  ASSERT_EQ(found.moves.size(), 1U);
  EXPECT_EQ(found.moves[0].transition, 1U);
  EXPECT_EQ(found.moves[0].part.delays.to_string(), "[0, ∞)");
  EXPECT_TRUE(found.may_wait);
  EXPECT_EQ(found.undecided, "");
}

TEST(Mutants, AreManyDifferentAndTheSameEachTime) {
  const TimedAutomaton a = cash_machine();
  const auto all = timed_mutants(a);
  EXPECT_GE(all.size(), 100U);
  std::set<std::string> kinds;
  std::set<std::string> texts;
  std::set<std::string> ids;
  for (const TimedMutant& m : all) {
    kinds.insert(m.mutation.kind);
    texts.insert(m.mutation.text);
    ids.insert(m.mutation.id);
    EXPECT_TRUE(m.mutation.where.known()) << m.mutation.text;
  }
  EXPECT_EQ(texts.size(), all.size());
  EXPECT_EQ(ids.size(), all.size());
  for (const char* kind : {"relation",
                           "constant",
                           "deadline",
                           "negate",
                           "dropped-conjunct",
                           "assigned-value",
                           "dropped-assignment",
                           "channel",
                           "sent-value",
                           "sent-variable",
                           "missing-output",
                           "missing-input",
                           "target",
                           "extra-output"}) {
    EXPECT_TRUE(kinds.contains(kind)) << kind;
  }
  std::set<std::string> known;
  for (const MutationOperator& o : timed_operators()) known.insert(o.kind);
  for (const std::string& k : kinds) EXPECT_TRUE(known.contains(k)) << k;
  const auto again = timed_mutants(cash_machine());
  ASSERT_EQ(again.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(again[i].mutation.text, all[i].mutation.text);
  }
}

TEST(Mutants, ChangeACopy) {
  const TimedAutomaton a = cash_machine();
  const auto mutant = find_mutant(a, "m028");
  ASSERT_TRUE(mutant.has_value());
  EXPECT_EQ(mutant->mutation.kind, "deadline") << mutant->mutation.text;
  const TimedAutomaton changed = mutate(a, *mutant);
  const TimedSimulator s(changed);
  EXPECT_EQ(s.delays(at_verify(s, 40), 1, {}).yes.to_string(), "[0, 9]");
  const TimedSimulator original(a);
  EXPECT_EQ(original.delays(at_verify(original, 40), 1, {}).yes.to_string(),
            "[0, 10]");
  EXPECT_FALSE(find_mutant(a, "m999").has_value());
}

}  // namespace
}  // namespace catenary::model
