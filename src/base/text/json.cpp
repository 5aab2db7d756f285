// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON values and their canonical printing.
#include "base/text/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/check.h"
#include "base/text/utf8.h"

namespace catenary::base {
namespace {

// Arrays and objects that fit are printed on one line.
constexpr std::size_t kColumns = 100;

/// The shortest text that reads back as the same float.
template <class Float>
std::string shortest(Float f) {
  std::array<char, 64> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), f).ptr;
  return {buffer.data(), end};
}

/// JSON has no NaN and no infinities; they become strings.
template <class Float>
Json float_number(Float f) {
  if (std::isnan(f)) return Json::string("NaN");
  if (std::isinf(f)) return Json::string(f > 0 ? "Infinity" : "-Infinity");
  return Json::number_text(shortest(f));
}

/// Whether a character needs no escape.
bool is_plain(char c) {
  return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/// Prints a string with the escapes that JSON requires; other characters are
/// kept, so that texts stay readable.
void print_string(const std::string& text, std::string& out) {
  constexpr char kDigits[] = "0123456789abcdef";
  out += '"';
  // Nearly all strings; large suites have millions.
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    out += text;
    out += '"';
    return;
  }
  for (const char c : to_utf8(text)) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
          out += "\\u00";
          out += kDigits[byte >> 4];
          out += kDigits[byte & 15];
        } else {
          out += c;
        }
      }
    }
  }
  out += '"';
}

/// Prints on one line. Stops early and returns false as soon as `out` has more
/// than `most` bytes.
bool print_line(const Json& json,
                bool blanks,
                std::size_t most,
                std::string& out) {
  switch (json.kind()) {
    case Json::Kind::null:
      out += "null";
      break;
    case Json::Kind::boolean:
      out += json.as_bool() ? "true" : "false";
      break;
    case Json::Kind::number:
      out += json.text();
      break;
    case Json::Kind::string:
      print_string(json.text(), out);
      break;
    case Json::Kind::array: {
      out += '[';
      const char* separator = "";
      // The blanks are for people; compact texts are hashed and sent.
      for (const Json& item : json.items()) {
        out += separator;
        separator = blanks ? ", " : ",";
        if (!print_line(item, blanks, most, out)) return false;
      }
      out += ']';
      break;
    }
    case Json::Kind::object: {
      out += '{';
      const char* separator = "";
      for (const auto& [key, value] : json.members()) {
        out += separator;
        separator = blanks ? ", " : ",";
        print_string(key, out);
        out += blanks ? ": " : ":";
        if (!print_line(value, blanks, most, out)) return false;
      }
      out += '}';
      break;
    }
  }
  return out.size() <= most;
}

/// Prints on one line if that fits, else one element a line, recursively.
void print_pretty(const Json& json, std::size_t indent, std::string& out) {
  const bool is_array = json.is(Json::Kind::array);
  const std::size_t line_start = out.rfind('\n') + 1;  // npos + 1 = 0
  const std::size_t before = out.size();
  const std::size_t most =
      json.is_on_one_line() ? std::string::npos : line_start + kColumns;
  // The attempt costs at most one line, so that the total is linear in the text
  // times the depth.
  if (print_line(json, true, most, out)) return;
  // A number or a string cannot be broken.
  if (!is_array && !json.is(Json::Kind::object)) return;
  // It did not fit: the attempt is taken back.
  out.resize(before);
  out += is_array ? '[' : '{';
  const std::string margin(indent + 2, ' ');
  const char* separator = "\n";
  if (is_array) {
    for (const Json& item : json.items()) {
      out += separator + margin;
      separator = ",\n";
      print_pretty(item, indent + 2, out);
    }
  } else {
    for (const auto& [key, value] : json.members()) {
      out += separator + margin;
      separator = ",\n";
      print_string(key, out);
      out += ": ";
      print_pretty(value, indent + 2, out);
    }
  }
  out += '\n' + std::string(indent, ' ') + (is_array ? ']' : '}');
}

}  // namespace

Json Json::boolean(bool b) {
  Json json;
  json.kind_ = Kind::boolean;
  json.bool_ = b;
  return json;
}

Json Json::number(std::int64_t i) {
  return number_text(std::to_string(i));
}
Json Json::number(double d) {
  return float_number(d);
}
Json Json::number(float f) {
  return float_number(f);
}

Json Json::number_text(std::string digits) {
  Json json;
  json.kind_ = Kind::number;
  json.text_ = std::move(digits);
  return json;
}

Json Json::string(std::string text) {
  Json json;
  json.kind_ = Kind::string;
  json.text_ = std::move(text);
  return json;
}

Json Json::strings(const std::vector<std::string>& texts) {
  Json json = array();
  for (const std::string& text : texts) json.push(string(text));
  return json;
}

Json Json::array() {
  Json json;
  json.kind_ = Kind::array;
  return json;
}

Json Json::object() {
  Json json;
  json.kind_ = Kind::object;
  return json;
}

bool Json::as_bool() const {
  CATENARY_CHECK(kind_ == Kind::boolean, "not a JSON boolean");
  return bool_;
}

const std::string& Json::text() const {
  CATENARY_CHECK(kind_ == Kind::number || kind_ == Kind::string,
                 "neither a JSON number nor a string");
  return text_;
}

const std::vector<Json>& Json::items() const {
  CATENARY_CHECK(kind_ == Kind::array, "not a JSON array");
  return items_;
}

const std::vector<Json::Member>& Json::members() const {
  CATENARY_CHECK(kind_ == Kind::object, "not a JSON object");
  return members_;
}

const Json* Json::find(std::string_view key) const {
  for (const auto& [name, value] : members()) {
    if (name == key) return &value;
  }
  return nullptr;
}

Json& Json::push(Json element) {
  CATENARY_CHECK(kind_ == Kind::array, "not a JSON array");
  return items_.emplace_back(std::move(element));
}

Json& Json::set(std::string key, Json value) {
  CATENARY_CHECK(kind_ == Kind::object, "not a JSON object");
  return members_.emplace_back(std::move(key), std::move(value)).second;
}

bool Json::operator==(const Json& other) const {
  // Positions are not compared: the same document may be laid out in another
  // way.
  return kind_ == other.kind_ && bool_ == other.bool_ && text_ == other.text_ &&
         items_ == other.items_ && members_ == other.members_;
}

std::string Json::compact() const {
  std::string out;
  print_line(*this, false, std::string::npos, out);
  return out;
}

std::string Json::pretty() const {
  std::string out;
  print_pretty(*this, 0, out);
  out += '\n';
  return out;
}

}  // namespace catenary::base
