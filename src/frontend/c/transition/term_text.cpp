// SPDX-License-Identifier: Apache-2.0
/// \file
/// C has bit-precise integers of any width, unsigned _BitInt(N), whose
/// arithmetic is that of bit-vectors: it wraps, and nothing is promoted
/// (ISO/IEC 9899:2024, 6.2.5 and 6.3.1.1). What C leaves undefined, as shifts
/// by too much and division by 0, is decided before.
#include "frontend/c/transition/term_text.h"

#include <set>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::c {

using logic::Op;
using logic::Sort;
using logic::SortKind;
using logic::Term;

namespace {

std::string unsigned_type(std::uint32_t bits) {
  return "unsigned _BitInt(" + std::to_string(bits) + ")";
}

/// A constant; parts of 64 bits, since literals have no more.
std::string literal(const logic::Value& value) {
  if (value.kind() == SortKind::boolean) return value.as_bool() ? "1" : "0";
  const std::string type = "(" + unsigned_type(value.sort().bits()) + ")";
  mpz_class rest = value.as_bits();
  std::string out;
  for (std::size_t shift = 0; shift == 0 || rest != 0; shift += 64) {
    const mpz_class low = rest & mpz_class("ffffffffffffffff", 16);
    rest >>= 64;
    std::string part = type + "0x" + low.get_str(16) + "ull";
    if (shift > 0) part = "(" + part + " << " + std::to_string(shift) + ")";
    out += (shift > 0 ? " | " : "") + part;
  }
  return "(" + out + ")";
}

/// Operators that C has for these types: the sign, and whether the result is
/// negated bit by bit. The sign is null for others.
std::pair<const char*, bool> sign_of(Op op) {
  switch (op) {
    case Op::bv_and:
      return {" & ", false};
    case Op::bv_or:
      return {" | ", false};
    case Op::bv_xor:
      return {" ^ ", false};
    case Op::bv_nand:
      return {" & ", true};
    case Op::bv_nor:
      return {" | ", true};
    case Op::bv_xnor:
      return {" ^ ", true};
    case Op::bv_add:
      return {" + ", false};
    case Op::bv_sub:
      return {" - ", false};
    case Op::bv_mul:
      return {" * ", false};
    default:
      return {nullptr, false};
  }
}

}  // namespace

std::string value_type(const Sort& sort) {
  return sort.kind() == SortKind::boolean ? "_Bool"
                                          : unsigned_type(sort.bits());
}

void TermText::define(Term variable, std::string text) {
  text_[variable] = std::move(text);
}

std::string TermText::take() {
  return std::exchange(out_, {});
}

std::string TermText::fresh(const std::string& type,
                            const std::string& expression) {
  std::string name = "t" + std::to_string(++count_);
  line("  const " + type + " " + name + " = " + expression + ";");
  return name;
}

std::string TermText::text(Term term) const {
  return term.is_constant() ? literal(term.value()) : text_.at(term);
}

std::string TermText::value(Term term) {
  for (const Term t : logic::subterms(term)) write(t);
  return text(term);
}

void TermText::prepare(Term array) {
  for (const Term t : logic::subterms(array)) write(t);
}

void TermText::write(Term t) {
  const bool done = t.is_constant() || text_.contains(t);
  if (done || t.sort().kind() == SortKind::array) return;
  CATENARY_CHECK(!t.is_variable(), "a variable that was defined");
  text_[t] = fresh(value_type(t.sort()), expression(t));
}

/// Sign-extended by one bit, so that nothing overflows; widths of 1 have no
/// signed type of their own.
std::string TermText::extended(Term term) const {
  const std::uint32_t bits = term.sort().bits();
  const std::string wide = "_BitInt(" + std::to_string(bits + 1) + ")";
  if (bits == 1) return "((" + wide + ")(" + text(term) + " ? -1 : 0))";
  return "((" + wide + ")(_BitInt(" + std::to_string(bits) + "))" + text(term) +
         ")";
}

