// SPDX-License-Identifier: Apache-2.0
/// \file
/// Circuits and solvers against the evaluator and each other: on random terms,
/// what a template of clauses defines is what the evaluator computes; Z3 and
/// bit-blasting never contradict each other; cores are refuted again; and any
/// order of calls gives what a fresh solver gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "logic/smt/circuit/sat.h"
#include "logic/smt/solver.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/traverse.h"
#include "unit/logic/term/random_terms.h"

namespace catenary::logic {
namespace {

using smt::Answer;
using smt::Literal;
using testing::RandomTerms;
using testing::Tape;

Tape tape_of(std::uint32_t seed) {
  std::mt19937 engine(seed);
  std::vector<std::uint32_t> numbers(2000);
  for (std::uint32_t& n : numbers) n = engine() >> 1;
  return Tape(std::move(numbers));
}

bool is_bits(const Sort& sort) {
  return sort.kind() == SortKind::boolean || sort.kind() == SortKind::bitvec ||
         sort.kind() == SortKind::floating;
}

/// No variable but of bits, and no other sort anywhere but in constants.
bool is_of_bits(Term term) {
  const std::vector<Term> all = subterms(term);
  return !term.has_quantifier() &&
         std::all_of(
             all.begin(), all.end(), [](Term t) { return is_bits(t.sort()); });
}

/// The values of a template's roots for each of these inputs, by one query.
std::vector<std::vector<Value>> values_of(
    const smt::CnfTemplate& cnf,
    const std::vector<Term>& roots,
    const std::vector<std::vector<Value>>& inputs) {
  const auto solver = smt::make_cadical({});
  std::vector<smt::Instance> copies;
  for (const std::vector<Value>& input : inputs) {
    std::vector<std::vector<Literal>> bits;
    for (const Value& v : input) bits.push_back(constant_bits(*solver, v));
    copies.push_back(instantiate(*solver, cnf, bits));
  }
  EXPECT_EQ(solver->solve({}, base::Budget()), Answer::sat);
  std::vector<std::vector<Value>> result;
  for (const smt::Instance& copy : copies) {
    std::vector<Value>& values = result.emplace_back();
    for (std::size_t i = 0; i < roots.size(); ++i) {
      values.push_back(read_bits(*solver, roots[i].sort(), copy.roots[i]));
    }
  }
  return result;
}

class BitBlastOracle : public ::testing::TestWithParam<int> {};

TEST_P(BitBlastOracle, ClausesAgreeWithTheEvaluator) {
  const Op op = static_cast<Op>(GetParam());
  for (std::uint32_t seed = 1; seed <= 2; ++seed) {
    Tape tape = tape_of(seed * 1000 + static_cast<std::uint32_t>(op));
    TermManager m;
    RandomTerms random(m, tape, {.quantifiers = false, .half_floats = true});
    for (int i = 0; i < 10; ++i) {
      (void)random.grow();
      (void)random.grow(op);
    }
    std::vector<Term> roots;
    for (const Term t : random.built()) {
      if (is_of_bits(t)) roots.push_back(t);
    }
    const std::vector<Term> variables = free_variables(roots);
    const smt::CnfTemplate cnf =
        smt::bit_blast(m, variables, roots, base::Budget());
    std::vector<std::vector<Value>> inputs;
    std::vector<std::vector<Value>> expected;
    for (int i = 0; i < 4; ++i) {
      const Assignment assignment = random.assignment();
      Evaluator evaluator(assignment);
      std::vector<Value>& input = inputs.emplace_back();
      for (const Term v : variables) input.push_back(*assignment.find(v));
      std::vector<Value>& values = expected.emplace_back();
      for (const Term t : roots) {
        values.push_back(evaluator.evaluate(t).value());
      }
    }
    const auto found = values_of(cnf, roots, inputs);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t r = 0; r < roots.size(); ++r) {
        ASSERT_EQ(found[i][r].to_string(), expected[i][r].to_string())
            << to_smtlib(roots[r]);
      }
    }
  }
}

std::string operator_name(const ::testing::TestParamInfo<int>& parameter) {
  std::string name = info(static_cast<Op>(parameter.param)).smtlib;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name + "_" + std::to_string(parameter.param);
}

INSTANTIATE_TEST_SUITE_P(AllOperators,
                         BitBlastOracle,
                         ::testing::Range(static_cast<int>(Op::logical_not),
                                          static_cast<int>(Op::last_) + 1),
                         operator_name);

