// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values and their sorts: Booleans, unbounded integers, rationals,
/// bit-vectors, IEEE 754 binary floats, enumerators, arrays.
///
/// The lowest layer of logic/: terms, suites, models and runners all exchange
/// values of these sorts. Requirements are checked (InternalError).
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

/// The declaration of an enumeration: its name and the names of its values, in
/// order. Shared by all sorts and values that refer to it.
struct Enumeration {
  std::string name;
  std::vector<std::string> values;
  bool operator==(const Enumeration&) const = default;
};

/// The kinds of sorts.
enum class SortKind : std::uint8_t {
  boolean,
  /// Unbounded integers.
  integer,
  /// Rationals.
  real,
  /// Fixed width, without a sign of its own.
  bitvec,
  /// IEEE 754 binary floats of any format.
  floating,
  enumeration,
  array
};

/// The type of a term or value. Cheap to copy; compared by structure.
class Sort {
 public:
  /// The sorts without parameters.
  static Sort boolean();
  static Sort integer();
  static Sort real();
  /// Requires: bits >= 1.
  static Sort bitvec(std::uint32_t bits);
  /// `significand_bits` counts the hidden bit, as in SMT-LIB: (8, 24) and (11,
  /// 53) are C's float and double. Requires: 2 to 30 exponent bits, at least 2
  /// significand bits.
  static Sort floating(std::uint32_t exponent_bits,
                       std::uint32_t significand_bits);
  static Sort float32() { return floating(8, 24); }
  static Sort float64() { return floating(11, 53); }
  /// Requires: at least one value, and different names.
  static Sort enumeration(std::shared_ptr<const Enumeration> decl);
  /// Arrays are total functions from the index sort to the element sort.
  static Sort array(Sort index, Sort element);

  /// Tells which of the accessors below may be called.
  [[nodiscard]] SortKind kind() const { return kind_; }
  /// The width. Requires: bitvec.
  [[nodiscard]] std::uint32_t bits() const;
  /// Requires: floating.
  [[nodiscard]] std::uint32_t exponent_bits() const;
  /// Requires: floating. Counts the hidden bit.
  [[nodiscard]] std::uint32_t significand_bits() const;
  /// The declaration. Requires: enumeration.
  [[nodiscard]] const Enumeration& enumerators() const;
  /// The same, with shared ownership.
  [[nodiscard]] std::shared_ptr<const Enumeration> enumeration_decl() const;
  /// Requires: array.
  [[nodiscard]] const Sort& index() const;
  /// Requires: array.
  [[nodiscard]] const Sort& element() const;

  /// The sort as SMT-LIB text, e.g. "(_ BitVec 8)".
  [[nodiscard]] std::string to_string() const;
  /// Equal for equal sorts; not stable across versions.
  [[nodiscard]] std::size_t hash() const;
  /// Structural equality; enumerations by name and values.
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

/// A value of a sort; immutable. Two values are equal if their sorts and
/// contents are (floats: bit by bit, one NaN for each format, -0 differs from
/// +0).
class Value {
 public:
  /// The Boolean false.
  Value() : Value(boolean(false)) {}

  /// One function for each sort.
  static Value boolean(bool b);
  static Value integer(long long i);
  static Value integer(mpz_class i);
  /// From an unsigned type; the upper half of a 64-bit type stays positive.
  template <std::unsigned_integral T>
  static Value integer(T i) {
    static_assert(sizeof(T) <= sizeof(unsigned long));
    return integer(mpz_class(static_cast<unsigned long>(i)));
  }
  /// The fraction is reduced. Requires: a denominator other than 0.
  static Value real(mpq_class q);
  /// `bits` modulo 2^width; negative numbers in two's complement.
  static Value bitvec(std::uint32_t width, mpz_class bits);
  /// From a machine's float or double; NaNs become one.
  static Value float32(float f);
  static Value float64(double d);
  /// A float of any format from its IEEE bit pattern; NaNs become one.
  static Value floating(Sort sort, mpz_class bits);
  /// Requires: index is less than the number of values.
  static Value enumerator(std::shared_ptr<const Enumeration> decl,
                          std::uint32_t index);
  /// An array that is `otherwise` at all indices that `entries` lacks. The keys
  /// of `entries` are ignored: the pairs (index, value) count. Requires:
  /// different indices, values of the array's sorts. Equal arrays have equal
  /// representations, whatever was given as `otherwise`.
  static Value array(Sort sort,
                     std::map<std::string, std::pair<Value, Value>> entries,
                     Value otherwise);

