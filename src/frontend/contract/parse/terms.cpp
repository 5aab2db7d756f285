// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions as terms, with type checking: Booleans, integers, reals and
/// enumerations; integers become reals where one operand is real.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/contract/lower/lower.h"
#include "frontend/contract/lower/partial.h"

namespace catenary::frontend::contract {

using logic::Op;
using logic::SortKind;
using logic::Term;

namespace {

/// Whether no operand has an error, which has then been reported.
bool all_valid(const std::vector<Term>& terms) {
  return std::ranges::all_of(terms, [](Term t) { return t.valid(); });
}

bool is_boolean(Term t) {
  return t.sort().kind() == SortKind::boolean;
}

bool is_real(Term t) {
  return t.sort().kind() == SortKind::real;
}

bool is_any(const std::string& text, std::string_view a, std::string_view b) {
  return text == a || text == b;
}

}  // namespace

/// Sorts with the words of the language, not with those of the solver.
std::string described(const logic::Sort& sort) {
  switch (sort.kind()) {
    case SortKind::boolean:
      return "a Boolean";
    case SortKind::integer:
      return "an integer";
    case SortKind::real:
      return "a real number";
    case SortKind::enumeration:
      return "a value of '" + sort.enumerators().name + "'";
    default:
      return sort.to_string();
  }
}

bool Scope::is_number(Term t, Place where, const std::string& what) {
  if (t.sort().kind() == SortKind::integer || is_real(t)) return true;
  problems_.error(
      where,
      what + " needs numbers: expected one, found " + described(t.sort()),
      "req-type");
  return false;
}

// Each reports at the operand that is wrong.
bool Scope::is_condition(Term t, Place where, const std::string& what) {
  if (is_boolean(t)) return true;
  problems_.error(
      where,
      what + " needs Booleans: expected one, found " + described(t.sort()),
      "req-type");
  return false;
}

Term Scope::condition(const Expression& e, Reads& reads, const char* of_what) {
  const Term t = term(e, reads);
  if (!t.valid() || is_boolean(t)) return t;
  problems_.error(e.where,
                  std::string(of_what) +
                      " is true or false: expected a condition, found " +
                      described(t.sort()),
                  "req-type");
  return {};
}

Term Scope::purpose(const Expression& e, Reads& reads) {
  const Term t = condition(e, reads, "a purpose");
  // What was remembered of a step without a value is not known.
  if (!take_needed().empty()) {
    problems_.error(e.where,
                    "this looks back at a quotient whose divisor may be 0: "
                    "expected one by a constant in a purpose",
                    "req-division");
    return {};
  }
  if (!t.valid()) return t;
  const Term value = has_value(*out_.terms, t);
  const Term both = value.is_true() ? t : out_.terms->logical_and(value, t);
  return over_integers(*out_.terms, both);
}

Term Scope::term(const Expression& e, Reads& reads) {
  switch (e.kind) {
    case Expression::Kind::boolean:
      return out_.terms->boolean(e.text == "true");
    case Expression::Kind::integer:
      return out_.terms->constant(logic::Value::integer(mpz_class(e.text)));
    case Expression::Kind::decimal:
      return out_.terms->constant(
          logic::parse_value(logic::Sort::real(), e.text));
    case Expression::Kind::name:
      return name(e, reads);
    case Expression::Kind::prefix:
      return prefix(e, reads);
    case Expression::Kind::infix:
      return infix(e, reads);
    case Expression::Kind::conditional:
      return conditional(e, reads);
    case Expression::Kind::call:
      return call(e, reads);
  }
  return {};
}

Term Scope::name(const Expression& e, Reads& reads) {
  const auto it = names_.find(e.text);
  if (it == names_.end()) {
    unknown({e.text, e.where},
            in_function_ ? "a parameter, constant or value of an enumeration"
                         : "a variable, constant, definition or value of an "
                           "enumeration");
    return {};
  }
  Entry& entry = it->second;
  entry.used = true;
  // The prime of a definition is applied to all variables within it.
  if (entry.kind == Entry::Kind::definition) {
    return definition(e, entry.index, reads);
  }
  // The declaration was faulty; its uses are no further errors.
  if (!entry.term.valid()) return {};
  if (entry.kind != Entry::Kind::variable) {
    if (!e.primed) return entry.term;
    problems_.error(e.where,
                    "'" + e.text +
                        "' is the same at every step: expected no "
                        "prime",
                    "req-prime");
    return {};
  }
  const model::InterfaceVariable& v = out_.variables[entry.index];
  Reads mine;
  const Reads::First here{e.where, e.text};
  // Which step it is of decides about the prime, its role about the system.
  (e.primed ? mine.now : mine.before) = here;
  if (v.role != model::Role::input) {
    (e.primed ? mine.system_now : mine.system_before) = here;
  }
  reads.add(mine, e.where, e.text);
  return e.primed ? v.now : v.before;
}

Term Scope::prefix(const Expression& e, Reads& reads) {
  const Term t = term(e.operands[0], reads);
  if (!t.valid()) return {};
  const Place where = e.operands[0].where;
  if (e.text == "not") {
    return is_condition(t, where, "'not'") ? out_.terms->logical_not(t)
                                           : Term();
  }
  if (!is_number(t, where, "'-'")) return {};
  // A constant stays one: ranges need values.
  if (!t.is_constant()) return out_.terms->make(Op::neg, {t});
  const logic::Value& v = t.value();
  return out_.terms->constant(
      is_real(t) ? logic::Value::real(-v.as_real())
                 : logic::Value::integer(mpz_class(-v.as_integer())));
}

Term Scope::infix(const Expression& e, Reads& reads) {
  std::vector<Term> operands;
  for (const Expression& operand : e.operands) {
    operands.push_back(term(operand, reads));
  }
  if (!all_valid(operands)) return {};
  const std::string& op = e.operators[0].text;
  if (op == "<=>" || op == "=>" || op == "and" || op == "or") {
    return logical(e, operands);
  }
  // All operators of a node have one level, so that the first tells the kind.
  if (op == "^") return power(e, operands);
  if (is_any(op, "*", "/")) return product(e, std::move(operands));
  if (is_any(op, "+", "-")) return sum(e, std::move(operands));
  return compared(e, operands);
}

Term Scope::logical(const Expression& e, const std::vector<Term>& operands) {
  const std::string& op = e.operators[0].text;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is_condition(operands[i], e.operands[i].where, "'" + op + "'")) {
      return {};
    }
  }
  if (op == "and") return out_.terms->logical_and(operands);
  if (op == "or") return out_.terms->logical_or(operands);
  if (op == "<=>") {
    // "a <=> b <=> c" would mean parity, which nobody expects.
    if (operands.size() == 2)
      return out_.terms->equal(operands[0], operands[1]);
    problems_.error(e.operators[1].where,
                    "a second '<=>' can be read in two ways: expected "
                    "parentheses around one of them",
                    "req-syntax");
    return {};
  }
  // Implication is right-associative.
  Term out = operands.back();
  for (std::size_t i = operands.size() - 1; i-- > 0;) {
    out = out_.terms->implies(operands[i], out);
  }
  return out;
}

