// SPDX-License-Identifier: Apache-2.0
/// \file
/// Constants and applications of SMT-LIB as terms. Operators that are
/// left-associative, chainable or pairwise in SMT-LIB become nested binary
/// applications.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "logic/term/smtlib/smtlib_reader.h"
#include "logic/term/substitute.h"

namespace catenary::logic {

namespace {

using Kind = SExpressions::Kind;

// Limits of numbers in the text, so that a small file cannot exhaust the
// memory.
constexpr std::size_t kMaxDigits = 100'000;
constexpr std::uint64_t kMaxBits = 1U << 24;

/// The operator of a symbol that does not depend on the operands' sorts; null
/// for others and for unknown symbols.
const Op* operator_of(std::string_view name) {
  static const std::unordered_map<std::string_view, Op> kOperators = [] {
    std::unordered_map<std::string_view, Op> table;
    for (int i = static_cast<int>(Op::logical_not);
         i <= static_cast<int>(Op::last_);
         ++i) {
      const Op op = static_cast<Op>(i);
      const std::string_view symbol = info(op).smtlib;
      if (symbol != "-" && symbol != "/" && symbol != "to_fp" &&
          symbol != "to_fp_unsigned" && symbol != "const") {
        table.emplace(symbol, op);
      }
    }
    table.emplace("ubv_to_int", Op::bv_to_int);
    table.emplace("nat2bv", Op::int_to_bv);
    table.emplace("int_to_bv", Op::int_to_bv);
    return table;
  }();
  const auto found = kOperators.find(name);
  return found == kOperators.end() ? nullptr : &found->second;
}

/// Operators that SMT-LIB declares :left-assoc.
bool associates(Op op) {
  constexpr auto kOps = std::to_array<Op>({Op::logical_xor,
                                           Op::bv_concat,
                                           Op::bv_and,
                                           Op::bv_or,
                                           Op::bv_xor,
                                           Op::bv_xnor,
                                           Op::bv_add,
                                           Op::bv_mul});
  return std::find(kOps.begin(), kOps.end(), op) != kOps.end();
}

/// Operators that SMT-LIB declares :chainable.
bool chains(Op op) {
  return op == Op::equal || (op >= Op::fp_eq && op <= Op::fp_ge);
}

/// Implicit conversion: if one operand is Real, Int operands become Real.
void unify_numbers(TermManager& m, std::span<Term> v) {
  const bool real = std::any_of(v.begin(), v.end(), [](Term t) {
    return t.sort().kind() == SortKind::real;
  });
  if (!real) return;
  for (Term& t : v) t = as_real(m, t);
}

}  // namespace

Term as_real(TermManager& m, Term t) {
  if (t.sort().kind() != SortKind::integer) return t;
  if (!t.is_constant()) return m.make(Op::to_real, {t});
  return m.constant(Value::real(mpq_class(t.value().as_integer())));
}

bool is_rounding_mode(std::string_view symbol, RoundingMode& mode) {
  struct Name {
    std::string_view brief, full;
  };
  constexpr auto kModes =
      std::to_array<Name>({{"RNE", "roundNearestTiesToEven"},
                           {"RNA", "roundNearestTiesToAway"},
                           {"RTP", "roundTowardPositive"},
                           {"RTN", "roundTowardNegative"},
                           {"RTZ", "roundTowardZero"}});
  for (std::size_t i = 0; i < kModes.size(); ++i) {
    if (symbol != kModes[i].brief && symbol != kModes[i].full) continue;
    mode = static_cast<RoundingMode>(i);
    return true;
  }
  return false;
}

Term SmtlibReader::make(Id id,
                        Op op,
                        const std::vector<Term>& v,
                        const Indices& indices) const {
  const std::string error = sort_error(op, v, indices);
  if (!error.empty()) text_.fail(id, error);
  return manager_.make(op, v, indices);
}

Term SmtlibReader::folded(Id id, Op op, const std::vector<Term>& v) const {
  Term result = v[0];
  for (std::size_t i = 1; i < v.size(); ++i) {
    result = make(id, op, {result, v[i]});
  }
  return result;
}

Term SmtlibReader::chained(Id id, Op op, const std::vector<Term>& v) const {
  std::vector<Term> links;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    links.push_back(make(id, op, {v[i], v[i + 1]}));
  }
  return manager_.logical_and(links);
}