std::string TermText::expression(Term t) {
  const auto joined = [&](const char* sign) {
    std::string out;
    for (const Term x : t.operands()) {
      out += (out.empty() ? "" : sign) + text(x);
    }
    return out;
  };
  switch (t.op()) {
    case Op::logical_not:
      return "!" + text(t[0]);
    case Op::logical_and:
      return joined(" & ");
    case Op::logical_or:
      return joined(" | ");
    case Op::logical_xor:
      return joined(" ^ ");
    case Op::implies:
      return "!" + text(t[0]) + " | " + text(t[1]);
    case Op::equal:
      return equality(t[0], t[1]);
    case Op::distinct: {
      std::string out;
      for (std::size_t i = 0; i < t.operands().size(); ++i) {
        for (std::size_t j = i + 1; j < t.operands().size(); ++j) {
          out += (out.empty() ? "!(" : " & !(") + equality(t[i], t[j]) + ")";
        }
      }
      return out;
    }
    case Op::ite:
      return text(t[0]) + " ? " + text(t[1]) + " : " + text(t[2]);
    case Op::select:
      return element(t[0], text(t[1]));
    default:
      return t.sort().kind() == SortKind::boolean ? comparison(t) : bits(t);
  }
}

std::string TermText::equality(Term a, Term b) {
  if (a.sort().kind() != SortKind::array) return text(a) + " == " + text(b);
  // Element by element; write_step_text() refuses larger ones.
  std::string out;
  const std::uint32_t bits = a.sort().index().bits();
  for (std::uint64_t k = 0; k < std::uint64_t{1} << bits; ++k) {
    const std::string index = std::to_string(k);
    out += (k == 0 ? "(" : " & (") + element(a, index) +
           " == " + element(b, index) + ")";
  }
  return out;
}

std::string TermText::comparison(Term t) {
  switch (t.op()) {
    case Op::bv_ult:
      return text(t[0]) + " < " + text(t[1]);
    case Op::bv_ule:
      return text(t[0]) + " <= " + text(t[1]);
    case Op::bv_ugt:
      return text(t[0]) + " > " + text(t[1]);
    case Op::bv_uge:
      return text(t[0]) + " >= " + text(t[1]);
    case Op::bv_slt:
      return extended(t[0]) + " < " + extended(t[1]);
    case Op::bv_sle:
      return extended(t[0]) + " <= " + extended(t[1]);
    case Op::bv_sgt:
      return extended(t[0]) + " > " + extended(t[1]);
    case Op::bv_sge:
      return extended(t[0]) + " >= " + extended(t[1]);
    default:
      CATENARY_CHECK(false, "an operator that has C");
  }
}

/// Parts of bit-vectors, and bit-vectors made longer.
std::string TermText::parts(Term t) {
  const std::string type = "(" + value_type(t.sort()) + ")";
  std::string a = text(t[0]);
  const std::uint32_t width = t.sort().bits();
  const std::uint32_t first = t.indices().first;
  switch (t.op()) {
    case Op::bv_concat:
      return type + a + " << " + std::to_string(t[1].sort().bits()) + " | " +
             type + text(t[1]);
    case Op::bv_extract:
      return type + "(" + a + " >> " + std::to_string(t.indices().second) + ")";
    case Op::bv_zero_extend:
      return type + a;
    case Op::bv_sign_extend:
      return type + extended(t[0]);
    case Op::bv_rotate_left:
    case Op::bv_rotate_right: {
      const std::uint32_t left =
          (t.op() == Op::bv_rotate_left ? first : width - first % width) %
          width;
      if (left == 0) return a;
      return a + " << " + std::to_string(left) + " | " + a + " >> " +
             std::to_string(width - left);
    }
    default:
      CATENARY_CHECK(false, "an operator that has C");
  }
}

