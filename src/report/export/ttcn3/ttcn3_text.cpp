// SPDX-License-Identifier: Apache-2.0
/// \file
/// TTCN-3 has no implicit conversions, no conditional expression, and integer
/// division that rounds towards 0, so terms need functions for these.
#include "report/export/ttcn3/ttcn3_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "logic/value/decimal.h"

namespace catenary::report {

namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;

/// Prints one term, with brackets around every operation.
class ExpressionWriter {
 public:
  ExpressionWriter(const Ttcn3Names& names, const std::string& about)
      : names_(names), about_(about) {}

  std::string write(Term t, int depth) {
    constexpr int kDeepest = 2000;
    if (depth > kDeepest) fail("a formula nested as deeply as this one");
    if (t.is_constant()) return constant(t.value());
    if (t.is_variable()) return variable(t);
    std::vector<std::string> of;
    if (!t.is_quantifier()) {
      for (const Term o : t.operands()) of.push_back(write(o, depth + 1));
    }
    std::string out = operation(t, of);
    // Sharing may make the text exponentially longer than the term.
    constexpr std::size_t kLongest = std::size_t{1} << 20;
    if (out.size() > kLongest) fail("a formula of a million characters");
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(
        {}, about_ + ": TTCN-3 has no way to write " + what, "ttcn3-export");
  }

  std::string constant(const logic::Value& value) const {
    switch (value.kind()) {
      case SortKind::boolean:
      case SortKind::integer:
      case SortKind::real:
      case SortKind::floating:
      case SortKind::enumeration:
        return ttcn3_value(value);
      default:
        fail("a value of sort " + value.sort().to_string());
    }
  }

  std::string variable(Term t) const {
    const auto it = names_.find(t);
    if (it != names_.end()) return it->second;
    throw base::InputError(
        {},
        about_ + ": '" + t.name() + "' has no value when it is needed",
        "ttcn3-export");
  }

  static std::string chain(const std::vector<std::string>& of,
                           const char* sign) {
    std::string out = "(";
    for (std::size_t i = 0; i < of.size(); ++i) {
      out += (i > 0 ? std::string(" ") + sign + " " : "") + of[i];
    }
    return out + ")";
  }

  static std::string distinct(const std::vector<std::string>& of) {
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < of.size(); ++i) {
      for (std::size_t j = i + 1; j < of.size(); ++j) {
        pairs.push_back("(" + of[i] + " != " + of[j] + ")");
      }
    }
    return chain(pairs, "and");
  }

  std::string choice(Term t, const std::vector<std::string>& of) const {
    const std::string operands =
        "(" + of[0] + ", " + of[1] + ", " + of[2] + ")";
    switch (t.sort().kind()) {
      case SortKind::boolean:
        return "f_if_boolean" + operands;
      case SortKind::integer:
        return "f_if_integer" + operands;
      case SortKind::real:
        return "f_if_float" + operands;
      default:
        fail("a choice of sort " + t.sort().to_string());
    }
  }

  std::string operation(Term t, const std::vector<std::string>& of) const {
    switch (t.op()) {
      case Op::logical_not:
        return "(not " + of[0] + ")";
      case Op::logical_and:
        return chain(of, "and");
      case Op::logical_or:
        return chain(of, "or");
      case Op::logical_xor:
        return chain(of, "xor");
      case Op::implies:
        return "((not " + of[0] + ") or " + of[1] + ")";
      case Op::equal:
        // SMT-LIB compares floats bit by bit.
        if (t[0].sort().kind() == SortKind::floating) break;
        return chain(of, "==");
      case Op::distinct:
        if (t[0].sort().kind() == SortKind::floating) break;
        return distinct(of);
      case Op::ite:
        return choice(t, of);
      case Op::add:
        return chain(of, "+");
      case Op::sub:
        return chain(of, "-");
      case Op::neg:
        return "(- " + of[0] + ")";
      case Op::mul:
        return chain(of, "*");
      case Op::int_div:
        return "f_div(" + of[0] + ", " + of[1] + ")";
      case Op::int_mod:
        return "f_mod(" + of[0] + ", " + of[1] + ")";
      case Op::real_div:
        return "f_quotient(" + of[0] + ", " + of[1] + ")";
      case Op::abs:
        return "f_if_integer((" + of[0] + " < 0), (- " + of[0] + "), " + of[0] +
               ")";
      case Op::less:
        return chain(of, "<");
      case Op::less_equal:
        return chain(of, "<=");
      case Op::to_real:
        return "int2float(" + of[0] + ")";
      default:
        break;
    }
    fail("'" + std::string(logic::info(t.op()).smtlib) + "'");
  }

  const Ttcn3Names& names_;
  const std::string& about_;
};

/// Titan keeps this many digits of a literal.
constexpr std::size_t kLiteralDigits = 15;