Term SmtlibReader::atom(Id id) const {
  const std::string text(text_.text(id));
  if (text.size() > kMaxDigits) text_.fail(id, "this is too long");
  switch (text_.kind(id)) {
    case Kind::numeral:
      return manager_.constant(Value::integer(mpz_class(text, 10)));
    case Kind::decimal:
      return manager_.constant(parse_value(Sort::real(), text));
    case Kind::binary:
      return manager_.bitvec(static_cast<std::uint32_t>(text.size()),
                             mpz_class(text, 2));
    case Kind::hexadecimal:
      return manager_.bitvec(static_cast<std::uint32_t>(text.size() * 4),
                             mpz_class(text, 16));
    case Kind::symbol:
      break;
    default:
      text_.fail(id, "expected a term");
  }
  // The innermost binding of a symbol hides enumerators and constants.
  const auto bound = terms_.find(text);
  if (bound != terms_.end() && !bound->second.empty()) {
    return bound->second.back();
  }
  const auto enumerator = enumerators_.find(text);
  if (enumerator != enumerators_.end()) {
    return manager_.constant(enumerator->second);
  }
  if (text == "true" || text == "false")
    return manager_.boolean(text == "true");
  text_.fail(id, "'" + text + "' is not declared");
}

/// (_ bv5 8), (_ +oo 8 24) and the like.
Term SmtlibReader::indexed_constant(Id id) const {
  const std::vector<Id>& items = text_.items(id);
  const std::string name = items.size() > 1 ? symbol(items[1]) : "";
  const std::string digits = name.starts_with("bv") ? name.substr(2) : "";
  const bool number =
      !digits.empty() && digits.size() <= kMaxDigits &&
      digits.find_first_not_of("0123456789") == std::string::npos;
  if (items.size() == 3 && number) {
    return manager_.bitvec(index(items[2], 1), mpz_class(digits, 10));
  }
  if (items.size() == 4) {
    const std::uint32_t e = index(items[2], 2);
    if (e > 30) text_.fail(items[2], "expected 2 to 30 exponent bits");
    const Sort format = Sort::floating(e, index(items[3], 2));
    if (name == "NaN") return manager_.constant(float_nan(format));
    if (name == "+oo" || name == "-oo") {
      return manager_.constant(float_infinity(format, name[0] == '-'));
    }
    if (name == "+zero" || name == "-zero") {
      return manager_.constant(float_zero(format, name[0] == '-'));
    }
  }
  text_.fail(id, "expected a constant, such as (_ bv5 8) or (_ NaN 8 24)");
}

SmtlibReader::Head SmtlibReader::head(Id id) const {
  if (!text_.is_list(id)) {
    if (text_.kind(id) != Kind::symbol) text_.fail(id, "expected an operator");
    return {text_.text(id), {}, 0};
  }
  const std::vector<Id>& items = text_.items(id);
  if (items.size() == 3 && text_.is_symbol(items[0], "as") &&
      text_.is_symbol(items[1], "const")) {
    return {"const", {}, items[2]};
  }
  if (items.size() < 3 || !text_.is_symbol(items[0], "_") ||
      text_.kind(items[1]) != Kind::symbol) {
    text_.fail(id, "expected an operator, such as (_ extract 7 0)");
  }
  return {text_.text(items[1]), {items.begin() + 2, items.end()}, 0};
}

