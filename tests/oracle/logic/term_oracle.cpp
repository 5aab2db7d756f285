// SPDX-License-Identifier: Apache-2.0
/// \file
/// Our evaluator and SMT-LIB printer against Z3: on random terms of all sorts
/// and operators, Z3, given the text of a term and the values of its
/// variables, must find that it can have no other value than ours.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <z3++.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/smtlib.h"
#include "unit/logic/term/random_terms.h"

namespace catenary::logic {
namespace {

using testing::RandomTerms;
using testing::Tape;

/// Satisfiable where some term can have another value than ours.
std::string refutation(const std::vector<Term>& terms,
                       const std::vector<Value>& values,
                       const Assignment& assignment) {
  std::vector<Term> all = terms;
  for (const auto& [variable, value] : assignment.values()) {
    all.push_back(variable);
  }
  std::string script = "(set-logic ALL)\n" + smtlib_declarations(all);
  for (const auto& [variable, value] : assignment.values()) {
    script +=
        "(assert (= " + to_smtlib(variable) + " " + value.to_smtlib() + "))\n";
  }
  script += "(assert (or false";
  for (std::size_t i = 0; i < terms.size(); ++i) {
    script += "\n (distinct " + to_smtlib(terms[i]) + " " +
              values[i].to_smtlib() + ")";
  }
  return script + "))\n";
}

struct Answer {
  z3::check_result result = z3::unknown;
  std::string script;
};

Answer ask_z3(const std::vector<Term>& terms,
              const std::vector<Value>& values,
              const Assignment& assignment) {
  Answer answer;
  answer.script = refutation(terms, values, assignment);
  z3::context context;
  z3::solver solver(context);
  z3::params params(context);
  params.set("timeout", 20000U);
  solver.set(params);
  solver.from_string(answer.script.c_str());
  answer.result = solver.check();
  return answer;
}

std::vector<Value> evaluate_all(const std::vector<Term>& terms,
                                const Assignment& assignment) {
  Evaluator evaluator(assignment);
  std::vector<Value> values;
  for (const Term t : terms) {
    auto value = evaluator.evaluate(t);
    EXPECT_TRUE(value.has_value()) << evaluator.why_not();
    values.push_back(value.value_or(Value()));
  }
  return values;
}

RC_GTEST_PROP(TermOracle, Z3AgreesOnNestedTerms, ()) {
  Tape tape(
      *rc::gen::resize(400,
                       rc::gen::container<std::vector<std::uint32_t>>(
                           rc::gen::inRange<std::uint32_t>(0, 1U << 31))));
  TermManager manager;
  RandomTerms random(
      manager, tape, {.small_floats = true, .finite_arrays = false});
  for (int i = 0; i < 40 && !tape.at_end(); ++i) (void)random.grow();
  const Assignment assignment = random.assignment();
  const std::vector<Value> values = evaluate_all(random.built(), assignment);
  const Answer answer = ask_z3(random.built(), values, assignment);
  if (answer.result != z3::unsat) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Answer one = ask_z3({random.built()[i]}, {values[i]}, assignment);
      if (one.result != z3::unsat) RC_LOG() << one.script << "\n";
    }
  }
  RC_ASSERT(answer.result == z3::unsat);
}

std::vector<std::uint32_t> numbers(std::uint32_t seed) {
  std::mt19937 engine(seed);
  std::vector<std::uint32_t> result(2000);
  for (std::uint32_t& n : result) n = engine() >> 1;
  return result;
}

class OperatorOracle : public ::testing::TestWithParam<int> {};

/// Each operator on operands of all kinds; and Z3 does find a wrong value.
TEST_P(OperatorOracle, Z3AgreesWithTheEvaluator) {
  const Op op = static_cast<Op>(GetParam());
  std::size_t seen = 0;
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    Tape tape(numbers(seed * 1000 + static_cast<std::uint32_t>(op)));
    TermManager manager;
    RandomTerms random(manager, tape, {.finite_arrays = false});
    for (int i = 0; i < 10; ++i) {
      (void)random.grow();
      (void)random.grow(op);
    }
    const std::vector<Term>& terms = random.built();
    const Assignment assignment = random.assignment();
    std::vector<Value> values = evaluate_all(terms, assignment);
    const Answer answer = ask_z3(terms, values, assignment);
    ASSERT_EQ(answer.result, z3::unsat) << answer.script;
    seen += static_cast<std::size_t>(std::count_if(
        terms.begin(), terms.end(), [&](Term t) { return t.op() == op; }));

    // Of a wrong value for the last term there is a model.
    const Sort& sort = terms.back().sort();
    if (sort.kind() == SortKind::array || cardinality(sort) == 1) continue;
    Tape other(numbers(seed));
    Value wrong = values.back();
    while (wrong == values.back()) wrong = testing::random_value(sort, other);
    const Answer refuted = ask_z3({terms.back()}, {wrong}, assignment);
    ASSERT_EQ(refuted.result, z3::sat) << refuted.script;
  }
  EXPECT_GE(seen, 5U);
}

/// E.g. "bvadd_41".
std::string operator_name(const ::testing::TestParamInfo<int>& parameter) {
  std::string name = info(static_cast<Op>(parameter.param)).smtlib;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name + "_" + std::to_string(parameter.param);
}

INSTANTIATE_TEST_SUITE_P(AllOperators,
                         OperatorOracle,
                         ::testing::Range(static_cast<int>(Op::logical_not),
                                          static_cast<int>(Op::last_) + 1),
                         operator_name);

}  // namespace
}  // namespace catenary::logic