Term Scope::compared(const Expression& e, const std::vector<Term>& operands) {
  // 0 <= x' < 5 is read as two comparisons; other mixtures have no single
  // meaning.
  for (const Expression::Operator& op : e.operators) {
    const std::string& first = e.operators[0].text;
    const bool fine =
        e.operators.size() == 1 ||
        (is_any(op.text, "<", "<=") && is_any(first, "<", "<=")) ||
        (is_any(op.text, ">", ">=") && is_any(first, ">", ">="));
    if (fine) continue;
    problems_.error(e.operators[1].where,
                    "a chain of comparisons has '<' and '<=', or '>' and '>=', "
                    "only: expected parentheses or 'and'",
                    "req-syntax");
    return {};
  }
  // The operands in the middle are terms, so that they are shared.
  std::vector<Term> all;
  for (std::size_t i = 0; i < e.operators.size(); ++i) {
    all.push_back(related(e.operators[i], operands[i], operands[i + 1]));
  }
  return all_valid(all) ? out_.terms->logical_and(all) : Term();
}

Term Scope::real(Term t) {
  if (is_real(t)) return t;
  if (!t.is_constant()) return out_.terms->make(Op::to_real, {t});
  return out_.terms->constant(
      logic::Value::real(mpq_class(t.value().as_integer())));
}