bool is_literal(const std::string& text) {
  const auto digits = std::count_if(
      text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return static_cast<std::size_t>(digits) <= kLiteralDigits;
}

std::string float_of(double d) {
  if (std::isnan(d)) return "not_a_number";
  if (std::isinf(d)) return d < 0 ? "-infinity" : "infinity";
  std::string text = fmt::format("{}", d);
  const std::size_t e = text.find('e');
  std::string exponent;
  if (e != std::string::npos) {
    exponent = text.substr(e + 1);
    text.resize(e);
    const bool negative = exponent[0] == '-';
    if (negative || exponent[0] == '+') exponent.erase(0, 1);
    exponent.erase(
        0, std::min(exponent.find_first_not_of('0'), exponent.size() - 1));
    exponent = (negative ? "E-" : "E") + exponent;
  }
  if (text.find('.') == std::string::npos) text += ".0";
  if (is_literal(text)) return text + exponent;
  // As a whole number times a power of 2.
  int power = 0;
  const double fraction = std::frexp(d, &power);
  return fmt::format(
      "f_scaled({:.0f}, {}) /* {} */", std::ldexp(fraction, 53), power - 53, d);
}

}  // namespace

std::string ttcn3_string(const std::string& text) {
  std::string out = "\"";
  bool inside = false;  // of a character of several bytes
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
      if (!inside) out += '?';
      inside = true;
      continue;
    }
    inside = false;
    if (c == '"') {
      out += "\"\"";
    } else if (c == '\\') {
      out += "\\\\";
    } else {
      out += byte < 0x20 || byte == 0x7f ? ' ' : c;
    }
  }
  return out + "\"";
}

std::string ttcn3_float(const mpq_class& number) {
  if (auto text = logic::finite_decimal(number, kLiteralDigits)) {
    if (text->find('.') == std::string::npos) *text += ".0";
    if (is_literal(*text)) return *text;
  }
  return "f_ratio(" + number.get_num().get_str() + ", " +
         number.get_den().get_str() + ")";
}

std::string ttcn3_value(const logic::Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return value.as_bool() ? "true" : "false";
    case SortKind::real:
      return ttcn3_float(value.as_real());
    case SortKind::floating:
      return float_of(value.as_double());
    case SortKind::enumeration:
      return "e" + std::to_string(value.as_enumerator());
    default:
      return value.as_integer().get_str();
  }
}

std::string ttcn3_type(const suite::Signal& signal,
                       const std::map<std::string, std::string>& enumerations) {
  if (signal.type == "bool") return "boolean";
  if (signal.type == "real" || signal.type.starts_with("float")) return "float";
  if (signal.type == "enum") return enumerations.at(signal.enumeration->name);
  if (!signal.type.starts_with("bv")) return "integer";
  throw base::InputError({},
                         "signal " + signal.name + " is of type " +
                             signal.type + ", which has no form in TTCN-3",
                         "ttcn3-export");
}

std::string ttcn3_template(const suite::Expectation& expectation) {
  if (const auto* value = std::get_if<logic::Value>(&expectation)) {
    return ttcn3_value(*value);
  }
  if (const auto* in = std::get_if<suite::Interval>(&expectation)) {
    if (!in->lo && !in->hi) return "?";
    return std::string("(") + (in->lo_open && in->lo ? "!" : "") +
           (in->lo ? ttcn3_value(*in->lo) : "-infinity") + " .. " +
           (in->hi_open && in->hi ? "!" : "") +
           (in->hi ? ttcn3_value(*in->hi) : "infinity") + ")";
  }
  std::string out = "(";
  for (const logic::Value& v : std::get<suite::OneOf>(expectation).values) {
    out += (out.size() > 1 ? ", " : "") + ttcn3_value(v);
  }
  return out + ")";
}

std::string ttcn3_expression(Term term,
                             const Ttcn3Names& names,
                             const std::string& about) {
  return ExpressionWriter(names, about).write(term, 0);
}

const char* ttcn3_functions() {
  return R"t(
  function f_if_boolean(boolean p_if, boolean p_then, boolean p_else)
  return boolean { if (p_if) { return p_then; } return p_else; }

  function f_if_integer(boolean p_if, integer p_then, integer p_else)
  return integer { if (p_if) { return p_then; } return p_else; }

  function f_if_float(boolean p_if, float p_then, float p_else)
  return float { if (p_if) { return p_then; } return p_else; }

  // Division as in SMT-LIB: 0 <= remainder < |divisor|.
  function f_mod(integer p_a, integer p_b) return integer {
    if (p_b == 0) { return p_a; }
    return p_a mod p_b;
  }

  function f_div(integer p_a, integer p_b) return integer {
    if (p_b == 0) { return 0; }
    return (p_a - p_a mod p_b) / p_b;
  }

  // Numbers with more digits than the compiler keeps of a literal.
  function f_ratio(integer p_a, integer p_b) return float {
    return int2float(p_a) / int2float(p_b);
  }

  function f_scaled(integer p_whole, integer p_power) return float {
    var float v_out := int2float(p_whole);
    var integer v_i;
    for (v_i := 0; v_i < p_power; v_i := v_i + 1) { v_out := v_out * 2.0; }
    for (v_i := 0; v_i > p_power; v_i := v_i - 1) { v_out := v_out / 2.0; }
    return v_out;
  }

  function f_quotient(float p_a, float p_b) return float {
    if (p_b == 0.0) { return 0.0; }
    return p_a / p_b;
  }
)t";
}

}  // namespace catenary::report
