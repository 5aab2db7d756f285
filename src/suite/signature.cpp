// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types of signals, and values as JSON.
#include "suite/signature.h"

#include <array>
#include <charconv>
#include <cmath>
#include <exception>
#include <set>

#include "base/check.h"
#include "base/error.h"

namespace catenary::suite {
namespace {

using logic::Sort;
using logic::SortKind;
using logic::Value;

/// A machine type: its range is all that distinguishes it from Int.
struct IntegerType {
  const char* name;
  unsigned bits;
  bool has_sign;
};
constexpr std::array<IntegerType, 8> kIntegerTypes{{{"int8", 8, true},
                                                    {"int16", 16, true},
                                                    {"int32", 32, true},
                                                    {"int64", 64, true},
                                                    {"uint8", 8, false},
                                                    {"uint16", 16, false},
                                                    {"uint32", 32, false},
                                                    {"uint64", 64, false}}};

/// The machine type of this name, or null.
const IntegerType* find_integer_type(std::string_view name) {
  for (const IntegerType& type : kIntegerTypes) {
    if (name == type.name) return &type;
  }
  return nullptr;
}

/// The width of "bv<width>"; 0 for any other text.
std::uint32_t bitvec_width(std::string_view type) {
  // A leading zero would be a second name of the same type.
  constexpr std::uint32_t kWidest = 1U << 16;
  if (type.substr(0, 2) != "bv" || type.size() < 3 || type[2] == '0') return 0;
  std::uint32_t width = 0;
  const char* end = type.data() + type.size();
  const auto [stop, error] = std::from_chars(type.data() + 2, end, width);
  if (error != std::errc() || stop != end || width > kWidest) return 0;
  return width;
}

/// Integers beyond this are not exact in readers that use doubles.
const mpz_class& largest_json_integer() {
  static const mpz_class kLimit = mpz_class(1) << 53;
  return kLimit;
}

/// A number, or a string where a number would not be exact.
Json integer_to_json(const mpz_class& i) {
  if (abs(i) <= largest_json_integer()) return Json::number_text(i.get_str());
  return Json::string(i.get_str());
}

/// Reads a float. Underflow gives a zero, overflow nothing.
template <class Float>
std::optional<Float> parse_float(std::string_view text) {
  Float f = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto [stop, error] = std::from_chars(begin, end, f);
  if (stop != end) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Both outcomes have this error. Too small is zero to the nearest; too
    // large is not a value of the type.
    const double wide = std::strtod(std::string(text).c_str(), nullptr);
    if (std::fabs(wide) > 1) return std::nullopt;
    return std::signbit(wide) ? -Float{0} : Float{0};
  }
  if (error != std::errc()) return std::nullopt;
  return f;
}

/// The expected values, for messages.
std::string describe(const Signal& signal) {
  const std::string of = "of signal " + signal.name;
  if (signal.type == "bool") return "true or false " + of;
  if (signal.type == "enum") {
    std::string out = "one of";
    const char* separator = " ";
    for (const std::string& name : signal.enumeration->values) {
      out += separator + name;
      separator = ", ";
    }
    return out + " " + of;
  }
  return "a value of type " + signal.type + " " + of;
}

/// Decimal digits; the number is limited, since GMP would compute with any.
bool is_digits(std::string_view text, bool with_sign) {
  // The sign is not a digit.
  if (with_sign && !text.empty() && text[0] == '-') text.remove_prefix(1);
  constexpr std::size_t kLongest = 100000;
  return !text.empty() && text.size() <= kLongest &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A number, or one of the strings for special values. "NaN(0x…)" is a NaN with
/// bits of its own.
std::optional<Value> parse_float_value(const Sort& sort, const Json& json) {
  const bool single = sort == Sort::float32();
  if (json.is(Json::Kind::string)) {
    double d = 0;
    if (json.text() == "NaN") {
      d = std::nan("");
    } else if (json.text() == "Infinity") {
      d = HUGE_VAL;
    } else if (json.text() == "-Infinity") {
      d = -HUGE_VAL;
    } else {
      try {
        return json.text().starts_with("NaN(")
                   ? std::optional(logic::parse_value(sort, json.text()))
                   : std::nullopt;
      } catch (const base::InputError&) {
        return std::nullopt;
      }
    }
    return single ? Value::float32(static_cast<float>(d)) : Value::float64(d);
  }
  if (!json.is(Json::Kind::number)) return std::nullopt;
  if (single) {
    const auto f = parse_float<float>(json.text());
    return f ? std::optional(Value::float32(*f)) : std::nullopt;
  }
  const auto d = parse_float<double>(json.text());
  return d ? std::optional(Value::float64(*d)) : std::nullopt;
}

/// An integer, or "p/q" with digits only.
std::optional<Value> parse_rational(const Json& json) {
  if (!json.is(Json::Kind::number) && !json.is(Json::Kind::string)) {
    return std::nullopt;
  }
  // Digits only: 0.5 would read well too, but canonical files have "1/2".
  const std::string& text = json.text();
  const std::size_t slash = text.find('/');
  if (!is_digits(text.substr(0, slash), true)) return std::nullopt;
  mpz_class denominator = 1;
  if (slash != std::string::npos) {
    const std::string below = text.substr(slash + 1);
    if (!is_digits(below, false)) return std::nullopt;
    denominator = mpz_class(below, 10);
    if (denominator == 0) return std::nullopt;
  }
  mpq_class q(mpz_class(text.substr(0, slash), 10), denominator);
  // "2/4" is accepted and becomes 1/2.
  q.canonicalize();
  return Value::real(q);
}

/// The value of a sort; nothing if the JSON is not one. Ranges of machine types
/// are checked by Signal::fits().
std::optional<Value> parse_json_value(const Sort& sort,
                                      const Signal& signal,
                                      const Json& json) {
  const bool is_text =
      json.is(Json::Kind::string) || json.is(Json::Kind::number);
  switch (sort.kind()) {
    case SortKind::boolean:
      if (!json.is(Json::Kind::boolean)) return std::nullopt;
      return Value::boolean(json.as_bool());
    case SortKind::integer:
      // Large integers are strings.
      if (!is_text || !is_digits(json.text(), true)) return std::nullopt;
      return Value::integer(mpz_class(json.text(), 10));
    case SortKind::real:
      return parse_rational(json);
    case SortKind::floating:
      return parse_float_value(sort, json);
    case SortKind::enumeration:
      if (!json.is(Json::Kind::string)) return std::nullopt;
      for (std::uint32_t i = 0; i < sort.enumerators().values.size(); ++i) {
        if (sort.enumerators().values[i] == json.text()) {
          return Value::enumerator(signal.enumeration, i);
        }
      }
      return std::nullopt;
    case SortKind::bitvec:
      if (!json.is(Json::Kind::string)) return std::nullopt;
      try {
        return logic::parse_value(sort, json.text());
      } catch (const base::InputError&) {
        return std::nullopt;
      }
    case SortKind::array:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

Sort Signal::sort() const {
  if (type == "bool") return Sort::boolean();
  if (type == "int" || find_integer_type(type) != nullptr) {
    return Sort::integer();
  }
  if (type == "real") return Sort::real();
  if (type == "float32") return Sort::float32();
  if (type == "float64") return Sort::float64();
  if (type == "enum") {
    if (enumeration == nullptr || enumeration->values.empty()) {
      throw base::InputError(
          base::SourceLocation{},
          "signal " + name + " is an \"enum\" without enumerators",
          "signal-type");
    }
    const std::set<std::string> distinct(enumeration->values.begin(),
                                         enumeration->values.end());
    if (distinct.size() != enumeration->values.size()) {
      throw base::InputError(base::SourceLocation{},
                             "signal " + name + " has an enumerator twice",
                             "signal-type");
    }
    return Sort::enumeration(enumeration);
  }
  if (const std::uint32_t width = bitvec_width(type)) {
    // A type without a width, such as "bv", is refused below.
    return Sort::bitvec(width);
  }
  throw base::InputError(
      base::SourceLocation{},
      "\"" + type +
          "\" is not a type of a signal; expected bool, int8 to int64, "
          "uint8 to uint64, int, real, float32, float64, enum or bv<width>",
      "signal-type");
}

bool Signal::fits(const Value& value) const {
  // The sort is one of exact integers, so it says nothing of the range.
  if (!(value.sort() == sort())) return false;
  const IntegerType* integer = find_integer_type(type);
  if (integer == nullptr) return true;
  const unsigned bits = integer->bits - (integer->has_sign ? 1 : 0);
  // One bit less for the sign.
  const mpz_class limit = mpz_class(1) << bits;
  const mpz_class& i = value.as_integer();
  return i < limit && (integer->has_sign ? i >= -limit : i >= 0);
}

bool Signal::operator==(const Signal& other) const {
  // Two readers have two objects for one enumeration.
  const bool same_enumeration =
      enumeration == other.enumeration ||
      (enumeration != nullptr && other.enumeration != nullptr &&
       *enumeration == *other.enumeration);
  return name == other.name && type == other.type && same_enumeration &&
         unit == other.unit && names == other.names && lo == other.lo &&
         hi == other.hi && derived == other.derived;
}

const char* to_string(Direction direction) {
  return direction == Direction::input ? "input" : "output";
}

std::optional<std::uint32_t> find_signal(const std::vector<Signal>& signals,
                                         std::string_view name) {
  for (std::uint32_t i = 0; i < signals.size(); ++i) {
    if (signals[i].name == name) return i;
  }
  return std::nullopt;
}

Json to_json(const Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return Json::boolean(value.as_bool());
    case SortKind::integer:
      return integer_to_json(value.as_integer());
    case SortKind::real:
      return to_json(value.as_real());
    case SortKind::floating:
      if (std::isnan(value.as_double())) {
        // With its bits, unless they are the common ones.
        return Json::string(value.to_string());
      }
      // The shortest text depends on the precision of the type.
      if (value.sort() == Sort::float32()) {
        return Json::number(value.as_float());
      }
      CATENARY_CHECK(value.sort() == Sort::float64(), "no format of a signal");
      return Json::number(value.as_double());
    case SortKind::bitvec:
    case SortKind::enumeration:
      return Json::string(value.to_string());
    case SortKind::array:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "false", "signals hold no arrays");
}

Json to_json(const mpq_class& number) {
  if (number.get_den() == 1) return integer_to_json(number.get_num());
  return Json::string(number.get_str());
}

Value value_from_json(const Json& json,
                      const Signal& signal,
                      const std::string& file) {
  const base::SourceLocation where{file, json.line(), json.column()};
  // Only the machine type is checked, not the range of the signal.
  const Sort sort = signal.sort();
  // Ranges describe what the model does; a test may leave them on purpose.
  const std::optional<Value> value = parse_json_value(sort, signal, json);
  if (!value || !signal.fits(*value)) {
    throw base::InputError(
        where, "expected " + describe(signal), "suite-value");
  }
  return *value;
}

Value default_value(const Signal& signal) {
  const Sort sort = signal.sort();
  switch (sort.kind()) {
    case SortKind::boolean:
      return signal.lo.value_or(Value::boolean(false));
    case SortKind::integer: {
      mpz_class i = 0;
      // The nearest number to 0 within the range.
      if (signal.lo && signal.lo->as_integer() > 0) i = signal.lo->as_integer();
      if (signal.hi && signal.hi->as_integer() < 0) i = signal.hi->as_integer();
      return Value::integer(i);
    }
    case SortKind::real: {
      mpq_class q = 0;
      if (signal.lo && signal.lo->as_real() > 0) q = signal.lo->as_real();
      if (signal.hi && signal.hi->as_real() < 0) q = signal.hi->as_real();
      return Value::real(q);
    }
    case SortKind::floating: {
      double d = 0;
      if (signal.lo && signal.lo->as_double() > 0) d = signal.lo->as_double();
      if (signal.hi && signal.hi->as_double() < 0) d = signal.hi->as_double();
      return sort == Sort::float32() ? Value::float32(static_cast<float>(d))
                                     : Value::float64(d);
    }
    case SortKind::enumeration:
      // Every enumeration has a value.
      return Value::enumerator(signal.enumeration, 0);
    case SortKind::bitvec:
      return Value::bitvec(sort.bits(), 0);
    case SortKind::array:
      break;
  }
  base::fail_check(__FILE__, __LINE__, "false", "signals hold no arrays");
}

}  // namespace catenary::suite
