// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms as C, with interval bounds for all intermediate values.
#include "engine/contract/monitor/term_code.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::engine::contract {

using logic::Op;
using logic::Term;

namespace {

Bounds truth() {
  return {0, 1};
}

mpz_class power_of_two(unsigned exponent) {
  mpz_class out = 1;
  return out << exponent;
}

/// Whether all values fit a signed integer of so many bits.
bool within(const Bounds& bounds, unsigned bits) {
  const mpz_class limit = power_of_two(bits - 1);
  return bounds.lo >= -limit && bounds.hi < limit;
}

[[noreturn]] void refuse(const base::SourceLocation& where,
                         const std::string& what) {
  throw base::InputError(where, what, "unsupported");
}

Bounds hull(const Bounds& a, const Bounds& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

/// The bounds of a product: its extrema are at the corners.
Bounds product(const Bounds& a, const Bounds& b) {
  const mpz_class corners[] = {
      a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  return {*std::min_element(std::begin(corners), std::end(corners)),
          *std::max_element(std::begin(corners), std::end(corners))};
}

/// The bounds of a sum, difference or product.
Bounds combined(Op op, const Bounds& a, const Bounds& b) {
  switch (op) {
    case Op::add:
      return {a.lo + b.lo, a.hi + b.hi};
    case Op::sub:
      return {a.lo - b.hi, a.hi - b.lo};
    default:
      return product(a, b);
  }
}

const char* sign_of(Op op) {
  return op == Op::add ? " + " : op == Op::sub ? " - " : " * ";
}

}  // namespace

std::string code_type(const Bounds& bounds) {
  constexpr unsigned kWord = 64;
  /// One bit less than __int128 has, so that negation stays in range.
  constexpr unsigned kDouble = 127;  // nothing is at the edge
  if (within(bounds, kWord)) return "long long";
  return within(bounds, kDouble) ? "__int128" : "";
}

std::string code_constant(const mpz_class& value) {
  if (value < 0) return "(-" + code_constant(-value - 1) + " - 1)";
  if (value < power_of_two(63)) return value.get_str() + "LL";
  // Literals end at 64 bits.
  const mpz_class high = value >> 62;
  const mpz_class low = value - (high << 62);
  return "((__int128)" + code_constant(high) + " * 4611686018427387904LL + " +
         code_constant(low) + ")";
}

/// Whether the term has its value; otherwise its operands need theirs first.
bool TermCode::settle(Term term) {
  if (values_.contains(term)) return true;
  if (auto known = known_(term)) {
    values_.emplace(term, std::move(*known));
    return true;
  }
  if (!term.is_constant()) return false;
  const logic::Value& v = term.value();
  switch (v.kind()) {
    case logic::SortKind::boolean:
      values_.emplace(term, CodeValue{v.as_bool() ? "1" : "0", truth()});
      return true;
    case logic::SortKind::enumeration: {
      const mpz_class at = v.as_enumerator();
      values_.emplace(term, CodeValue{code_constant(at), {at, at}});
      return true;
    }
    case logic::SortKind::integer: {
      const mpz_class& i = v.as_integer();
      if (code_type({i, i}).empty()) return false;
      values_.emplace(term, CodeValue{code_constant(i), {i, i}});
      return true;
    }
    default:
      return false;
  }
}

CodeValue TermCode::value(Term root, const base::SourceLocation& where) {
  std::vector<Term> open{root};
  // Depth first without recursion: a term is computed once all that it needs
  // has a value, and stays on the stack until then.
  while (!open.empty()) {
    const Term term = open.back();
    if (settle(term)) {
      open.pop_back();
      continue;
    }
    const Term definition = term.is_variable() ? defined_(term) : Term();
    const std::size_t before = open.size();
    const auto need = [&](Term t) {
      if (!settle(t)) open.push_back(t);
    };
    if (definition.valid()) {
      need(definition);
    } else {
      for (const Term operand : term.operands()) need(operand);
    }
    if (open.size() > before) continue;
    CodeValue made =
        definition.valid() ? values_.at(definition) : apply(term, where);
    if (!definition.valid()) {
      // Each operator gets a variable of its own, so expressions stay short and
      // operands are names or constants. A defined variable shares the name of
      // its definition.
      const std::string name = "t" + std::to_string(term.id());
      const bool truth = term.sort().kind() == logic::SortKind::boolean;
      add("const " + (truth ? "int" : code_type(made.bounds)) + " " + name +
          " = " + made.text + ";");
      made.text = name;
    }
    values_.emplace(term, std::move(made));
    open.pop_back();
  }
  return values_.at(root);
}

std::string TermCode::joined(Term term, const char* op) const {
  std::string out;
  for (const Term t : term.operands()) {
    out += (out.empty() ? "" : op) + values_.at(t).text;
  }
  return out;
}

std::string TermCode::pairwise(Term term) const {
  std::string out;
  const auto operands = term.operands();
  for (std::size_t a = 0; a < operands.size(); ++a) {
    for (std::size_t b = a + 1; b < operands.size(); ++b) {
      out += (out.empty() ? "(" : " & (") + values_.at(operands[a]).text +
             " != " + values_.at(operands[b]).text + ")";
    }
  }
  return out;
}

CodeValue TermCode::arithmetic(Term term,
                               const base::SourceLocation& where) const {
  const auto operands = term.operands();
  CodeValue out = values_.at(operands[0]);
  for (std::size_t k = 1; k < operands.size(); ++k) {
    const CodeValue& next = values_.at(operands[k]);
    const Bounds sum = combined(term.op(), out.bounds, next.bounds);
    // Operands may need more bits than what is left of them.
    const std::string type =
        code_type(hull(hull(out.bounds, sum), next.bounds));
    out.bounds = sum;
    if (type.empty()) {
      refuse(where,
             "numbers beyond 126 bits may occur here, which a monitor of "
             "runs to be found does not offer; expected smaller ranges");
    }
    out.text =
        // The cast widens the left operand before the operation.
        "((" + type + ")" + out.text + sign_of(term.op()) + next.text + ")";
  }
  return out;
}

CodeValue TermCode::apply(Term term, const base::SourceLocation& where) const {
  const auto operands = term.operands();
  const auto operand = [&](std::size_t k) -> const CodeValue& {
    return values_.at(operands[k]);
  };
  switch (term.op()) {
    case Op::logical_not:
      return {"!" + operand(0).text, truth()};
    case Op::logical_and:
      return {joined(term, " & "), truth()};
    case Op::logical_or:
      return {joined(term, " | "), truth()};
    case Op::logical_xor:
      return {joined(term, " ^ "), truth()};
    case Op::implies:
      return {"!" + operand(0).text + " | " + operand(1).text, truth()};
    case Op::equal:
      return {operand(0).text + " == " + operand(1).text, truth()};
    case Op::distinct:
      return {pairwise(term), truth()};
    case Op::less:
      return {operand(0).text + " < " + operand(1).text, truth()};
    case Op::less_equal:
      return {operand(0).text + " <= " + operand(1).text, truth()};
    case Op::ite:
      return {
          operand(0).text + " ? " + operand(1).text + " : " + operand(2).text,
          hull(operand(1).bounds, operand(2).bounds)};
    case Op::neg: {
      const Bounds& b = operand(0).bounds;
      const Bounds bounds{-b.hi, -b.lo};
      const std::string type = code_type(hull(b, bounds));
      if (!type.empty()) {
        return {"-(" + type + ")" + operand(0).text, bounds};
      }
      break;
    }
    case Op::add:
    case Op::sub:
    case Op::mul:
      return arithmetic(term, where);
    default:
      break;
  }
  refuse(where,
         "this reads what a monitor of runs to be found does not offer; "
         "expected truth values, enumerations and whole numbers");
}

}  // namespace catenary::engine::contract
