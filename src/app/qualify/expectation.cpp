// SPDX-License-Identifier: Apache-2.0
#include "app/qualify/expectation.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>
#include <vector>

#include "base/error.h"
#include "base/text/json.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using base::Json;
using report::QualificationCheck;

/// The longest excerpt of an output in a report.
constexpr std::size_t kMostShown = 300;

[[noreturn]] void fail(const std::string& sentence) {
  throw base::InputError({}, "no such expectation: " + sentence, "kit");
}

/// Removes the first word of a text and returns it. Blanks within brackets do
/// not end a word.
std::string take_word(std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return text = "";
  std::size_t end = begin;
  for (int depth = 0; end < text.size(); ++end) {
    if (text[end] == '[') ++depth;
    if (text[end] == ']') --depth;
    if (text[end] == ' ' && depth == 0) break;
  }
  std::string out = text.substr(begin, end - begin);
  text.erase(0, std::min(end + 1, text.size()));
  return out;
}

/// Replaces each "$NAME" by the fact of that name.
std::string resolve(const std::string& text, const Observation& seen) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t end = i + 1;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
            text[end] == '_')) {
      ++end;
    }
    if (text[i] != '$' || end == i + 1) {
      out += text[i];
      continue;
    }
    const std::string name = text.substr(i + 1, end - i - 1);
    const auto fact = seen.facts.find(name);
    out += fact == seen.facts.end() ? "(no fact " + name + ")" : fact->second;
    i = end - 1;
  }
  return out;
}

std::optional<std::string> content(const std::string& file,
                                   const Observation& seen) {
  if (file == "stdout") return seen.out;
  try {
    return base::read_file((fs::path(seen.folder) / file).string());
  } catch (const base::InputError&) {
    return std::nullopt;
  }
}

std::string excerpt(const std::string& text) {
  if (text.size() <= kMostShown) return text;
  return "..." + text.substr(text.size() - kMostShown);
}

/// The parts of a path at its dots, of which there are none within brackets.
std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : path) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == '.' && depth == 0) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

std::string text_of(const Json& value) {
  return value.is(Json::Kind::string) || value.is(Json::Kind::number)
             ? value.text()
             : value.compact();
}

/// The element of an array by "KEY=VALUE" or by its number.
const Json* element(const Json& array, const std::string& selector) {
  if (!array.is(Json::Kind::array)) return nullptr;
  const std::size_t equal = selector.find('=');
  if (equal == std::string::npos) {
    std::size_t at = array.items().size();
    std::from_chars(selector.data(), selector.data() + selector.size(), at);
    return at < array.items().size() ? &array.items()[at] : nullptr;
  }
  for (const Json& item : array.items()) {
    if (!item.is(Json::Kind::object)) continue;
    const Json* key = item.find(selector.substr(0, equal));
    if (key != nullptr && text_of(*key) == selector.substr(equal + 1)) {
      return &item;
    }
  }
  return nullptr;
}

/// The text of the value at a path; nothing where there is none.
std::optional<std::string> look_up(const Json& document,
                                   const std::string& path) {
  const Json* at = &document;
  for (const std::string& part : parts_of(path)) {
    if (part == "#") {
      if (!at->is(Json::Kind::array)) return std::nullopt;
      return std::to_string(at->items().size());
    }
    const std::size_t bracket = part.find('[');
    const std::string name = part.substr(0, bracket);
    if (!name.empty()) {
      at = at->is(Json::Kind::object) ? at->find(name) : nullptr;
    }
    if (at != nullptr && bracket != std::string::npos) {
      at = element(*at, part.substr(bracket + 1, part.size() - bracket - 2));
    }
    if (at == nullptr) return std::nullopt;
  }
  return text_of(*at);
}

bool compare(const std::string& a,
             const std::string& op,
             const std::string& b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  double x = 0;
  double y = 0;
  const auto first = std::from_chars(a.data(), a.data() + a.size(), x);
  const auto second = std::from_chars(b.data(), b.data() + b.size(), y);
  if (first.ec != std::errc() || second.ec != std::errc()) return false;
  return op == "<=" ? x <= y : x >= y;
}

void check_json(std::string rest,
                const Observation& seen,
                QualificationCheck& out) {
  const std::string file = take_word(rest);
  const std::string path = resolve(take_word(rest), seen);
  const std::string op = take_word(rest);
  const std::string value = resolve(rest, seen);
  if (op != "==" && op != "!=" && op != "<=" && op != ">=") {
    fail(out.expected);
  }
  out.expected = file + ": " + path + " " + op + " " + value;
  const std::optional<std::string> text = content(file, seen);
  if (!text) {
    out.observed = "there is no file " + file;
    return;
  }
  try {
    const auto found = look_up(base::parse_json(*text, file), path);
    out.observed = found ? excerpt(*found) : "there is no such value";
    out.as_expected = found && compare(*found, op, value);
  } catch (const base::InputError& e) {
    out.observed = std::string("not a JSON document: ") + e.what();
  }
}

void check_text(const std::string& verb,
                const std::string& wanted,
                const std::string& text,
                QualificationCheck& out) {
  if (verb == "has") {
    out.as_expected = text.find(wanted) != std::string::npos;
  } else if (verb == "lacks") {
    out.as_expected = text.find(wanted) == std::string::npos;
  } else if (verb == "matches") {
    out.as_expected = std::regex_search(text, std::regex(wanted));
  } else {
    fail(out.expected);
  }
  out.observed = out.as_expected ? "as expected" : "found: " + excerpt(text);
}

void check_files(const std::string& verb,
                 std::string rest,
                 const Observation& seen,
                 QualificationCheck& out) {
  if (verb == "same" || verb == "differ") {
    const auto a = content(take_word(rest), seen);
    const auto b = content(take_word(rest), seen);
    const bool same = a && b && *a == *b;
    out.as_expected = a && b && same == (verb == "same");
    out.observed = !a || !b ? "a file is missing" : same ? "same" : "different";
    return;
  }
  out.as_expected = true;
  while (!rest.empty()) {
    const std::string file = take_word(rest);
    const bool there = fs::exists(fs::path(seen.folder) / file);
    if (there == (verb == "exists")) continue;
    out.as_expected = false;
    out.observed = file + (there ? " is there" : " is missing");
  }
  if (out.as_expected) out.observed = "as expected";
}

}  // namespace

QualificationCheck check_expectation(const std::string& sentence,
                                     const Observation& seen) {
  QualificationCheck out;
  out.expected = sentence;
  std::string rest = sentence;
  const std::string first = take_word(rest);
  if (first == "json") {
    check_json(rest, seen, out);
  } else if (first == "stdout" || first == "stderr") {
    const std::string verb = take_word(rest);
    check_text(verb,
               resolve(rest, seen),
               first == "stdout" ? seen.out : seen.err,
               out);
  } else if (first == "file") {
    const std::string file = take_word(rest);
    const std::string verb = take_word(rest);
    if (const auto text = content(file, seen)) {
      check_text(verb, resolve(rest, seen), *text, out);
    } else {
      out.observed = "there is no file " + file;
    }
  } else if (first == "same" || first == "differ" || first == "exists" ||
             first == "missing") {
    check_files(first, rest, seen, out);
  } else {
    fail(sentence);
  }
  return out;
}

}  // namespace catenary::app