Term Scope::related(const Expression::Operator& op, Term left, Term right) {
  const std::string what = "'" + op.text + "'";
  const bool is_equality = is_any(op.text, "=", "!=");
  // Both orders: 3 = x' as well.
  if (left.is_constant()) {
    warn_never(op, right, left);
  } else {
    warn_never(op, left, right);
  }
  const auto number = [](Term t) {
    return t.sort().kind() == SortKind::integer || is_real(t);
  };
  // An integer beside a real is converted; the language has no other
  // conversions.
  if (number(left) && number(right)) {
    if (is_real(left) || is_real(right)) {
      left = real(left);
      right = real(right);
    }
  } else if (!is_equality) {
    // Both are checked, so that an error names one of them.
    if (is_number(left, op.where, what)) {
      (void)is_number(right, op.where, what);
    }
    return {};
  } else if (!(left.sort() == right.sort())) {
    // Equality is defined for all sorts, within one of them.
    problems_.error(op.where,
                    what + " compares " + described(left.sort()) + " with " +
                        described(right.sort()) + ": expected one type",
                    "req-type");
    return {};
  }
  logic::TermManager& t = *out_.terms;
  if (op.text == "=") return t.equal(left, right);
  if (op.text == "!=") return t.logical_not(t.equal(left, right));
  if (op.text == "<") return t.make(Op::less, {left, right});
  if (op.text == "<=") return t.make(Op::less_equal, {left, right});
  // The solver's operators are less and less_equal; the others are turned
  // around.
  if (op.text == ">") return t.make(Op::less, {right, left});
  return t.make(Op::less_equal, {right, left});
}

/// Warns about a variable that is compared with a value outside of its range.
void Scope::warn_never(const Expression::Operator& op,
                       Term variable,
                       Term constant) {
  // Only a variable alone is examined: bounds of other terms are not known
  // here.
  const auto it = variable_of_.find(variable.id());
  if (it == variable_of_.end() || !constant.is_constant() ||
      !is_any(op.text, "=", "!=")) {
    return;
  }
  const model::InterfaceVariable& v = out_.variables[it->second];
  if (v.sort().kind() != SortKind::integer || !v.lo || !v.hi ||
      constant.sort().kind() != SortKind::integer) {
    return;
  }
  // Outside of the range "=" is false and "!=" is true at all steps.
  const mpz_class& c = constant.value().as_integer();
  if (v.lo->as_integer() <= c && c <= v.hi->as_integer()) return;
  problems_.warning(op.where,
                    "this is " +
                        std::string(op.text == "=" ? "never" : "always") +
                        " true: '" + v.name + "' is in " + v.lo->to_string() +
                        ".." + v.hi->to_string(),
                    "req-never");
}

Term Scope::conditional(const Expression& e, Reads& reads) {
  std::vector<Term> operands;
  bool fine = true;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const bool is_test = i % 2 == 0 && i + 1 < e.operands.size();
    operands.push_back(
        is_test ? condition(e.operands[i], reads, "what stands after 'if'")
                : term(e.operands[i], reads));
    fine = fine && operands.back().valid();
  }
  // Odd operands and the last one are values.
  if (!fine) return {};
  const auto is_value = [&](std::size_t i) {
    return i % 2 == 1 || i + 1 == operands.size();
  };
  // One real value makes all values real.
  bool any_real = false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    any_real = any_real || (is_value(i) && is_real(operands[i]));
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is_value(i)) continue;
    if (any_real && operands[i].sort().kind() == SortKind::integer) {
      operands[i] = real(operands[i]);
    }
    if (operands[i].sort() == operands[1].sort()) continue;
    problems_.error(e.operands[i].where,
                    "the values of an 'if' are of one type: expected " +
                        described(operands[1].sort()) + ", found " +
                        described(operands[i].sort()),
                    "req-type");
    return {};
  }
  // From the last case to the first.
  Term out = operands.back();
  for (std::size_t i = operands.size() - 1; i >= 2; i -= 2) {
    out = out_.terms->ite(operands[i - 2], operands[i - 1], out);
  }
  return out;
}

}  // namespace catenary::frontend::contract
