// SPDX-License-Identifier: Apache-2.0
// The abstraction of clocks and data: whatever is so, it allows.
#include "engine/symbolic/search/abstract_values.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "logic/arithmetic/number.h"
#include "logic/term/evaluate/evaluate.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using logic::Value;
using testing::Builder;

/// i, j, n (never negative), b, r (a rational), and the clocks x and y.
Builder variables() {
  Builder b;
  b.variable("i", testing::kInt)
      .variable("j", testing::kInt)
      .variable("n", testing::kUint)
      .variable("b", testing::kBool)
      .variable("r", testing::kRational)
      .clock("x")
      .clock("y")
      .states({"q"})
      .transition("t", "q", "q");
  return b;
}
constexpr std::uint32_t kI = 0;
constexpr std::uint32_t kJ = 1;
constexpr std::uint32_t kB = 3;
constexpr std::uint32_t kX = 5;
constexpr std::uint32_t kY = 6;

/// A term without variables.
Value value(logic::Term term) {
  const logic::Assignment nothing;
  return logic::Evaluator(nothing).evaluate(term).value();
}
bool is_true(logic::Term term) {
  return value(term).as_bool();
}
std::int64_t number(logic::Term term) {
  return value(term).as_signed().get_si();
}

/// A store of its own terms, of a transition with these statements.
struct Step {
  explicit Step(Builder builder, std::optional<std::uint32_t> choice = 0)
      : automaton(builder.build()),
        ranges(automaton),
        store(automaton,
              ranges,
              terms,
              choice ? terms.bitvec(32, *choice) : logic::Term()) {}

  void know(std::uint32_t variable, std::int64_t n) {
    store.set(variable, {terms.boolean(true), terms.bitvec(32, n)});
  }
  /// Executes all statements; whether the run may go on.
  bool run() {
    bool goes_on = true;
    for (const auto& s : automaton.transitions[0].statements) {
      goes_on = is_true(store.execute(s)) && goes_on;
    }
    return goes_on;
  }
  bool is_known(std::uint32_t variable) {
    return is_true(store.value(variable).known);
  }
  std::int64_t number_of(std::uint32_t variable) {
    return number(store.value(variable).value);
  }

  model::TimedAutomaton automaton;
  AbstractRanges ranges;
  logic::TermManager terms;
  AbstractStore store;
};

/// A tick is a unit of time because of the other guard.
bool may_hold(const std::string& guard, std::int64_t i, std::int64_t x) {
  Step step(variables().guard(guard).guard("(<= y 1.0)"));
  step.know(kI, i);
  step.know(kX, x);
  return step.run();
}

TEST(AbstractValues, KnownIntegersDecideConditions) {
  EXPECT_TRUE(may_hold("(< i 3)", 2, 0));
  EXPECT_FALSE(may_hold("(< i 3)", 3, 0));
  EXPECT_TRUE(may_hold("(= (* 2 i) (- 6))", -3, 0));
  EXPECT_FALSE(may_hold("(= (+ i 1) (ite (< i 0) i 5))", 3, 0));
  // Of j nothing is known.
  EXPECT_TRUE(may_hold("(= i j)", 3, 0));
  EXPECT_TRUE(may_hold("(and (distinct i j) (< j i))", 3, 0));
  EXPECT_FALSE(may_hold("(and (= i j) (< i 3))", 3, 0));
}

TEST(AbstractValues, StrictBoundsOfClocksAreRelaxed) {
  for (const char* guard : {"(< x 2.0)", "(<= x 2.0)", "(not (> x 2.0))"}) {
    EXPECT_TRUE(may_hold(guard, 0, 2)) << guard;
    EXPECT_FALSE(may_hold(guard, 0, 3)) << guard;
  }
  for (const char* guard : {"(> x 2.0)", "(>= x 2.0)", "(not (< x 2.0))"}) {
    EXPECT_TRUE(may_hold(guard, 0, 2)) << guard;
    EXPECT_FALSE(may_hold(guard, 0, 1)) << guard;
  }
  EXPECT_FALSE(may_hold("(= x 2.0)", 0, 1));
  // Between two whole numbers there are other moments.
  EXPECT_TRUE(may_hold("(distinct x 2.0)", 0, 2));
  EXPECT_FALSE(may_hold("(< x (- 1.0))", 0, 0));
}

