// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values and their sorts: Booleans, unbounded integers, rationals,
/// bit-vectors, IEEE 754 binary floats, enumerators, arrays.
#pragma once

#include <gmpxx.h>

#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace catenary::logic {

/// An enumeration: its name and the names of its values, in order.
struct Enumeration {
  std::string name;
  std::vector<std::string> values;
  bool operator==(const Enumeration&) const = default;
};

enum class SortKind : std::uint8_t {
  boolean,
  integer,   ///< unbounded
  real,      ///< rational
  bitvec,    ///< fixed width, no sign of its own
  floating,  ///< IEEE 754 binary, any format
  enumeration,
  array
};

/// The type of a term or value. Cheap to copy; compared by structure.
class Sort {
 public:
  static Sort boolean();
  static Sort integer();
  static Sort real();
  static Sort bitvec(std::uint32_t bits);  ///< Requires: bits >= 1.
  /// `significand_bits` counts the hidden bit, as in SMT-LIB: (8, 24) and
  /// (11, 53) are C's float and double. Requires: 2..30 exponent bits, at
  /// least 2 significand bits.
  static Sort floating(std::uint32_t exponent_bits,
                       std::uint32_t significand_bits);
  static Sort float32() { return floating(8, 24); }
  static Sort float64() { return floating(11, 53); }
  static Sort enumeration(std::shared_ptr<const Enumeration> decl);
  static Sort array(Sort index, Sort element);

  [[nodiscard]] SortKind kind() const { return kind_; }
  [[nodiscard]] std::uint32_t bits() const;              ///< bitvec
  [[nodiscard]] std::uint32_t exponent_bits() const;     ///< floating
  [[nodiscard]] std::uint32_t significand_bits() const;  ///< floating
  [[nodiscard]] const Enumeration& enumerators() const;  ///< enumeration
  [[nodiscard]] std::shared_ptr<const Enumeration> enumeration_decl() const;
  [[nodiscard]] const Sort& index() const;    ///< array
  [[nodiscard]] const Sort& element() const;  ///< array

  /// SMT-LIB text, e.g. "(_ BitVec 8)".
  [[nodiscard]] std::string to_string() const;
  [[nodiscard]] std::size_t hash() const;
  bool operator==(const Sort& other) const;

 private:
  Sort() = default;
  SortKind kind_ = SortKind::boolean;
  std::uint32_t a_ = 0;
  std::uint32_t b_ = 0;
  std::shared_ptr<const Enumeration> enum_;
  std::shared_ptr<const Sort> index_;
  std::shared_ptr<const Sort> element_;
};

/// A value of a sort; immutable. Two values are equal when their sorts and
/// contents are (floats: bit by bit, one NaN per format, -0 differs from +0).
class Value {
 public:
  Value() : Value(boolean(false)) {}  ///< false

  static Value boolean(bool b);
  static Value integer(long long i);
  static Value integer(mpz_class i);
  /// Keeps the upper half of a 64-bit type positive.
  template <std::unsigned_integral T>
  static Value integer(T i) {
    static_assert(sizeof(T) <= sizeof(unsigned long));
    return integer(mpz_class(static_cast<unsigned long>(i)));
  }
  static Value real(mpq_class q);  ///< made canonical
  /// `bits` modulo 2^width.
  static Value bitvec(std::uint32_t width, mpz_class bits);
  static Value float32(float f);
  static Value float64(double d);
  /// A float of any format from its IEEE bit pattern; NaNs are made one.
  static Value floating(Sort sort, mpz_class bits);
  static Value enumerator(std::shared_ptr<const Enumeration> decl,
                          std::uint32_t index);
  /// An array that is `otherwise` wherever `entries` says nothing. The keys of
  /// `entries` are ignored: the pairs (index, value) are all that counts.
  static Value array(Sort sort,
                     std::map<std::string, std::pair<Value, Value>> entries,
                     Value otherwise);

  [[nodiscard]] const Sort& sort() const { return sort_; }
  [[nodiscard]] SortKind kind() const { return sort_.kind(); }

  [[nodiscard]] bool as_bool() const;                 ///< boolean
  [[nodiscard]] const mpz_class& as_integer() const;  ///< integer
  [[nodiscard]] bool fits_int64() const;              ///< integer
  [[nodiscard]] std::int64_t as_int64() const;        ///< integer that fits
  [[nodiscard]] const mpq_class& as_real() const;     ///< real
  [[nodiscard]] const mpz_class& as_bits() const;     ///< bitvec, floating
  [[nodiscard]] mpz_class as_signed() const;  ///< bitvec, two's complement
  [[nodiscard]] double as_double() const;     ///< float32 or float64
  [[nodiscard]] float as_float() const;       ///< float32
  [[nodiscard]] std::uint32_t as_enumerator() const;        ///< its index
  [[nodiscard]] const Value& at(const Value& index) const;  ///< array
  /// The array with `v` at `index`. Cost: a copy of its entries.
  [[nodiscard]] Value with(const Value& index, const Value& v) const;
  /// array: what differs from otherwise(), by Value::to_string() of the index.
  [[nodiscard]] const std::map<std::string, std::pair<Value, Value>>& entries()
      const;
  [[nodiscard]] const Value& otherwise() const;  ///< array

  /// For people and for suites: true/false, decimal integers, "p/q", shortest
  /// round-trip decimal floats ("NaN", "Infinity", "-Infinity"), enum names,
  /// "#x0f"/"#b1" bit-vectors, "{1: 5, 2: 7, else: 0}" arrays (where odd
  /// enumerators are written |so|). Different values of a sort differ.
  [[nodiscard]] std::string to_string() const;
  /// SMT-LIB 2.6 text, e.g. "(- 3)", "(_ bv5 8)", "(fp #b0 #b… #b…)".
  [[nodiscard]] std::string to_smtlib() const;
  [[nodiscard]] std::size_t hash() const;
  bool operator==(const Value& other) const;

 private:
  struct Array;
  Value(Sort sort,
        std::variant<bool, mpz_class, mpq_class, std::shared_ptr<const Array>>
            data);
  Sort sort_;
  std::variant<bool, mpz_class, mpq_class, std::shared_ptr<const Array>> data_;
};

/// Reads what Value::to_string() wrote, and any decimal notation of a real
/// (exactly) or float (to nearest, ties to even); throws base::InputError
/// without a location, saying what was expected, on anything else.
[[nodiscard]] Value parse_value(const Sort& sort, std::string_view text);

/// The number of values of a sort; nothing where infinite or above 2^62.
[[nodiscard]] std::optional<std::uint64_t> cardinality(const Sort& sort);

/// The values of a sort in a fixed order. Requires: index < cardinality(sort).
[[nodiscard]] Value nth_value(const Sort& sort, std::uint64_t index);

/// false, 0, all zero bits, +0, the first enumerator, everywhere so.
[[nodiscard]] Value default_value(const Sort& sort);

/// An SMT-LIB symbol for a name: itself, or |quoted|. Reserved words, names of
/// theory operators and the characters % ! | \ are escaped with %, so that
/// different names give different symbols and no symbol has a '!'.
[[nodiscard]] std::string smtlib_symbol(std::string_view name);
/// The symbol of an enumerator, e.g. "Mode!idle": no name's symbol is the same.
[[nodiscard]] std::string smtlib_enumerator(const Enumeration& decl,
                                            std::uint32_t index);

}  // namespace catenary::logic
