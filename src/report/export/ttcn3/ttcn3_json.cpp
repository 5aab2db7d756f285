// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of SutLine.cc that takes JSON apart and writes it.
#include "report/export/ttcn3/ttcn3_interface.h"

namespace catenary::report {

const char* ttcn3_json_source() {
  return R"c(#include "SutLine.hh"

#include <JSON_Tokenizer.hh>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sut {

namespace {

const int kAnswerMilliseconds = 10000;
const std::size_t kLongestLine = 1 << 20;

void put_utf8(std::string& out, unsigned long c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

// The text of a JSON string, which is given with its quotes or without.
std::string unescaped(std::string s) {
  if (s.size() >= 2 && s[0] == '"') s = s.substr(1, s.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] != '\\' || i + 1 == s.size()) {
      out += s[i];
      continue;
    }
    const char c = s[++i];
    if (c == 'u' && i + 4 < s.size()) {
      put_utf8(out, std::strtoul(s.substr(i + 1, 4).c_str(), nullptr, 16));
      i += 4;
    } else {
      const char* const at = std::strchr("n\nt\tr\rb\bf\f", c);
      out += at != nullptr && c >= 'b' ? at[1] : c;
    }
  }
  return out;
}

class Parser {
 public:
  explicit Parser(const std::string& line)
      : line_(line), tokens_(line.data(), line.size()) {}

  Json whole() {
    const Json value = next(0);
    if (take() != JSON_TOKEN_NONE) fail();
    return value;
  }

 private:
  [[noreturn]] void fail() {
    TTCN_error("the system gave a line that is no JSON object: %.200s",
               line_.c_str());
  }

  json_token_t take() {
    json_token_t token = JSON_TOKEN_ERROR;
    char* text = nullptr;
    std::size_t length = 0;
    tokens_.get_next_token(&token, &text, &length);
    text_ = text != nullptr ? std::string(text, length) : std::string();
    return token;
  }

  Json next(int depth) { return value(take(), depth); }

  Json value(json_token_t token, int depth) {
    Json out;
    if (depth > 20) fail();
    switch (token) {
      case JSON_TOKEN_LITERAL_NULL:
        return out;
      case JSON_TOKEN_LITERAL_TRUE:
      case JSON_TOKEN_LITERAL_FALSE:
        out.kind = Json::boolean;
        out.content = token == JSON_TOKEN_LITERAL_TRUE ? "true" : "false";
        return out;
      case JSON_TOKEN_NUMBER:
        out.kind = Json::number;
        out.content = text_;
        return out;
      case JSON_TOKEN_STRING:
        out.kind = Json::string;
        out.content = unescaped(text_);
        return out;
      case JSON_TOKEN_ARRAY_START:
        out.kind = Json::array;
        while ((token = take()) != JSON_TOKEN_ARRAY_END) {
          out.items.push_back(value(token, depth + 1));
        }
        return out;
      case JSON_TOKEN_OBJECT_START:
        out.kind = Json::object;
        while ((token = take()) != JSON_TOKEN_OBJECT_END) {
          if (token != JSON_TOKEN_NAME) fail();
          const std::string key = unescaped(text_);
          out.members.emplace_back(key, next(depth + 1));
        }
        return out;
      default:
        fail();
    }
  }

  std::string line_;
  JSON_Tokenizer tokens_;
  std::string text_;
};

[[noreturn]] void wrong(const char* name, const Json& json) {
  TTCN_error("the system gave a wrong value of %s: '%.200s'", name,
             json.content.c_str());
}

double number_of(const std::string& text, bool& fine) {
  char* end = nullptr;
  const double d = std::strtod(text.c_str(), &end);
  fine = !text.empty() && *end == '\0';
  return d;
}

}  // namespace

Json Json::parse(const std::string& line) {
  const Json out = Parser(line).whole();
  if (out.kind != object) {
    TTCN_error("the system gave a line that is no JSON object: %.200s",
               line.c_str());
  }
  const Json* error = out.find("error");
  if (error != nullptr) {
    TTCN_error("the system reported an error: %.200s", error->content.c_str());
  }
  return out;
}

const Json* Json::find(const std::string& key) const {
  for (const auto& m : members) {
    if (m.first == key) return &m.second;
  }
  return nullptr;
}

const Json& Json::at(const std::string& key) const {
  const Json* const found = find(key);
  if (found == nullptr) {
    TTCN_error("the system gave a line without '%s'", key.c_str());
  }
  return *found;
}

const Json& Json::list(const std::string& key) const {
  static const Json none;
  const Json* const found = find(key);
  return found != nullptr ? *found : none;
}

const std::string& Json::text() const {
  if (kind != string) TTCN_error("the system gave a channel without a name");
  return content;
}

void Json::expect(std::size_t size) const {
  if (items.size() != size) {
    TTCN_error("the system sent a message with %u values; expected %u",
               static_cast<unsigned>(items.size()),
               static_cast<unsigned>(size));
  }
}

std::string text_of(const BOOLEAN& value) { return value ? "true" : "false"; }

std::string text_of(const INTEGER& value) {
  const std::string digits = static_cast<const char*>(int2str(value));
  INTEGER exact;
  exact.set_long_long_val(1LL << 53);
  // JSON numbers beyond 2^53 are not read exactly everywhere.
  const bool is_large = value > exact || -value > exact;
  return is_large ? quoted(digits) : digits;
}

// The shortest text that is read as the same number.
template <class Type>
std::string shortest(Type number, Type (*read)(const char*, char**)) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number < 0 ? "\"-Infinity\"" : "\"Infinity\"";
  char digits[64];
  for (int n = 1; n <= 17; ++n) {
    std::snprintf(digits, sizeof digits, "%.*g", n,
                  static_cast<double>(number));
    if (read(digits, nullptr) == number) break;
  }
  return digits;
}

