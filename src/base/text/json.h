// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON (RFC 8259): members keep their order, numbers keep their digits, values
/// that were read know their line and column, and printing is canonical.
/// General JSON libraries do not provide the last three.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::base {

/// A JSON value that owns its contents. Equality ignores positions.
class Json {
 public:
  /// The six kinds of JSON.
  enum class Kind : std::uint8_t {
    null,
    boolean,
    number,
    string,
    array,
    object
  };
  /// The name and the value of a member.
  using Member = std::pair<std::string, Json>;

  /// The value null.
  Json() = default;
  static Json boolean(bool b);
  /// An integer.
  static Json number(std::int64_t i);
  /// The shortest decimal that reads back as `d`; for NaN and infinities one of
  /// the strings "NaN", "Infinity", "-Infinity".
  static Json number(double d);
  /// The same for a float, which has fewer digits.
  static Json number(float f);
  /// A number with exactly these digits. Requires: `digits` is a JSON number.
  static Json number_text(std::string digits);
  static Json string(std::string text);
  /// An array of strings.
  static Json strings(const std::vector<std::string>& texts);
  static Json array();
  static Json object();

  /// Tells which of the accessors below may be called.
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is(Kind kind) const { return kind_ == kind; }
  /// Requires: a Boolean.
  [[nodiscard]] bool as_bool() const;
  /// The text of a string, or the digits of a number.
  [[nodiscard]] const std::string& text() const;
  /// Requires: an array.
  [[nodiscard]] const std::vector<Json>& items() const;
  /// Requires: an object.
  [[nodiscard]] const std::vector<Member>& members() const;
  /// The member of an object by name, or nullptr. Cost: linear.
  [[nodiscard]] const Json* find(std::string_view key) const;

  /// Appends to an array and returns the element.
  Json& push(Json element);
  /// Appends a member to an object and returns its value. The key must be new.
  Json& set(std::string key, Json value);

  /// Makes pretty() print the value on one line, however long it is.
  void keep_on_one_line() { on_one_line_ = true; }
  [[nodiscard]] bool is_on_one_line() const { return on_one_line_; }

  /// The position in the text, from 1; 0 if the value was not read.
  [[nodiscard]] std::uint32_t line() const { return line_; }
  [[nodiscard]] std::uint32_t column() const { return column_; }

  /// Equal kinds and contents; members in the same order.
  bool operator==(const Json& other) const;

  /// The text in one line without blanks.
  [[nodiscard]] std::string compact() const;
  /// The canonical text: two-space indentation, an array or object that fits
  /// into 100 columns on one line, a newline at the end. Invalid UTF-8 becomes
  /// U+FFFD.
  [[nodiscard]] std::string pretty() const;

 private:
  friend class JsonParser;
  Kind kind_ = Kind::null;
  bool bool_ = false;
  bool on_one_line_ = false;
  std::uint32_t line_ = 0;
  std::uint32_t column_ = 0;
  std::string text_;
  std::vector<Json> items_;
  std::vector<Member> members_;
};

/// Limits of a text, so that a hostile file cannot exhaust stack or memory.
struct JsonLimits {
  /// The deepest nesting of arrays and objects.
  std::uint32_t depth = 64;
  /// The size of the text.
  std::uint64_t bytes = std::uint64_t{1} << 30;
  /// The number of values of all kinds.
  std::uint64_t values = 50'000'000;
};

/// How a "\\uD800" that is no half of a pair is read: no Unicode text has one
/// (RFC 8259, section 8.2), but editors send what a user's text holds.
enum class LoneSurrogate : std::uint8_t {
  error,
  /// As U+FFFD, which is one unit of UTF-16 as well.
  replaced
};

/// Reads one JSON document; `file` names it in diagnostics. Throws InputError
/// with line and column on anything that is not JSON, on duplicate keys, on
/// bytes that are not UTF-8, and if a limit is exceeded. Cost: linear.
[[nodiscard]] Json parse_json(std::string_view text,
                              const std::string& file,
                              const JsonLimits& limits = {},
                              LoneSurrogate surrogate = LoneSurrogate::error);

/// The content of a file. Throws InputError if it cannot be read or is larger
/// than `most_bytes`.
[[nodiscard]] std::string read_text(
    const std::string& path, std::uint64_t most_bytes = JsonLimits{}.bytes);

}  // namespace catenary::base