TEST(AbstractValues, TheUnitOfTimeDividesAllConstants) {
  // Compared with 3/2 and 5: half a unit.
  Step halves(variables().guard("(and (< x 1.5) (< y 5.0))"));
  EXPECT_EQ(halves.ranges.ticks(1), 2);
  EXPECT_EQ(halves.ranges.cap(kX), 4U);
  EXPECT_EQ(halves.ranges.cap(kY), 11U);
  // With 10 and 30, and set to 20: ten units.
  Step tens(
      variables().guard("(and (< x 10.0) (< y 30.0))").assign("y", "20.0"));
  EXPECT_EQ(tens.ranges.ticks(10), 1);
  tens.run();
  EXPECT_EQ(tens.number_of(kY), 2);
}

TEST(AbstractValues, OnlyClocksThatAreComparedWithConstantsAreTracked) {
  Step step(
      variables().guard("(and (< x (+ y 1.0)) (< x 2.0))").assign("i", "1"));
  EXPECT_FALSE(step.ranges.is_tracked_clock(kX));
  EXPECT_FALSE(step.ranges.is_tracked_clock(kY));
  EXPECT_TRUE(step.run());
  Step copied(variables().guard("(< x 2.0)").assign("y", "x"));
  EXPECT_FALSE(copied.ranges.is_tracked_clock(kX));
  Step set(variables().guard("(< y 2.0)").assign("y", "r"));
  EXPECT_FALSE(set.ranges.is_tracked_clock(kY));
  Step large(variables().guard("(and (< x 40000.0) (< y 1.0))"));
  EXPECT_FALSE(large.ranges.is_tracked_clock(kX));
  EXPECT_TRUE(large.ranges.is_tracked_clock(kY));
}

TEST(AbstractValues, StatementsAreExecutedInOrder) {
  Step step(variables()
                .assign("i", "5")
                .assign("j", "(+ i 1)")
                .assign("b", "(= j 6)")
                .assign("i", "r"));
  step.run();
  EXPECT_FALSE(step.is_known(kI));
  EXPECT_EQ(step.number_of(kJ), 6);
  EXPECT_TRUE(step.is_known(kB));
  EXPECT_EQ(step.number_of(kB), 1);
}

TEST(AbstractValues, AFreshValueIsKnownOnlyWhereItIsNotMade) {
  Step may(variables().assign("i", "5").fresh("i", "b"));
  may.run();
  EXPECT_FALSE(may.is_known(kI));
  Step never(variables().assign("i", "5").fresh("i", "(= i 4)"));
  never.run();
  EXPECT_TRUE(never.is_known(kI));
}

TEST(AbstractValues, GuardsTellValues) {
  Step step(variables().guard("(and (= i 7) (not b) (= j i))"));
  EXPECT_TRUE(step.run());
  EXPECT_EQ(step.number_of(kI), 7);
  EXPECT_TRUE(step.is_known(kB));
  EXPECT_EQ(step.number_of(kB), 0);
}

TEST(AbstractValues, ChoicesGoThroughTheValuesThatAGuardAllows) {
  std::set<std::int64_t> seen;
  for (std::uint32_t choice = 0; choice < 4; ++choice) {
    Step step(variables().guard("(or (= i 3) (= i 5) (= i 9))"), choice);
    EXPECT_TRUE(step.run());
    seen.insert(step.number_of(kI));
  }
  EXPECT_EQ(seen, (std::set<std::int64_t>{3, 5, 9}));
  // Without a choice, as at the start, it stays unknown.
  Step none(variables().guard("(or (= i 3) (= i 5))"), std::nullopt);
  EXPECT_TRUE(none.run());
  EXPECT_FALSE(none.is_known(kI));
}

