// SPDX-License-Identifier: Apache-2.0
/// \file
/// The check by toml++ itself, with its assertions turned into exceptions.
/// Their position is found by bisection, since an assertion does not report it.
#include "option/toml_syntax.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "base/error.h"

namespace catenary::option {

namespace {

/// An assertion of toml++ that the text violates.
struct TomlFault : std::logic_error {
  using std::logic_error::logic_error;
};

/// The location of a byte; columns count characters, as those of toml++ do.
base::SourceLocation place_of(std::string_view text,
                              std::size_t offset,
                              const std::string& path) {
  base::SourceLocation where{path, 1, 1};
  for (const char c : text.substr(0, offset)) {
    if (c == '\n') {
      ++where.line;
      where.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) {
      ++where.column;
    }
  }
  return where;
}

/// Whether the text violates an assertion of toml++. A text that is rejected
/// before that, or ends too early, does not.
bool violates(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error&) {
    return false;
  } catch (const TomlFault&) {
    return true;
  }
  return false;
}

/// The offset of the character at fault. toml++ reads forwards only, so that a
/// prefix that violates an assertion does so whatever follows: the shortest
/// such prefix ends with that character. Cost: a logarithmic number of parses.
std::size_t fault_offset(std::string_view text) {
  std::size_t good = 0;
  std::size_t bad = text.size();
  // Invariant: the first `bad` bytes violate, the first `good` do not.
  while (bad - good > 1) {
    const std::size_t middle = good + (bad - good) / 2;
    (violates(text.substr(0, middle)) ? bad : good) = middle;
  }
  // `bad` is behind the last byte of the character.
  std::size_t first = bad == 0 ? 0 : bad - 1;
  while (first > 0 &&
         (static_cast<unsigned char>(text[first]) & 0xc0U) == 0x80U) {
    --first;
  }
  return first;
}

/// The demand of the assertion, for people.
std::string expected_by(std::string_view expression) {
  if (expression.find("is_bare_key_character") != std::string_view::npos) {
    return "a key: letters, digits, '_', '-', or a string in quotes";
  }
  if (expression.find("is_value_terminator") != std::string_view::npos) {
    return "a value";
    // The assertion names the function that said no.
  }
  if (expression.find("is_decimal_digit") != std::string_view::npos) {
    return "a digit";
  }
  return "TOML 1.0";
}

/// The character at an offset, for the message.
std::string character_at(std::string_view text, std::size_t offset) {
  std::size_t end = offset + 1;
  while (end < text.size() &&
         (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
    ++end;
  }
  if (offset >= text.size()) return "end of the file";
  if (text[offset] == '\n' || text[offset] == '\r') return "end of the line";
  return fmt::format("'{}'", text.substr(offset, end - offset));
}

/// Finds keys with too many parts. A dot outside of strings and comments
/// belongs to a key, or to a number, which has at most one.
class DottedKeys {
 public:
  explicit DottedKeys(std::string_view text) : text_(text) {}

  /// The offset of the first part too many; npos if there is none.
  std::size_t find() {
    std::size_t dots = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '.') {
        if (++dots >= kMaxTomlKeyParts) return at_ + 1;
        // Ends of keys, values and lines.
      } else if (std::string_view("\n=,[]{}").find(c) !=
                 std::string_view::npos) {
        dots = 0;
      }
      ++at_;
    }
    return std::string_view::npos;
  }

 private:
  /// Skips a string. toml++ reports one that does not end.
  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_, 3) == three;
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      // An escaped quote does not end the string.
      if (c == '\\' && quote == '"') {
        at_ += 2;
      } else if (is_long ? text_.substr(at_, 3) == three
                         : c == quote || c == '\n') {
        at_ += is_long ? 3 : 1;
        return;
      } else {
        ++at_;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

void throw_toml_fault(const char* expression) {
  throw TomlFault(expression);
}

void require_toml(const std::string& text,
                  const std::string& path,
                  const char* code) {
  // Before toml++ reads the text: it recurses for each part of a key.
  const std::size_t deep = DottedKeys(text).find();
  if (deep != std::string_view::npos) {
    throw base::InputError(
        place_of(text, deep, path),
        fmt::format("a key of more than {} parts; expected fewer dots",
                    kMaxTomlKeyParts),
        code);
  }
  try {
    static_cast<void>(toml::parse(std::string_view(text)));
  } catch (const toml::parse_error& e) {
    throw base::InputError(
        {path,
         static_cast<std::uint32_t>(e.source().begin.line),
         static_cast<std::uint32_t>(e.source().begin.column)},
        std::string(e.description()),
        code);
  } catch (const TomlFault& e) {
    const std::size_t offset = fault_offset(text);
    throw base::InputError(place_of(text, offset, path),
                           fmt::format("unexpected {}; expected {}",
                                       character_at(text, offset),
                                       expected_by(e.what())),
                           code);
  }
}

}  // namespace catenary::option