/// Bit-vectors of the width of their operands.
std::string TermText::bits(Term t) {
  const std::string type = "(" + value_type(t.sort()) + ")";
  const std::string a = text(t[0]);
  if (t.op() == Op::bv_not) return "~" + a;
  if (t.op() == Op::bv_neg) return type + "0 - " + a;
  if (t.operands().size() != 2 || t.op() == Op::bv_concat) return parts(t);
  const std::string b = text(t[1]);
  if (const auto [sign, negated] = sign_of(t.op()); sign != nullptr) {
    return negated ? "~(" + a + sign + b + ")" : a + sign + b;
  }
  const std::string w = std::to_string(t.sort().bits());
  const std::string by_zero = b + " == 0 ? ";
  const std::string wide_a = extended(t[0]);
  const std::string wide_b = extended(t[1]);
  const std::string rest = "(" + wide_a + " % " + wide_b + ")";
  switch (t.op()) {
    case Op::bv_udiv:
      return by_zero + "~" + type + "0 : " + a + " / " + b;
    case Op::bv_urem:
      return by_zero + a + " : " + a + " % " + b;
    case Op::bv_sdiv:
      return by_zero + "(" + wide_a + " < 0 ? " + type + "1 : ~" + type +
             "0) : " + type + "(" + wide_a + " / " + wide_b + ")";
    case Op::bv_srem:
      return by_zero + a + " : " + type + rest;
    case Op::bv_smod:
      return by_zero + a + " : " + type + "(" + rest + " != 0 && (" + rest +
             " < 0) != (" + wide_b + " < 0) ? " + rest + " + " + wide_b +
             " : " + rest + ")";
    case Op::bv_shl:
      return b + " < " + w + " ? " + a + " << (int)" + b + " : " + type + "0";
    case Op::bv_lshr:
      return b + " < " + w + " ? " + a + " >> (int)" + b + " : " + type + "0";
    case Op::bv_ashr:
      return type + "(" + wide_a + " >> (" + b + " < " + w + " ? (int)" + b +
             " : " + w + "))";
    default:
      CATENARY_CHECK(false, "an operator that has C");
  }
}

/// The element of an array at an index, which is the text of a value.
std::string TermText::element(Term array, const std::string& index) {
  const auto known = elements_.find({array, index});
  if (known != elements_.end()) return known->second;
  // From the variable outwards, so that nothing is recursive.
  std::vector<Term> parts;
  for (const Term t : logic::subterms(array)) {
    if (t.sort() == array.sort() && !elements_.contains({t, index})) {
      parts.push_back(t);
    }
  }
  const std::string type = value_type(array.sort().element());
  for (const Term t : parts) {
    const auto of = [&](Term x) { return elements_.at({x, index}); };
    std::string made;
    if (t.is_constant()) {
      made = literal(t.value().otherwise());
    } else if (t.is_variable()) {
      made = "(" + type + ")" + text_.at(t) + "[(unsigned long)" + index + "]";
    } else if (t.op() == Op::const_array) {
      made = text(t[0]);
    } else if (t.op() == Op::store) {
      made =
          index + " == " + text(t[1]) + " ? " + text(t[2]) + " : " + of(t[0]);
    } else {
      made = text(t[0]) + " ? " + of(t[1]) + " : " + of(t[2]);
    }
    elements_[{t, index}] = fresh(type, made);
  }
  return elements_.at({array, index});
}

/// The array that this one is a change of; for a choice, the nearest one that
/// both sides are changes of. Invalid for arrays that begin anew.
Term TermText::base(Term array) {
  const auto known = base_.find(array);
  if (known != base_.end()) return known->second;
  Term out;
  if (array.op() == Op::store) {
    out = array[0];
  } else if (array.op() == Op::ite) {
    std::set<Term> first;
    for (Term t = array[1]; t.valid(); t = base(t)) first.insert(t);
    for (out = array[2]; out.valid() && !first.contains(out);) out = base(out);
  }
  base_[array] = out;
  return out;
}

void TermText::change(const std::string& name,
                      Term before,
                      Term term,
                      const std::string& indent) {
  // The changes, from `before` on.
  std::vector<Term> parts;
  Term t = term;
  for (; t.valid() && t != before; t = base(t)) parts.push_back(t);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    const Term p = *part;
    if (p.op() == Op::store) {
      line(indent + name + "[(unsigned long)" + text(p[1]) +
           "] = " + text(p[2]) + ";");
    } else if (p.op() == Op::ite) {
      const Term from = base(p).valid() ? base(p) : before;
      line(indent + "if (" + text(p[0]) + ") {");
      change(name, from, p[1], indent + "  ");
      line(indent + "} else {");
      change(name, from, p[2], indent + "  ");
      line(indent + "}");
    } else if (p.is_variable()) {
      line(indent + "__builtin_memcpy(" + name + ", " + text_.at(p) +
           ", sizeof " + name + ");");
    } else {
      const std::string all =
          p.is_constant() ? literal(p.value().otherwise()) : text(p[0]);
      line(indent + "for (unsigned long k = 0; k < sizeof " + name +
           " / sizeof *" + name + "; ++k) " + name + "[k] = " + all + ";");
    }
  }
}

}  // namespace catenary::frontend::c
