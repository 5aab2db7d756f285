// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lowers expressions to typed terms. Operators on constants are evaluated at
/// once with the semantics of logic::apply(), so that constants of the model
/// are literals.
///
/// Types: an operation on two integers is an integer operation; beside a
/// rational an integer is converted.
#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "frontend/xlia/lower.h"
#include "logic/arithmetic/number.h"
#include "logic/term/evaluate/apply.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::xlia {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;
using logic::Value;

namespace {

/// An application, computed if constant.
Term apply(TermManager& terms, Op op, const std::vector<Term>& operands) {
  return computed(terms, op, operands);
}

bool is_boolean(Term t) {
  return t.sort().kind() == SortKind::boolean;
}
bool is_real(Term t) {
  return t.sort().kind() == SortKind::real;
}

/// The number as a Real.
Term to_real(TermManager& terms, Term t) {
  return is_real(t) ? t : apply(terms, Op::to_real, {t});
}

/// Converts numbers of different sorts to Reals.
void unify(TermManager& terms, Term& a, Term& b) {
  if (a.sort() == b.sort()) return;
  a = to_real(terms, a);
  b = to_real(terms, b);
}

/// Whether the term is the constant 0.
bool is_zero(Term t) {
  if (!t.is_constant()) return false;
  return is_real(t) ? t.value().as_real() == 0 : t.value().as_integer() == 0;
}

}  // namespace

Term computed(TermManager& terms, Op op, std::span<const Term> operands) {
  std::vector<Value> values;
  for (const Term t : operands) {
    // One operand that is not constant: the application stays.
    if (!t.is_constant()) return terms.make(op, operands);
    values.push_back(t.value());
  }
  return terms.constant(
      logic::apply(op, logic::result_sort(op, operands, {}), {}, values));
}

namespace {

/// The application as reading a text would make it. Integer operands are
/// operated on as integers, and the result is converted; an exact quotient of
/// two integers gets a factor 1.0, which makes it rational when it is read.
Term normal(TermManager& terms, Op op, std::vector<Term> operands) {
  const bool integers =
      !operands.empty() && std::ranges::all_of(operands, [](Term o) {
        return o.op() == Op::to_real;
      });
  if (!integers) return computed(terms, op, operands);
  if (op == Op::real_div) {
    const Term one = terms.constant(Value::real(1));
    operands[0] = terms.make(Op::mul, {one, operands[0]});
    return terms.make(op, operands);
  }
  // These tell integers from Reals, so that they keep their operand.
  if (op == Op::is_int || op == Op::to_int) return terms.make(op, operands);
  // All operands are conversions: the operation is moved inside of them.
  for (Term& o : operands) o = o[0];
  const Term done = terms.make(op, operands);
  return is_boolean(done) ? done : terms.make(Op::to_real, {done});
}

}  // namespace

Term computed(TermManager& terms, Term t) {
  std::unordered_map<std::uint32_t, Term> done;
  // Subterms come before the terms that contain them, and shared ones once.
  for (const Term s : logic::subterms(t)) {
    std::vector<Term> operands;
    for (const Term o : s.operands()) operands.push_back(done.at(o.id()));
    done.emplace(s.id(),
                 operands.empty() ? s : normal(terms, s.op(), operands));
  }
  return done.at(t.id());
}

bool Scope::is_number(Term t, Place where) {
  if (!is_boolean(t)) return true;
  problems_.error(where, "expected a number, found a Boolean", "xlia-type");
  return false;
}

Term Scope::term(const Expression& e) {
  switch (e.kind) {
    case Expression::Kind::boolean:
      return automaton_.terms->boolean(e.text == "true");
    case Expression::Kind::integer:
    case Expression::Kind::decimal:
      return number(e);
    case Expression::Kind::name:
      return name(e);
    case Expression::Kind::prefix:
      return prefix(e);
    case Expression::Kind::infix:
      return infix(e);
  }
  CATENARY_CHECK(false, "unknown expression");
}