/// Special values and random ones, often close to another.
std::vector<Value> interesting(const Sort& sort, std::mt19937& engine) {
  std::vector<Value> values = {float_zero(sort, false),
                               float_zero(sort, true),
                               float_nan(sort),
                               float_infinity(sort, false),
                               float_infinity(sort, true),
                               Value::floating(sort, 1)};
  const FloatFormat format(sort);
  for (int i = 0; i < 12; ++i) {
    mpz_class bits = engine();
    bits = (bits << 32) + engine();
    values.push_back(Value::floating(sort, bits));
    values.push_back(Value::floating(sort, values.back().as_bits() + 1));
    values.push_back(
        float_round(sort,
                    RoundingMode::nearest_even,
                    mpq_class(static_cast<long>(engine() % 41) - 20, 4)));
  }
  return values;
}

/// The template against the evaluator, on values of a pool.
void compare(const smt::CnfTemplate& cnf,
             const std::vector<Term>& variables,
             const std::vector<Term>& roots,
             const std::vector<Value>& pool,
             int times,
             std::mt19937& engine) {
  std::vector<std::vector<Value>> inputs;
  std::vector<std::vector<Value>> expected;
  for (int i = 0; i < times; ++i) {
    Assignment assignment;
    std::vector<Value>& input = inputs.emplace_back();
    for (const Term v : variables) {
      input.push_back(pool[engine() % pool.size()]);
      assignment.set(v, input.back());
    }
    std::vector<Value>& values = expected.emplace_back();
    for (const Term t : roots) {
      values.push_back(evaluate(t, assignment).value());
    }
  }
  const auto found = values_of(cnf, roots, inputs);
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t r = 0; r < roots.size(); ++r) {
      ASSERT_EQ(found[i][r].to_string(), expected[i][r].to_string())
          << to_smtlib(roots[r]) << " of " << inputs[i][0].to_string() << ", "
          << inputs[i][1].to_string() << ", " << inputs[i].back().to_string();
    }
  }
}

/// Operators with circuits of our own, in odd formats.
TEST(BitBlastOracle, RemaindersAndLooksInOddFormats) {
  std::mt19937 engine(2);
  for (const Sort& format :
       {Sort::floating(2, 2), Sort::floating(3, 4), Sort::floating(2, 7)}) {
    TermManager m;
    const Term x = m.variable("x", format);
    const Term y = m.variable("y", format);
    const std::vector<Term> roots = {m.make(Op::fp_rem, {x, y}),
                                     m.make(Op::fp_min, {x, y}),
                                     m.make(Op::fp_max, {x, y}),
                                     m.make(Op::fp_le, {x, y}),
                                     m.make(Op::fp_lt, {x, y}),
                                     m.make(Op::fp_eq, {x, y}),
                                     m.make(Op::fp_neg, {x}),
                                     m.make(Op::fp_is_subnormal, {x})};
    const std::vector<Term> variables = {x, y};
    const smt::CnfTemplate cnf =
        smt::bit_blast(m, variables, roots, base::Budget());
    compare(cnf, variables, roots, interesting(format, engine), 300, engine);
  }
}

TEST(BitBlastOracle, FloatsOfStandardFormats) {
  const std::vector<Sort> formats = {Sort::floating(8, 8),
                                     Sort::floating(5, 11),
                                     Sort::float32(),
                                     Sort::float64()};
  const std::vector<Op> ops = {Op::fp_add,
                               Op::fp_sub,
                               Op::fp_mul,
                               Op::fp_div,
                               Op::fp_fma,
                               Op::fp_sqrt,
                               Op::fp_round_to_integral,
                               Op::fp_rem,
                               Op::fp_from_float,
                               Op::fp_to_signed,
                               Op::fp_to_unsigned};
  std::mt19937 engine(1);
  std::uint32_t turn = 0;
  for (const Sort& format : formats) {
    TermManager m;
    const std::vector<Term> variables = {m.variable("x", format),
                                         m.variable("y", format),
                                         m.variable("z", format)};
    std::vector<Term> roots;
    for (const Op op : ops) {
      const bool large = format.significand_bits() > 11;
      const bool slow = op == Op::fp_rem || op == Op::fp_div ||
                        op == Op::fp_fma || op == Op::fp_sqrt;
      if (large && slow) continue;
      const auto mode = static_cast<RoundingMode>(++turn % 5);
      Indices indices{5, 11, mode};
      if (op == Op::fp_to_signed || op == Op::fp_to_unsigned) {
        indices.first = 1 + turn % 20;
      }
      roots.push_back(m.make(
          op, std::span(variables).first(info(op).min_operands), indices));
    }
    const smt::CnfTemplate cnf =
        smt::bit_blast(m, variables, roots, base::Budget());
    compare(cnf,
            variables,
            roots,
            interesting(format, engine),
            format.significand_bits() <= 11 ? 30 : 5,
            engine);
  }
}