  /// The sort of the value.
  [[nodiscard]] const Sort& sort() const { return sort_; }
  [[nodiscard]] SortKind kind() const { return sort_.kind(); }

  /// Requires: boolean.
  [[nodiscard]] bool as_bool() const;
  /// Requires: integer.
  [[nodiscard]] const mpz_class& as_integer() const;
  /// Requires: integer.
  [[nodiscard]] bool fits_int64() const;
  /// Requires: an integer with fits_int64().
  [[nodiscard]] std::int64_t as_int64() const;
  /// Requires: real. In lowest terms, the denominator positive.
  [[nodiscard]] const mpq_class& as_real() const;
  /// Requires: bitvec or floating. The bit pattern as an unsigned number.
  [[nodiscard]] const mpz_class& as_bits() const;
  /// Requires: bitvec. Read as two's complement.
  [[nodiscard]] mpz_class as_signed() const;
  /// Requires: a float32 or float64.
  [[nodiscard]] double as_double() const;
  /// Requires: a float32.
  [[nodiscard]] float as_float() const;
  /// Requires: an enumerator. Its index in the declaration.
  [[nodiscard]] std::uint32_t as_enumerator() const;
  /// The element at an index. Requires: an array with this index sort.
  [[nodiscard]] const Value& at(const Value& index) const;
  /// The array with `v` at `index`. Requires: values of the array's sorts.
  /// Cost: a copy of its entries.
  [[nodiscard]] Value with(const Value& index, const Value& v) const;
  /// The entries that differ from otherwise(), by Value::to_string() of their
  /// index. Requires: an array.
  [[nodiscard]] const std::map<std::string, std::pair<Value, Value>>& entries()
      const;
  /// The element at all other indices. Requires: an array.
  [[nodiscard]] const Value& otherwise() const;

  /// Text for people and for suites: true/false, decimal integers, "p/q",
  /// shortest decimal floats that read back as the same float ("NaN",
  /// "Infinity", "-Infinity"), enumerator names, "#x0f"/"#b1" bit-vectors, "{1:
  /// 5, 2: 7, else: 0}" arrays (in which unusual enumerators are written |so|).
  /// Different values of a sort have different texts.
  [[nodiscard]] std::string to_string() const;
  /// The value as SMT-LIB 2.6 text, e.g. "(- 3)", "(_ bv5 8)", "(fp #b0 #b…
  /// #b…)".
  [[nodiscard]] std::string to_smtlib() const;
  /// Equal for equal values; not stable across versions.
  [[nodiscard]] std::size_t hash() const;
  /// Equality of sort and content; see the class.
  bool operator==(const Value& other) const;

 private:
  struct Array;
  Value(Sort sort,
        std::variant<bool, mpz_class, mpq_class, std::shared_ptr<const Array>>
            data);
  Sort sort_;
  /// Enumerators are their index, floats their bits.
  std::variant<bool, mpz_class, mpq_class, std::shared_ptr<const Array>> data_;
};

/// Reads the text of Value::to_string(), and any decimal notation of a real
/// (exactly) or float (to nearest, ties to even). Throws base::InputError
/// without a location, stating what was expected, on anything else.
[[nodiscard]] Value parse_value(const Sort& sort, std::string_view text);

/// The number of values of a sort; nothing if it is infinite or above 2^62.
[[nodiscard]] std::optional<std::uint64_t> cardinality(const Sort& sort);

/// The values of a sort in a fixed order. Requires: index < cardinality(sort).
[[nodiscard]] Value nth_value(const Sort& sort, std::uint64_t index);

/// The value that stands for "any": false, 0, all zero bits, +0, the first
/// enumerator, and arrays of it.
[[nodiscard]] Value default_value(const Sort& sort);

/// An SMT-LIB symbol for a name: the name itself, or |quoted|. Reserved words,
/// names of theory operators and the characters % ! | \ are escaped with %, so
/// that different names have different symbols and no symbol contains '!'.
[[nodiscard]] std::string smtlib_symbol(std::string_view name);
/// The symbol of an enumerator, e.g. "Mode!idle"; different from the symbols of
/// all names. Requires: the index exists.
[[nodiscard]] std::string smtlib_enumerator(const Enumeration& decl,
                                            std::uint32_t index);

}  // namespace catenary::logic
