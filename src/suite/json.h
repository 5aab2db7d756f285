// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON (RFC 8259) as suites and reports need it: members keep their order,
/// numbers keep their digits, everything read knows its line and column, and
/// printing is canonical. No general JSON library gives the last three.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::suite {

/// A JSON value. Equality ignores positions.
class Json {
 public:
  enum class Kind : std::uint8_t {
    null,
    boolean,
    number,
    string,
    array,
    object
  };
  using Member = std::pair<std::string, Json>;

  Json() = default;  ///< null
  static Json boolean(bool b);
  static Json number(std::int64_t i);
  /// Shortest decimal that reads back as `d`; where that is no JSON, one of
  /// the strings "NaN", "Infinity", "-Infinity".
  static Json number(double d);
  static Json number(float f);
  /// Requires: `digits` is a JSON number; it is kept as it is.
  static Json number_text(std::string digits);
  static Json string(std::string text);
  static Json strings(const std::vector<std::string>& texts);
  static Json array();
  static Json object();

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is(Kind kind) const { return kind_ == kind; }
  [[nodiscard]] bool as_bool() const;                        ///< boolean
  [[nodiscard]] const std::string& text() const;             ///< number, string
  [[nodiscard]] const std::vector<Json>& items() const;      ///< array
  [[nodiscard]] const std::vector<Member>& members() const;  ///< object
  /// Member of an object by name, or nullptr. Cost: linear.
  [[nodiscard]] const Json* find(std::string_view key) const;

  /// Appends to an array; returns the element.
  Json& push(Json element);
  /// Appends a member to an object; the key must be new. Returns the value.
  Json& set(std::string key, Json value);

  /// pretty() prints the value on one line, however long.
  void keep_on_one_line() { on_one_line_ = true; }
  [[nodiscard]] bool is_on_one_line() const { return on_one_line_; }

  /// 1-based; 0 where the value was not read from a text.
  [[nodiscard]] std::uint32_t line() const { return line_; }
  [[nodiscard]] std::uint32_t column() const { return column_; }

  bool operator==(const Json& other) const;

  /// One line, no blanks.
  [[nodiscard]] std::string compact() const;
  /// Canonical text: two-space indentation, an array or object that fits in
  /// 100 columns on one line, a newline at the end. Invalid UTF-8 becomes
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

/// What a text may cost us.
struct JsonLimits {
  std::uint32_t depth = 64;
  std::uint64_t bytes = std::uint64_t{1} << 30;
  std::uint64_t values = 50'000'000;
};

/// Reads one JSON document; `file` names it in diagnostics. InputError with
/// line and column on anything that is not JSON, on duplicate keys, on bytes
/// that are not UTF-8 and where a limit is exceeded. Cost: linear.
[[nodiscard]] Json parse_json(std::string_view text,
                              const std::string& file,
                              const JsonLimits& limits = {});

/// Reads a file; InputError where it cannot be read or is larger than
/// `most_bytes`.
[[nodiscard]] std::string read_text(
    const std::string& path, std::uint64_t most_bytes = JsonLimits{}.bytes);

/// `text` with every byte that is not part of valid UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string to_utf8(std::string_view text);

}  // namespace catenary::suite
