// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces as circuits: the words have the values of the terms, and the runs
/// of the step system are the executions.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/contract/circuit/step_form.h"
#include "engine/contract/circuit/word_form.h"
#include "engine/contract/monitor/monitor.h"
#include "interfaces.h"
#include "logic/term/evaluate/evaluate.h"
#include "model/step/encoding.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using logic::Op;
using logic::Term;

/// Random conditions over integers, an enumeration and a Boolean.
class Conditions {
 public:
  Conditions(logic::TermManager& terms, std::vector<Term> variables)
      : terms_(terms), variables_(std::move(variables)) {}

  Term number(int depth) {
    switch (depth == 0 ? pick(2) : pick(8)) {
      case 0:
        return variables_[pick(2)];
      case 1:
        return terms_.integer(static_cast<int>(pick(41)) - 20);
      case 2:
        return terms_.make(Op::add, {number(depth - 1), number(depth - 1)});
      case 3:
        return terms_.make(Op::sub, {number(depth - 1), number(depth - 1)});
      case 4:
        return terms_.make(Op::mul, {number(depth - 1), number(depth - 1)});
      case 5:
        return terms_.make(Op::neg, {number(depth - 1)});
      case 6:
        return terms_.make(Op::abs, {number(depth - 1)});
      default:
        return terms_.ite(
            condition(depth - 1), number(depth - 1), number(depth - 1));
    }
  }

  Term condition(int depth) {
    const Term value = terms_.constant(
        Value::enumerator(variables_[2].sort().enumeration_decl(), 2));
    switch (depth == 0 ? pick(2) : pick(8)) {
      case 0:
        return variables_[3];
      case 1:
        return terms_.equal(variables_[2], value);
      case 2:
        return terms_.make(Op::less, {number(depth - 1), number(depth - 1)});
      case 3:
        return terms_.make(Op::less_equal,
                           {number(depth - 1), number(depth - 1)});
      case 4:
        return terms_.equal(number(depth - 1), number(depth - 1));
      case 5:
        return terms_.make(
            Op::distinct,
            {number(depth - 1), number(depth - 1), number(depth - 1)});
      case 6:
        return terms_.implies(condition(depth - 1), condition(depth - 1));
      default:
        return terms_.make(Op::logical_xor,
                           {condition(depth - 1), condition(depth - 1)});
    }
  }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }

  logic::TermManager& terms_;
  std::vector<Term> variables_;
  std::mt19937 random_{28};
};

bool holds(Term condition, const logic::Assignment& values) {
  logic::Evaluator evaluator(values);
  const auto value = evaluator.evaluate(condition);
  return value && value->as_bool();
}

}  // namespace

TEST(WordForm, HasTheValuesOfTheTerms) {
  const auto colours = std::make_shared<const logic::Enumeration>(
      logic::Enumeration{"colour", {"red", "green", "blue"}});
  logic::TermManager from;
  logic::TermManager to;
  const std::vector<Term> variables{
      from.variable("a", Sort::integer()),
      from.variable("b", Sort::integer()),
      from.variable("c", Sort::enumeration(colours)),
      from.variable("d", Sort::boolean())};
  const std::vector<Term> words{to.variable("a", Sort::bitvec(8)),
                                to.variable("b", Sort::bitvec(4)),
                                to.variable("c", Sort::bitvec(8)),
                                to.variable("d", Sort::boolean())};
  WordForm form(to);
  for (std::size_t v = 0; v < variables.size(); ++v) {
    form.set(variables[v], words[v]);
  }
  Conditions random(from, variables);
  int both[2] = {0, 0};
  for (int round = 0; round < 400; ++round) {
    const Term condition = random.condition(4);
    const Term word = form.translate(condition);
    for (int i = 0; i < 12; ++i) {
      const int a = 17 * i - 128 + round % 17;
      const int b = i - 6 + round % 2;
      logic::Assignment ours;
      logic::Assignment theirs;
      ours.set(variables[0], Value::integer(a));
      ours.set(variables[1], Value::integer(b));
      ours.set(variables[2], Value::enumerator(colours, round % 3));
      ours.set(variables[3], Value::boolean(i % 2 == 0));
      theirs.set(words[0], Value::bitvec(8, a & 255));
      theirs.set(words[1], Value::bitvec(4, b & 15));
      theirs.set(words[2], Value::bitvec(8, round % 3));
      theirs.set(words[3], Value::boolean(i % 2 == 0));
      const bool expected = holds(condition, ours);
      ++both[expected ? 1 : 0];
      ASSERT_EQ(holds(word, theirs), expected) << round << " " << i;
    }
  }
  EXPECT_GT(both[0], 500);
  EXPECT_GT(both[1], 500);
}

TEST(WordForm, RefusesDivision) {
  logic::TermManager from;
  logic::TermManager to;
  const Term a = from.variable("a", Sort::integer());
  WordForm form(to);
  form.set(a, to.variable("a", Sort::bitvec(8)));
  const Term half = from.make(Op::int_div, {a, from.integer(2)});
  EXPECT_THROW((void)form.translate(from.equal(half, a)), base::ToolError);
}