/// Arithmetic operators whose meaning depends on sorts and number of operands.
/// Quotients and negations of constants become constants: SMT-LIB has no other
/// way to write them.
Term SmtlibReader::numeric(Id id,
                           std::string_view name,
                           std::vector<Term> v) const {
  unify_numbers(manager_, v);
  if (name == "/") {
    for (Term& t : v) t = as_real(manager_, t);
    const bool constant =
        v.size() == 2 && v[0].is_constant() && v[1].is_constant() &&
        v[0].sort().kind() == SortKind::real &&
        v[1].sort().kind() == SortKind::real && v[1].value().as_real() != 0;
    if (constant) {
      return manager_.constant(
          Value::real(v[0].value().as_real() / v[1].value().as_real()));
    }
    return folded(id, Op::real_div, v);
  }
  if (name == "-" && v.size() == 1) {
    const Term t = v[0];
    if (t.is_constant() && t.sort().kind() == SortKind::integer) {
      return manager_.constant(
          Value::integer(mpz_class(-t.value().as_integer())));
    }
    if (t.is_constant() && t.sort().kind() == SortKind::real) {
      return manager_.constant(Value::real(-t.value().as_real()));
    }
    return make(id, Op::neg, v);
  }
  if (name == "-") return folded(id, Op::sub, v);
  if (name == ">" || name == ">=") {
    // a > b > c is c < b < a.
    std::reverse(v.begin(), v.end());
    return chained(id, name == ">" ? Op::less : Op::less_equal, v);
  }
  return chained(id, name == "<" ? Op::less : Op::less_equal, v);
}

/// to_fp and to_fp_unsigned: the sort of the operand, and whether there is a
/// rounding mode, tell which conversion is meant.
Term SmtlibReader::conversion(Id id,
                              const Head& head,
                              const std::vector<Term>& v,
                              RoundingMode mode) const {
  if (head.indices.size() != 2 || v.size() != 1) {
    text_.fail(id, "expected two indices and one operand");
  }
  Indices indices{index(head.indices[0], 2), index(head.indices[1], 2), mode};
  if (indices.first > 30) {
    text_.fail(head.indices[0], "expected 2 to 30 exponent bits");
  }
  const bool rounds = text_.items(id).size() == 3;  // the operator, a mode, x
  const Term x = as_real(manager_, v[0]);
  if (head.name == "to_fp_unsigned") {
    return make(id, Op::fp_from_unsigned, {x}, indices);
  }
  if (!rounds) return make(id, Op::fp_from_bits, {x}, indices);
  switch (x.sort().kind()) {
    case SortKind::floating:
      return make(id, Op::fp_from_float, {x}, indices);
    case SortKind::real:
      return make(id, Op::fp_from_real, {x}, indices);
    default:
      return make(id, Op::fp_from_signed, {x}, indices);
  }
}

Term SmtlibReader::call(Id id,
                        const Function& f,
                        const std::vector<Term>& v) const {
  if (f.parameters.size() != v.size()) {
    text_.fail(id,
               "expected " + std::to_string(f.parameters.size()) + " operands");
  }
  Substitution substitution;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(v[i].sort() == f.parameters[i].sort())) {
      text_.fail(id,
                 "expected operand " + std::to_string(i + 1) + " of sort " +
                     f.parameters[i].sort().to_string());
    }
    substitution.emplace(f.parameters[i], v[i]);
  }
  return substitute(manager_, f.body, substitution);
}

Term SmtlibReader::float_of_parts(Id id, const std::vector<Term>& v) const {
  for (const Term t : v) {
    if (t.sort().kind() != SortKind::bitvec) {
      text_.fail(id, "expected three bit-vectors");
    }
  }
  const std::uint32_t e = v[1].sort().bits();
  if (e < 2 || e > 30) text_.fail(id, "expected 2 to 30 exponent bits");
  const Term bits = folded(id, Op::bv_concat, v);
  const Term made =
      make(id, Op::fp_from_bits, {bits}, {e, v[2].sort().bits() + 1});
  const bool constant =
      std::all_of(v.begin(), v.end(), [](Term t) { return t.is_constant(); });
  // Three literals are a constant.
  if (!constant) return made;
  mpz_class number = v[0].value().as_bits();
  number = (number << e) + v[1].value().as_bits();
  number = (number << v[2].sort().bits()) + v[2].value().as_bits();
  return manager_.constant(Value::floating(made.sort(), number));
}