/// Random Boolean terms of all sorts that a solver is asked about.
class Questions {
 public:
  Questions(TermManager& m, std::uint32_t seed, bool only_bits)
      : tape_(tape_of(seed)),
        random_(m,
                tape_,
                {.quantifiers = !only_bits,
                 .half_floats = true,
                 .finite_arrays = false}) {
    for (int i = 0; i < 60; ++i) (void)random_.grow();
    for (const Term t : random_.built()) {
      if (t.sort().kind() != SortKind::boolean) continue;
      if (!only_bits || is_of_bits(t)) terms_.push_back(t);
    }
  }

  Term next(std::mt19937& engine) { return terms_[engine() % terms_.size()]; }
  [[nodiscard]] bool empty() const { return terms_.empty(); }

 private:
  Tape tape_;
  RandomTerms random_;
  std::vector<Term> terms_;
};

/// What the solver says without any history.
Answer fresh_answer(TermManager& m, const std::vector<Term>& all, bool z3) {
  const auto solver = z3 ? smt::make_z3(m, {}) : smt::make_bitblast(m, {});
  for (const Term t : all) solver->assert_term(t);
  return solver->check({}, base::Budget());
}

void random_calls(std::uint32_t seed, bool only_bits, int& decided) {
  TermManager m;
  Questions questions(m, seed, only_bits);
  if (questions.empty()) return;
  std::mt19937 engine(seed);
  smt::Options options;
  options.query_time = std::chrono::milliseconds(300);
  std::vector<std::unique_ptr<smt::Solver>> solvers;
  solvers.push_back(smt::make_z3(m, options));
  if (only_bits) options.query_time = std::chrono::seconds(60);
  solvers.push_back(smt::make_bitblast(m, options));
  std::vector<std::vector<Term>> levels(1);
  for (int call = 0; call < 25; ++call) {
    switch (engine() % 4) {
      case 0:
        for (const auto& s : solvers) s->push();
        levels.emplace_back();
        break;
      case 1: {
        const auto count = static_cast<std::uint32_t>(engine() % levels.size());
        for (const auto& s : solvers) s->pop(count);
        levels.resize(levels.size() - count);
        break;
      }
      case 2: {
        Term t = questions.next(engine);
        if (engine() % 2 == 0) t = m.logical_not(t);
        for (const auto& s : solvers) s->assert_term(t);
        levels.back().push_back(t);
        break;
      }
      default: {
        std::vector<Term> assumptions;
        while (engine() % 3 != 0) {
          assumptions.push_back(questions.next(engine));
        }
        std::vector<Term> asserted;
        for (const auto& level : levels) {
          asserted.insert(asserted.end(), level.begin(), level.end());
        }
        Answer known = Answer::unknown;
        for (const auto& s : solvers) {
          const Answer a = s->check(assumptions, base::Budget());
          ASSERT_NE(s->why_unknown(), smt::Unknown::wrong_model)
              << s->name() << ": " << s->unknown_text();
          ASSERT_NE(s->why_unknown(), smt::Unknown::failed)
              << s->name() << ": " << s->unknown_text();
          ASSERT_TRUE(a != Answer::unknown || !only_bits ||
                      s->name() != "bitblast")
              << s->unknown_text();
          if (a == Answer::unknown) continue;
          ++decided;
          ASSERT_TRUE(known == Answer::unknown || known == a)
              << "the solvers contradict each other";
          known = a;
          if (a == Answer::unsat) {
            std::vector<Term> core = asserted;
            const std::vector<Term> failed = s->failed();
            core.insert(core.end(), failed.begin(), failed.end());
            ASSERT_NE(fresh_answer(m, core, !only_bits), Answer::sat)
                << s->name() << " gave a core that can hold";
          }
        }
        break;
      }
    }
  }
}

/// Enough of the queries are decided for the test to mean something.
void many_random_calls(bool only_bits, std::uint32_t seeds, int at_least) {
  int decided = 0;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    random_calls(seed, only_bits, decided);
    if (::testing::Test::HasFatalFailure()) {
      FAIL() << "seed " << seed;
    }
  }
  EXPECT_GE(decided, at_least);
}

TEST(SolverOracle, RandomCallsOnTermsOfBits) {
  many_random_calls(true, 12, 100);
}

TEST(SolverOracle, RandomCallsOnTermsOfAllSorts) {
  many_random_calls(false, 12, 40);
}

}  // namespace
}  // namespace catenary::logic