TEST(AbstractValues, BetweenStepsLargeValuesAreUnknown) {
  // The largest constant is 8.
  Step step(variables()
                .guard("(and (< x 2.0) (< y 1.0))")
                .assign("i", "8")
                .assign("j", "(+ i (+ i 1))"));
  step.run();
  EXPECT_TRUE(is_true(step.store.value_between_steps(kI).known));
  EXPECT_FALSE(is_true(step.store.value_between_steps(kJ).known));
  EXPECT_EQ(number(step.store.value_between_steps(kJ).value), 0);
  step.know(kX, 17);
  EXPECT_EQ(number(step.store.value_between_steps(kX).value), 3);
}

/// Random expressions over the variables above.
class Expressions {
 public:
  explicit Expressions(base::Rng rng) : rng_(rng) {}

  std::string number(int depth) {
    if (depth == 0 || rng_.below(3) == 0) {
      return one_of({"i", "j", "n", "0", "1", "2", "(- 3)", "30000"});
    }
    const std::string a = number(depth - 1);
    const std::string b = number(depth - 1);
    switch (rng_.below(6)) {
      case 0:
        return "(+ " + a + " " + b + ")";
      case 1:
        return "(- " + a + " " + b + ")";
      case 2:
        return "(* " + a + " " + b + ")";
      case 3:
        return "(ite " + condition(depth - 1) + " " + a + " " + b + ")";
      case 4:
        return "(- " + a + ")";
      default:
        return "(to_int (+ r (to_real " + a + ")))";
    }
  }

  std::string condition(int depth) {
    if (depth == 0 || rng_.below(4) == 0) return atom();
    const std::string a = condition(depth - 1);
    const std::string b = condition(depth - 1);
    const std::string op =
        one_of({"and", "or", "xor", "=>", "=", "distinct", "ite", "not"});
    if (op == "not") return "(not " + a + ")";
    if (op == "ite") return "(ite " + atom() + " " + a + " " + b + ")";
    return "(" + op + " " + a + " " + b + ")";
  }

 private:
  std::string one_of(const std::vector<std::string>& texts) {
    return texts[rng_.below(texts.size())];
  }
  std::string atom() {
    const std::string op = one_of({"<", "<=", ">", ">=", "=", "distinct"});
    switch (rng_.below(5)) {
      case 0:
        return "b";
      case 1:
        return "(" + op + " " + one_of({"x", "y"}) + " " +
               one_of({"0.0", "1.0", "1.5", "2.0", "(- 1.0)"}) + ")";
      case 2:
        return "(" + op + " (to_real " + number(1) + ") r)";
      case 3:
        return "(" + op + " " + one_of({"0.5", "3.0"}) + " x)";
      default:
        return "(" + op + " " + number(2) + " " + number(1) + ")";
    }
  }

  base::Rng rng_;
};