Indices SmtlibReader::indices_of(Id id,
                                 const Head& head,
                                 Op op,
                                 const std::vector<Term>& v) const {
  if (head.indices.size() != info(op).indices) {
    text_.fail(text_.items(id)[0],
               "expected " + std::to_string(info(op).indices) + " indices");
  }
  Indices indices;
  if (!head.indices.empty()) indices.first = index(head.indices[0], 0);
  if (head.indices.size() > 1) indices.second = index(head.indices[1], 0);
  // The width of the result could be too large for memory.
  if (op == Op::bv_repeat && v.size() == 1 &&
      v[0].sort().kind() == SortKind::bitvec &&
      std::uint64_t{indices.first} * v[0].sort().bits() > kMaxBits) {
    text_.fail(id, "expected fewer bits");
  }
  return indices;
}

Term SmtlibReader::operation(Id id,
                             Op op,
                             std::vector<Term> v,
                             const Indices& indices) const {
  if (op == Op::ite && v.size() == 3) {
    unify_numbers(manager_, std::span(v).subspan(1));
  } else if (op == Op::equal || op == Op::distinct || op == Op::add ||
             op == Op::mul) {
    unify_numbers(manager_, v);
  } else if (op == Op::is_int || op == Op::to_int) {
    for (Term& t : v) t = as_real(manager_, t);
  }
  if (v.size() > 2 && associates(op)) return folded(id, op, v);
  if (v.size() > 2 && chains(op)) return chained(id, op, v);
  // Right-associative.
  if (op == Op::implies && v.size() > 2) {
    Term result = v.back();
    for (std::size_t i = v.size() - 1; i-- > 0;) {
      result = make(id, op, {v[i], result});
    }
    return result;
  }
  return make(id, op, v, indices);
}

Term SmtlibReader::apply(Id id, std::vector<Term> v) {
  const std::vector<Id>& items = text_.items(id);
  const Head h = head(items[0]);
  RoundingMode mode = RoundingMode::nearest_even;
  const bool has_mode = items.size() > 1 && !text_.is_list(items[1]) &&
                        is_rounding_mode(text_.text(items[1]), mode);
  // A defined function hides an operator of the same name.
  const auto function = functions_.find(h.name);
  if (function != functions_.end() && !text_.is_list(items[0])) {
    return call(id, function->second, v);
  }
  if (v.empty()) text_.fail(id, "expected operands");
  // (as const SORT)
  if (h.sort != 0) {
    const Sort array = sort(h.sort);
    if (array.kind() != SortKind::array || v.size() != 1 ||
        !(v[0].sort() == array.element())) {
      text_.fail(id, "expected an array sort and an element of it");
    }
    return manager_.const_array(array, v[0]);
  }
  for (const std::string_view name : {"-", "/", "<", "<=", ">", ">="}) {
    if (h.name == name) return numeric(id, name, std::move(v));
  }
  if (h.name == "to_fp" || h.name == "to_fp_unsigned") {
    return conversion(id, h, v, mode);
  }
  if (h.name == "fp" && v.size() == 3) return float_of_parts(id, v);
  const Op* op = operator_of(h.name);
  if (op == nullptr) {
    text_.fail(items[0], "no operator is called '" + std::string(h.name) + "'");
  }
  if (info(*op).rounds && !has_mode) {
    text_.fail(id, "expected a rounding mode, such as RNE");
  }
  Indices indices = indices_of(id, h, *op, v);
  indices.mode = mode;
  return operation(id, *op, std::move(v), indices);
}

}  // namespace catenary::logic