Term Scope::number(const Expression& e) {
  const std::string digits(e.text);
  const auto dot = digits.find('.');
  if (dot == std::string::npos) {
    return automaton_.terms->constant(Value::integer(mpz_class(digits, 10)));
  }
  // The digits without the dot, divided by a power of ten: exact.
  const std::string fraction = digits.substr(dot + 1);
  mpz_class scale;
  mpz_ui_pow_ui(scale.get_mpz_t(), 10, fraction.size());
  const mpz_class all(digits.substr(0, dot) + fraction, 10);
  return automaton_.terms->constant(Value::real(mpq_class(all, scale)));
}

Term Scope::name(const Expression& e) {
  if (!in_scope(e.name)) return {};
  unused_.erase(e.name.text);
  // An invalid Term means a constant with an error.
  if (const auto c = constants_.find(e.name.text); c != constants_.end()) {
    return c->second;
  }
  if (const auto v = variables_.find(e.name.text); v != variables_.end()) {
    // In simultaneous blocks a read of a received variable may surprise.
    if (watched_.contains(v->second)) {
      problems_.warning(
          e.where, "'" + e.name.text + "' " + watch_warning_, "xlia-received");
    }
    return automaton_.variables[v->second].term;
  }
  problems_.error(e.where,
                  "'" + e.name.text +
                      "' is unknown: expected a declared variable or constant",
                  "xlia-unknown-variable");
  return {};
}

Term Scope::prefix(const Expression& e) {
  const Term t = term(e.operands[0]);
  if (!t.valid()) return {};
  if (e.text == "!") {
    if (!is_boolean(t)) {
      problems_.error(e.operands[0].where,
                      "expected a Boolean after '!', found a number",
                      "xlia-type");
      return {};
    }
    return apply(*automaton_.terms, Op::logical_not, {t});
  }
  if (!is_number(t, e.operands[0].where)) return {};
  return apply(*automaton_.terms, Op::neg, {t});
}

Term Scope::infix(const Expression& e) {
  // All operators of a node have the same level, so that the first tells the
  // kind.
  const std::string_view op = e.operators[0].text;
  if (op == "&&" || op == "||") return logical(e);
  if (op == "<" || op == "<=" || op == ">" || op == ">=") return compared(e);
  const bool equality = op == "==" || op == "!=";
  // Left-associative.
  Term left = term(e.operands[0]);
  for (std::size_t i = 0; i < e.operators.size(); ++i) {
    const Term right = term(e.operands[i + 1]);
    if (!left.valid() || !right.valid()) {
      left = {};
      continue;  // the others may have faults of their own
    }
    if (equality) {
      left = related(left, e.operators[i], right);
      continue;
    }
    const bool fine = is_number(left, e.operands[0].where) &&
                      is_number(right, e.operands[i + 1].where);
    left = fine ? arithmetic(left, e.operators[i], right) : Term();
  }
  return left;
}

Term Scope::logical(const Expression& e) {
  std::vector<Term> operands;
  bool fine = true;
  for (const Expression& o : e.operands) {
    const Term t = term(o);
    // Each operand is checked, so that all errors are reported.
    if (t.valid() && !is_boolean(t)) {
      problems_.error(o.where,
                      "expected a Boolean beside '" +
                          std::string(e.operators[0].text) +
                          "', found a number",
                      "xlia-type");
    }
    fine = fine && t.valid() && is_boolean(t);
    operands.push_back(t);
  }
  if (!fine) return {};
  return apply(*automaton_.terms,
               e.operators[0].text == "&&" ? Op::logical_and : Op::logical_or,
               operands);
}

/// Comparisons may be chained: a <= x <= b is a <= x && x <= b. The operand in
/// the middle is a term, so that it is shared and not evaluated twice.
Term Scope::compared(const Expression& e) {
  std::vector<Term> operands;
  bool fine = true;
  for (const Expression& o : e.operands) {
    operands.push_back(term(o));
    fine =
        operands.back().valid() && is_number(operands.back(), o.where) && fine;
  }
  if (!fine) return {};
  std::vector<Term> all;
  for (std::size_t i = 0; i < e.operators.size(); ++i) {
    all.push_back(related(operands[i], e.operators[i], operands[i + 1]));
  }
  return all.size() == 1 ? all[0]
                         : apply(*automaton_.terms, Op::logical_and, all);
}