TEST(AbstractValues, WhateverHoldsMayHold) {
  constexpr std::uint64_t kExpressions = 1'500;
  std::uint64_t decided = 0;
  for (std::uint64_t n = 0; n < kExpressions; ++n) {
    base::Rng rng = base::Rng::of_task(20'261'129, n);
    Expressions make(base::Rng::of_task(7, n));
    const std::string guard = make.condition(3);
    const std::string assigned = make.number(3);
    // Without choices, which stand for several runs.
    Step step(variables().guard(guard).assign("i", assigned), std::nullopt);
    // Values, and what the abstraction has of them: half of them nothing.
    logic::Assignment concrete;
    const auto& all = step.automaton.variables;
    for (std::uint32_t v = 0; v < all.size(); ++v) {
      const bool known = rng.below(2) == 0;
      const auto whole = static_cast<std::int64_t>(rng.below(7)) - 3;
      if (all[v].clock) {
        const mpq_class time(static_cast<long>(rng.below(16)), 4);
        concrete.set(all[v].term, Value::real(time));
        if (!step.ranges.is_tracked_clock(v)) continue;
        const mpz_class moment = logic::floor_of(step.ranges.ticks(time));
        step.know(v, moment.get_si());
        step.store.set(v, step.store.value_between_steps(v));
      } else if (v == kB) {
        concrete.set(all[v].term, Value::boolean(whole > 0));
        if (known) step.know(v, whole > 0 ? 1 : 0);
      } else if (all[v].type.base == model::DataType::Base::rational) {
        const mpq_class half(static_cast<long>(whole), known ? 1 : 2);
        concrete.set(all[v].term, Value::real(half));
        if (known) step.know(v, whole);
      } else {
        // Also for n: an assignment may give it a negative value.
        concrete.set(all[v].term, Value::integer(whole));
        if (known) step.know(v, whole);
      }
    }
    const auto& statements = step.automaton.transitions[0].statements;
    logic::Evaluator exact(concrete);
    const bool holds = exact.evaluate(statements[0].condition)->as_bool();
    const bool may = is_true(step.store.execute(statements[0]));
    EXPECT_TRUE(may || !holds) << guard;
    decided += may ? 0 : 1;
    if (!holds) continue;
    // What the guard told is so.
    for (std::uint32_t v = 0; v < kB; ++v) {
      if (!step.is_known(v)) continue;
      EXPECT_EQ(mpz_class(step.number_of(v)),
                concrete.find(all[v].term)->as_integer())
          << guard << " " << all[v].name;
    }
    const mpz_class is =
        exact.evaluate(statements[1].assignments[0].value)->as_integer();
    (void)step.store.execute(statements[1]);
    if (!is_true(step.store.value(kI).known)) continue;
    EXPECT_EQ(mpz_class(number(step.store.value(kI).value)), is) << assigned;
    ++decided;
  }
  EXPECT_GT(decided, kExpressions / 4);
}

TEST(AbstractValues, SomeChoiceIsTheRun) {
  const std::vector<std::string> atoms{"(<= 0 i)",
                                       "(< i 3)",
                                       "(<= n 3)",
                                       "(< (- 2) n)",
                                       "(or (= j 1) (= j 3) (= j (- 1)))",
                                       "(= (+ i n) j)",
                                       "(<= (+ n 1) 0)",
                                       "(distinct i j)"};
  std::uint64_t runs = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    base::Rng rng = base::Rng::of_task(20'261'130, k);
    const auto conjunction = [&] {
      std::string out = "(and true";
      for (int i = 0; i < 3; ++i) out += " " + atoms[rng.below(atoms.size())];
      return out + ")";
    };
    const Builder builder =
        variables().guard(conjunction()).guard(conjunction());
    const model::TimedAutomaton automaton = Builder(builder).build();
    logic::Assignment concrete;
    std::vector<std::int64_t> values;
    for (std::uint32_t v = 0; v < kB; ++v) {
      values.push_back(static_cast<std::int64_t>(rng.below(6)) - 2);
      concrete.set(automaton.variables[v].term, Value::integer(values[v]));
    }
    logic::Evaluator exact(concrete);
    const auto& guards = automaton.transitions[0].statements;
    if (!exact.evaluate(guards[0].condition)->as_bool() ||
        !exact.evaluate(guards[1].condition)->as_bool()) {
      continue;
    }
    ++runs;
    bool found = false;
    for (std::uint32_t choice = 0; choice < 256 && !found; ++choice) {
      Step step(builder, choice);
      found = step.run();
      for (std::uint32_t v = 0; v < kB; ++v) {
        found = found && (!step.is_known(v) || step.number_of(v) == values[v]);
      }
    }
    EXPECT_TRUE(found) << guards[0].text << guards[1].text;
  }
  EXPECT_GT(runs, 20U);
}

}  // namespace
}  // namespace catenary::engine::symbolic