TEST(StepForm, StepsAreThoseThatTheContractsAllow) {
  const model::Interface interface = buffer(2, false);
  const std::vector<TestGoal> goals = purposes_of(interface);
  const model::StepSystem system = step_form(interface, goals);
  ASSERT_EQ(system.inputs.size(), interface.variables.size());
  logic::TermManager terms;
  const model::Encoding encoding = system.encoder->encode(terms, {}, {});
  const Semantics semantics(interface);
  int allowed = 0;
  // All pairs of values of enq, deq, E, F and k, before and now.
  constexpr unsigned kValues = 2 * 2 * 2 * 2 * 3;
  for (unsigned pair = 0; pair < 2 * kValues * kValues; ++pair) {
    const bool first = pair >= kValues * kValues;
    unsigned rest = pair % (kValues * kValues);
    logic::Assignment ours;
    logic::Assignment theirs;
    theirs.set(encoding.state[0].variable, Value::bitvec(8, first ? 0 : 1));
    for (const bool now : {false, true}) {
      for (std::size_t v = 0; v < interface.variables.size(); ++v) {
        const unsigned count = v == 4 ? 3 : 2;
        const unsigned value = rest % count;
        rest /= count;
        const model::InterfaceVariable& of = interface.variables[v];
        ours.set(now ? of.now : of.before,
                 v == 4 ? Value::integer(value) : Value::boolean(value == 1));
        theirs.set(now ? encoding.inputs[v] : encoding.state[v + 1].variable,
                   Value::bitvec(8, value));
      }
    }
    const bool valid = holds(semantics.theta(first), ours) &&
                       holds(semantics.promise(first), ours);
    allowed += valid ? 1 : 0;
    ASSERT_EQ(holds(encoding.step.running, theirs), valid);
    ASSERT_EQ(holds(encoding.step.discarded, theirs), !valid);
    for (std::size_t g = 0; g < goals.size(); ++g) {
      const Term hit = first ? goals[g].target.first : goals[g].target.later;
      ASSERT_EQ(holds(encoding.step.hits[g], theirs), valid && holds(hit, ours))
          << goals[g].id;
    }
  }
  EXPECT_GT(allowed, 50);
}

TEST(ConsistencyForm, AnswersAsTheContractsAllow) {
  const model::Interface interface = buffer(2);
  const Semantics semantics(interface);
  const model::StepSystem system =
      consistency_form(interface, Notion::strategy, {});
  ASSERT_EQ(system.inputs.size(), 2U);
  EXPECT_EQ(system.goals[0].id, goal_of(Notion::strategy));
  logic::TermManager terms;
  const model::Encoding encoding = system.encoder->encode(terms, {}, {});
  std::mt19937 random(3);
  for (int run = 0; run < 20; ++run) {
    Monitor monitor(semantics);
    logic::Assignment values;
    for (std::size_t s = 0; s < encoding.state.size(); ++s) {
      values.set(encoding.state[s].variable, Value::bitvec(8, 0));
    }
    for (int step = 0; step < 8; ++step) {
      for (const Term input : encoding.inputs) {
        values.set(input, Value::bitvec(8, random() % 2));
      }
      EXPECT_TRUE(holds(encoding.step.running, values));
      EXPECT_FALSE(holds(encoding.step.hits[0], values));
      std::vector<Value> next;
      logic::Evaluator evaluator(values);
      for (const Term word : encoding.step.next) {
        next.push_back(*evaluator.evaluate(word));
      }
      Snapshot answered;
      for (std::size_t v = 0; v < interface.variables.size(); ++v) {
        const mpz_class number = next[v + 1].as_bits();
        const bool is_number =
            interface.variables[v].sort().kind() == logic::SortKind::integer;
        answered.push_back(is_number ? Value::integer(number)
                                     : Value::boolean(number == 1));
        values.set(encoding.state[v + 1].variable, next[v + 1]);
      }
      values.set(encoding.state[0].variable, next[0]);
      ASSERT_EQ(monitor.step(answered), Allowed::yes) << run << " " << step;
    }
  }
}

TEST(ConsistencyForm, OfNoDeadEndHasAllVariablesAsInputs) {
  const model::Interface interface = buffer(1);
  const model::StepSystem system =
      consistency_form(interface, Notion::no_dead_end, {});
  EXPECT_EQ(system.inputs.size(), interface.variables.size());
  EXPECT_EQ(system.goals[0].id, "a dead end");
}

TEST(StepForm, RefusesRationals) {
  Builder builder("rational");
  builder.real(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r").contract("c", At::always, "", "(= o' (> x' 1.5))");
  const model::Interface interface = builder.build();
  EXPECT_THROW((void)step_form(interface, {}), base::ToolError);
  EXPECT_THROW((void)consistency_form(interface, Notion::strategy, {}),
               base::ToolError);
}

}  // namespace catenary::engine::contract