Term Scope::related(Term left, const Expression::Operator& op, Term right) {
  TermManager& terms = *automaton_.terms;
  if (is_boolean(left) != is_boolean(right)) {
    problems_.error(op.where,
                    "'" + std::string(op.text) +
                        "' compares a Boolean with a number: expected two "
                        "Booleans or two numbers",
                    "xlia-type");
    return {};
  }
  // Booleans come here with == and != only: compared() refuses them.
  if (!is_boolean(left)) unify(terms, left, right);
  if (op.text == "==") return apply(terms, Op::equal, {left, right});
  if (op.text == "!=") return apply(terms, Op::distinct, {left, right});
  if (op.text == "<") return apply(terms, Op::less, {left, right});
  if (op.text == ">") return apply(terms, Op::less, {right, left});
  if (op.text == "<=") return apply(terms, Op::less_equal, {left, right});
  return apply(terms, Op::less_equal, {right, left});
}

Term Scope::arithmetic(Term left, const Expression::Operator& op, Term right) {
  TermManager& terms = *automaton_.terms;
  const bool divides = op.text == "/" || op.text == "%";
  if (divides && is_zero(right)) {
    problems_.error(op.where, "a division by zero", "xlia-division");
    return {};
  }
  // Not before the test above: the constant 0 is recognised in either sort.
  unify(terms, left, right);
  if (op.text == "+") return apply(terms, Op::add, {left, right});
  if (op.text == "-") return apply(terms, Op::sub, {left, right});
  if (op.text == "*") return apply(terms, Op::mul, {left, right});
  if (op.text == "/") {
    if (is_real(left)) return apply(terms, Op::real_div, {left, right});
    // Integer division is that of SMT-LIB: the remainder is not negative.
    const Term quotient = apply(terms, Op::int_div, {left, right});
    if (quotient.is_constant() &&
        quotient.value().as_integer() * right.value().as_integer() !=
            left.value().as_integer()) {
      problems_.warning(op.where,
                        "two integers are divided with remainder: the result "
                        "is " +
                            quotient.value().to_string() +
                            " (write 1.0 for 1 to divide exactly)",
                        "xlia-integer-division");
    }
    return quotient;
  }
  if (is_real(left)) {
    problems_.error(op.where,
                    "'%' is the remainder of two integers, found a rational",
                    "xlia-type");
    return {};
  }
  // The remainder of SMT-LIB, which is not negative.
  return apply(terms, Op::int_mod, {left, right});
}

Term Scope::condition(const Expression& e, const char* of_what) {
  const Term t = term(e);
  if (!t.valid() || is_boolean(t)) return t;
  problems_.error(
      e.where,
      std::string("expected a Boolean as ") + of_what + ", found a number",
      "xlia-type");
  return {};
}

Term Scope::value(const Expression& e,
                  const model::DataType& type,
                  const std::string& target) {
  const Term t = term(e);
  if (!t.valid()) return {};
  const bool boolean = type.base == model::DataType::Base::boolean;
  // There is no conversion between Booleans and numbers.
  if (boolean != is_boolean(t)) {
    problems_.error(e.where,
                    target + " is of type " + type.to_string() +
                        ": expected a " + (boolean ? "Boolean" : "number") +
                        ", found a " + (boolean ? "number" : "Boolean"),
                    "xlia-type");
    return {};
  }
  return fitted(t, type, e.where, target);
}

Term Scope::fitted(Term t,
                   const model::DataType& type,
                   Place where,
                   const std::string& target) {
  TermManager& terms = *automaton_.terms;
  using Base = model::DataType::Base;
  if (type.base == Base::boolean) return t;
  // A rational target takes integers, converted.
  if (type.base == Base::rational) t = to_real(terms, t);
  // A conversion that the target undoes.
  if (type.base == Base::integer && t.op() == Op::to_real) t = t[0];
  // For values that are not constant each run requires that they fit.
  if (!t.is_constant()) return t;
  const mpq_class number = logic::number_of(t.value());
  const bool integral = number.get_den() == 1;
  if ((type.non_negative && number < 0) ||
      (type.base == Base::integer && !integral)) {
    problems_.error(where,
                    target + " is of type " + type.to_string() +
                        ", which has no value " + number.get_str(),
                    "xlia-range");
    return {};
  }
  return type.base == Base::integer
             ? terms.constant(Value::integer(number.get_num()))
             : t;
}

}  // namespace catenary::frontend::xlia
