// SPDX-License-Identifier: Apache-2.0
/// \file
/// A recursive-descent parser for JSON (RFC 8259) that keeps the digits of
/// numbers and the positions of values.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unordered_set>

#include "base/inputs/input_log.h"
#include "base/text/json.h"
#include "base/text/scanner.h"
#include "base/text/utf8.h"
#include "base/text_file.h"

namespace catenary::base {

/// Recursive descent; the depth is bounded by JsonLimits::depth.
class JsonParser : Scanner {
 public:
  JsonParser(std::string_view text,
             const std::string& file,
             const JsonLimits& limits,
             LoneSurrogate surrogate)
      : Scanner(text), file_(file), limits_(limits), surrogate_(surrogate) {}

  Json document() {
    if (text_.size() > limits_.bytes) {
      fail("the file is larger than " + std::to_string(limits_.bytes) +
           " bytes");
    }
    // A byte order mark is tolerated.
    accept("\xEF\xBB\xBF");
    skip_blanks();
    Json json = value(0);
    skip_blanks();
    if (!at_end()) fail("text after the end of the JSON document");
    return json;
  }

 private:
  /// The error at the current position.
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError({file_, place().line, place().column}, message, "json");
  }

  void skip_blanks() { take_while(is_blank); }

  /// An error at the current position, which may be the end of the file.
  [[noreturn]] void fail_unexpected(const std::string& wanted) const {
    if (at_end()) fail("the file ends here; expected " + wanted);
    fail("expected " + wanted);
  }

  /// One character of punctuation.
  void expect(char c, const std::string& wanted) {
    if (!accept({&c, 1})) fail_unexpected(wanted);
  }

  /// A value of any kind. `depth` counts the arrays and objects around it.
  Json value(std::uint32_t depth) {
    if (depth > limits_.depth) {
      fail("nested deeper than " + std::to_string(limits_.depth) + " levels");
    }
    // Values take more memory than their text, so their number is limited apart
    // from the size.
    if (++values_ > limits_.values) {
      fail("more than " + std::to_string(limits_.values) + " values");
    }
    Json json;
    const Place where = place();
    switch (look()) {
      case '{':
        json = object(depth);
        break;
      case '[':
        json = array(depth);
        break;
      case '"':
        json = Json::string(string());
        break;
      case 't':
        word("true"), json = Json::boolean(true);
        break;
      case 'f':
        word("false"), json = Json::boolean(false);
        break;
      case 'n':
        // Json() is null.
        word("null");
        break;
      default:
        json = number();
        break;
    }
    json.line_ = where.line;
    json.column_ = where.column;
    return json;
  }

  /// One of the three literals. The caller checks the character after it.
  void word(std::string_view w) {
    if (!accept(w)) fail_unexpected("a JSON value");
  }

  /// An object, from its brace on. Keys stay in the order of the text.
  Json object(std::uint32_t depth) {
    ++at_;
    Json json = Json::object();
    std::unordered_set<std::string> keys;
    skip_blanks();
    if (accept("}")) return json;
    for (;;) {
      if (look() != '"') fail_unexpected("a key in double quotes");
      const std::size_t key_at = at_;
      std::string key = string();
      // Duplicate keys are legal JSON with undefined meaning; here they are
      // errors.
      if (!keys.insert(key).second) {
        at_ = key_at;
        fail("the key \"" + key + "\" is there twice");
      }
      skip_blanks();
      expect(':', "':' after the key");
      skip_blanks();
      json.members_.emplace_back(std::move(key), value(depth + 1));
      skip_blanks();
      if (accept("}")) return json;
      expect(',', "',' or '}'");
      skip_blanks();
    }
  }

  /// An array, from its bracket on.
  Json array(std::uint32_t depth) {
    ++at_;
    Json json = Json::array();
    skip_blanks();
    if (accept("]")) return json;
    for (;;) {
      json.items_.push_back(value(depth + 1));
      skip_blanks();
      if (accept("]")) return json;
      expect(',', "',' or ']'");
      skip_blanks();
    }
  }

  /// At least one digit.
  void digits() {
    if (take_while(is_digit).empty()) fail_unexpected("a digit");
  }