std::string text_of(const FLOAT& value) {
  return shortest<double>(value, std::strtod);
}

std::string text_of_float32(const FLOAT& value) {
  return shortest<float>(static_cast<float>(static_cast<double>(value)),
                         std::strtof);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      const char digits[] = "0123456789abcdef";
      out += c < 0x10 ? "\\u000" : "\\u001";
      out += digits[c % 16];
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

bool boolean_of(const Json& json, const char* name) {
  if (json.kind != Json::boolean) wrong(name, json);
  return json.content == "true";
}

INTEGER integer_of(const Json& json, const char* name) {
  if (json.kind != Json::number && json.kind != Json::string) wrong(name, json);
  const std::string& t = json.content;
  const std::size_t first = t[0] == '-' ? 1 : 0;
  if (t.size() == first ||
      t.find_first_not_of("0123456789", first) != std::string::npos) {
    wrong(name, json);
  }
  return str2int(t.c_str());
}

double float_of(const Json& json, const char* name) {
  if (json.kind != Json::number && json.kind != Json::string) wrong(name, json);
  const std::string& t = json.content;
  if (t.compare(0, 3, "NaN") == 0) return NAN;
  if (t == "Infinity") return INFINITY;
  if (t == "-Infinity") return -INFINITY;
  const std::size_t slash = t.find('/');
  bool fine = false;
  double d = number_of(t.substr(0, slash), fine);
  if (fine && slash != std::string::npos) {
    d /= number_of(t.substr(slash + 1), fine);
  }
  if (!fine) wrong(name, json);
  return d;
}

double float32_of(const Json& json, const char* name) {
  return static_cast<float>(float_of(json, name));
}

int index_of(const Json& json, const char* const* names, int count,
             const char* name) {
  for (int i = 0; i < count; ++i) {
    if (json.kind == Json::string && json.content == names[i]) return i;
  }
  wrong(name, json);
}
)c";
}

}  // namespace catenary::report
