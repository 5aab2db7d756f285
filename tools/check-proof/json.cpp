// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/json.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

#include "tools/check-proof/failure.h"

namespace check_proof {

namespace {

constexpr unsigned kMostLevels = 100;

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6U);
    byte(0x80 | (code & 0x3FU));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12U);
    byte(0x80 | (code >> 6U & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  } else {
    byte(0xF0 | code >> 18U);
    byte(0x80 | (code >> 12U & 0x3FU));
    byte(0x80 | (code >> 6U & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json whole() {
    Json out = value(0);
    space();
    if (at_ != text_.size()) fail("the end");
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    throw Unreadable("the suite, byte " + std::to_string(at_) + ": expected " +
                     expected);
  }

  void space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' ||
                                  text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool skip(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  Json value(unsigned level) {
    if (level > kMostLevels) fail("fewer levels");
    space();
    Json out;
    if (skip("{")) {
      object(out, level);
    } else if (skip("[")) {
      array(out, level);
    } else if (skip("\"")) {
      out.kind = Json::Kind::string;
      out.text = string();
    } else if (skip("true") || skip("false")) {
      out.kind = Json::Kind::boolean;
      out.truth = text_[at_ - 2] == 'u';
    } else if (!skip("null")) {
      out.kind = Json::Kind::number;
      out.text = number();
    }
    return out;
  }

  void object(Json& out, unsigned level) {
    out.kind = Json::Kind::object;
    space();
    if (skip("}")) return;
    do {
      space();
      if (!skip("\"")) fail("a name");
      std::string name = string();
      space();
      if (!skip(":")) fail("':'");
      out.members.emplace_back(std::move(name), value(level + 1));
      space();
    } while (skip(","));
    if (!skip("}")) fail("'}'");
    std::vector<std::string_view> names;
    for (const auto& member : out.members) names.emplace_back(member.first);
    std::sort(names.begin(), names.end());
    if (std::adjacent_find(names.begin(), names.end()) != names.end()) {
      fail("different names before");
    }
  }

  void array(Json& out, unsigned level) {
    out.kind = Json::Kind::array;
    space();
    if (skip("]")) return;
    do {
      out.items.push_back(value(level + 1));
      space();
    } while (skip(","));
    if (!skip("]")) fail("']'");
  }

  std::string number() {
    const std::size_t begin = at_;
    at_ =
        std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
    if (at_ == begin) fail("a value");
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string string() {
    std::string out;
    for (;;) {
      if (at_ >= text_.size()) fail("'\"'");
      const char c = text_[at_++];
      if (c == '"') return out;
      if (static_cast<unsigned char>(c) < 0x20) fail("no control character");
      if (c == '\\') {
        escape(out);
      } else {
        out += c;
      }
    }
  }

  void escape(std::string& out) {
    if (at_ >= text_.size()) fail("a character");
    const char c = text_[at_++];
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = kFrom.find(c); i != std::string_view::npos) {
      out += kTo[i];
      return;
    }
    if (c != 'u') fail("an escape sequence");
    std::uint32_t code = unit();
    if (code >= 0xD800 && code < 0xDC00 && skip("\\u")) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (unit() - 0xDC00);
    }
    append_utf8(out, code);
  }

  std::uint32_t unit() {
    std::uint32_t code = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, code, 16);
    if (error != std::errc() || stop != end || digits.size() != 4) {
      fail("four hexadecimal digits");
    }
    at_ += 4;
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const Json& Json::at(std::string_view name) const {
  static const Json kNull;
  for (const auto& [key, value] : members) {
    if (key == name) return value;
  }
  return kNull;
}

Json read_json(std::string_view text) {
  return Parser(text).whole();
}

}  // namespace check_proof