  /// A number in the grammar of JSON: no leading zeros, no plus.
  Json number() {
    const std::size_t start = at_;
    if (accept("-") && !is_digit(look())) fail_unexpected("a digit");
    if (!is_digit(look())) fail_unexpected("a JSON value");
    if (accept("0")) {
      if (is_digit(look())) fail("a number must not begin with 0");
    } else {
      digits();
    }
    if (accept(".")) digits();
    if (accept("e") || accept("E")) {
      if (!accept("+")) accept("-");
      digits();
    }
    return Json::number_text(std::string(text_.substr(start, at_ - start)));
  }

  /// Four hexadecimal digits.
  std::uint32_t hex4() {
    std::uint32_t n = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = look();
      n <<= 4;
      if (c >= '0' && c <= '9') {
        n |= static_cast<std::uint32_t>(c - '0');
      } else if (c >= 'a' && c <= 'f') {
        n |= static_cast<std::uint32_t>(c - 'a' + 10);
      } else if (c >= 'A' && c <= 'F') {
        n |= static_cast<std::uint32_t>(c - 'A' + 10);
      } else {
        fail_unexpected("four hexadecimal digits");
      }
    }
    return n;
  }

  /// Code points beyond U+FFFF are two escapes, a high and a low surrogate.
  void unicode_escape(std::string& out) {
    const std::uint32_t n = hex4();
    if (n >= 0xDC00 && n < 0xE000) return lone_surrogate(out);
    if (n < 0xD800 || n >= 0xDC00) return append_utf8(n, out);
    const std::size_t behind = at_;
    if (!accept("\\u")) return lone_surrogate(out);
    const std::uint32_t low = hex4();
    if (low < 0xDC00 || low >= 0xE000) {
      if (surrogate_ == LoneSurrogate::replaced) at_ = behind;
      return lone_surrogate(out);
    }
    append_utf8(0x10000 + ((n - 0xD800) << 10) + (low - 0xDC00), out);
  }

  void lone_surrogate(std::string& out) const {
    if (surrogate_ == LoneSurrogate::error) fail("a lone surrogate");
    append_utf8(0xFFFD, out);
  }

  /// An escape sequence, from its backslash on.
  void escape(std::string& out) {
    ++at_;
    const char c = look();
    ++at_;
    switch (c) {
      case '"':
        out += '"';
        break;
      case '\\':
        out += '\\';
        break;
      case '/':
        out += '/';
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case 'u':
        unicode_escape(out);
        break;
      default:
        --at_;
        fail_unexpected("an escape sequence of JSON");
    }
  }

  /// A string, from its quote on, with escapes replaced.
  std::string string() {
    ++at_;
    std::string out;
    for (;;) {
      if (at_end()) fail("the file ends within a string");
      const auto c = static_cast<unsigned char>(look());
      if (c == '"') {
        ++at_;
        return out;
      }
      if (c == '\\') {
        escape(out);
      } else if (c < 0x20) {
        fail("a control character within a string; write it as \\u00xx");
      } else {
        // Checked here, since texts are copied without interpretation.
        const std::size_t n = utf8_length(text_.substr(at_));
        if (n == 0) fail("bytes that are not UTF-8");
        out.append(take(n));
      }
    }
  }

  const std::string& file_;
  JsonLimits limits_;
  LoneSurrogate surrogate_;
  std::uint64_t values_ = 0;
};

Json parse_json(std::string_view text,
                const std::string& file,
                const JsonLimits& limits,
                LoneSurrogate surrogate) {
  return JsonParser(text, file, limits, surrogate).document();
}

std::string read_text(const std::string& path, std::uint64_t most_bytes) {
  note_input_file(path);
  // Pipes that stay silent, directories and the like.
  std::error_code failed;
  // The base function has time-outs for pipes; regular files are read faster in
  // blocks.
  if (!std::filesystem::is_regular_file(path, failed)) {
    return read_file(path, most_bytes);
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError({path, 0, 0}, "cannot read the file");
  std::string text;
  std::string block(1 << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) ||
         in.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > most_bytes) {
      throw InputError(
          {path, 0, 0},
          "the file is larger than " + std::to_string(most_bytes) + " bytes",
          "too-large");
    }
  }
  if (in.bad()) throw InputError({path, 0, 0}, "cannot read the file");
  return text;
}

}  // namespace catenary::base
