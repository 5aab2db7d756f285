// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sums, products, quotients and powers. A quotient by a constant and a power
/// by a constant are products; other quotients stay operators, see
/// lower/partial.h.
#include <algorithm>
#include <utility>

#include "frontend/contract/lower/lower.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::frontend::contract {

using logic::Op;
using logic::SortKind;
using logic::Term;

namespace {

bool is_real_number(Term t) {
  return t.sort().kind() == SortKind::real;
}

}  // namespace

bool Scope::numbers(const Expression& e, const std::vector<Term>& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::string& op = e.operators[i == 0 ? 0 : i - 1].text;
    // The first operand is reported with the operator behind it, others with
    // that before them.
    if (!is_number(operands[i], e.operands[i].where, "'" + op + "'")) {
      return false;
    }
  }
  return true;
}

Term Scope::sum(const Expression& e, std::vector<Term> operands) {
  if (!numbers(e, operands)) return {};
  if (std::ranges::any_of(operands, is_real_number)) {
    for (Term& t : operands) t = real(t);
  }
  // a - b + c: additions are collected between subtractions.
  Term out = operands[0];
  std::vector<Term> added = {operands[0]};
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (e.operators[i - 1].text == "+") {
      added.push_back(operands[i]);
      continue;
    }
    out = added.size() == 1 ? added[0] : out_.terms->make(Op::add, added);
    added = {out_.terms->make(Op::sub, {out, operands[i]})};
  }
  return added.size() == 1 ? added[0] : out_.terms->make(Op::add, added);
}

Term Scope::product(const Expression& e, std::vector<Term> operands) {
  if (!numbers(e, operands)) return {};
  const bool divides =
      std::ranges::find(e.operators, "/", &Expression::Operator::text) !=
      e.operators.end();
  // Integers have no quotient: 1 / 2 is a real number.
  if (divides || std::ranges::any_of(operands, is_real_number)) {
    for (Term& t : operands) t = real(t);
  }
  // a / b * c: factors are collected between divisions.
  std::vector<Term> factors = {operands[0]};
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (e.operators[i - 1].text == "*") {
      factors.push_back(operands[i]);
      continue;
    }
    const Term dividend =
        factors.size() == 1 ? factors[0] : out_.terms->make(Op::mul, factors);
    const Term out = quotient(dividend, operands[i], e.operands[i].where);
    if (!out.valid()) return {};
    factors = {out};
  }
  return factors.size() == 1 ? factors[0] : out_.terms->make(Op::mul, factors);
}

Term Scope::quotient(Term dividend, Term divisor, Place where) {
  const auto value = logic::evaluate(divisor, {});
  // Nothing is known of other divisors: see partial.h.
  if (!value) return out_.terms->make(Op::real_div, {dividend, divisor});
  if (value->as_real() == 0) {
    problems_.error(
        where, "division by 0: expected another number", "req-division");
    return {};
  }
  const mpq_class inverse = 1 / value->as_real();
  const Term factor = out_.terms->constant(logic::Value::real(inverse));
  const auto of_constant = logic::evaluate(dividend, {});
  if (!of_constant) return out_.terms->make(Op::mul, {dividend, factor});
  return out_.terms->constant(
      logic::Value::real(mpq_class(of_constant->as_real() * inverse)));
}

Term Scope::power(const Expression& e, const std::vector<Term>& operands) {
  constexpr int kMost = 64;
  if (e.operators.size() > 1) {
    problems_.error(e.operators[1].where,
                    "a second '^' can be read in two ways: expected "
                    "parentheses around one of them",
                    "req-syntax");
    return {};
  }
  if (!numbers(e, operands)) return {};
  const auto exponent = logic::evaluate(operands[1], {});
  const bool is_integer = exponent && exponent->kind() == SortKind::integer &&
                          abs(exponent->as_integer()) <= kMost;
  if (!is_integer) {
    problems_.error(e.operands[1].where,
                    "the exponent of a power: expected an integer constant "
                    "from -64 to 64",
                    "req-power");
    return {};
  }
  const long n = exponent->as_integer().get_si();
  const Term base = n < 0 ? real(operands[0]) : operands[0];
  const Term one = out_.terms->integer(1);
  const std::vector<Term> factors(static_cast<std::size_t>(n < 0 ? -n : n),
                                  base);
  Term out = is_real_number(base) ? real(one) : one;
  if (factors.size() == 1) out = base;
  if (factors.size() > 1) out = out_.terms->make(Op::mul, factors);
  return n < 0 ? quotient(real(one), out, e.operands[0].where) : out;
}

}  // namespace catenary::frontend::contract
