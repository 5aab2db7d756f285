// SPDX-License-Identifier: Apache-2.0
#include "lsp/format.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text/characters.h"
#include "lsp/json.h"

namespace catenary::lsp {

using base::Json;

namespace {

/// Lays out a text line by line, while it follows what the characters are.
class Tidy {
 public:
  Tidy(const std::string& text, bool braces, Indent indent)
      : text_(text), braces_(braces), indent_(indent) {}

  std::string run() {
    std::size_t begin = 0;
    while (begin < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line(begin, end);
      begin = end + 1;
    }
    return std::move(out_);
  }

 private:
  void line(std::size_t begin, std::size_t end) {
    const std::string_view whole =
        std::string_view(text_).substr(begin, end - begin);
    const bool keep_begin = !closing_.empty();
    const char before = last_;
    const int open = brackets_;
    const int depth = depth_;
    scan(whole);
    const bool keep_end = !closing_.empty();
    std::string_view line = whole;
    const bool carriage = line.ends_with('\r');
    if (carriage) line.remove_suffix(1);
    if (!keep_end) {
      while (line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
    }
    if (!keep_begin) line = indented(line, before, open, depth);
    out_ += line_;
    out_ += line;
    line_.clear();
    out_ += carriage ? "\r\n" : "\n";
  }

  /// The line without its indentation; the new one is in `line_`.
  std::string_view indented(std::string_view line,
                            char before,
                            int open,
                            int depth) {
    const std::size_t at = line.find_first_not_of(" \t");
    const bool follows = before == '{' || before == '}' || before == ';';
    if (!braces_ || !follows || open > 0 || at == std::string_view::npos) {
      return line;
    }
    const std::string_view rest = line.substr(at);
    // Labels, sections and preprocessor lines have indentations of their own.
    if (rest.ends_with(':') || rest.starts_with('#') ||
        (rest.starts_with('@') && !rest.starts_with("@init"))) {
      return line;
    }
    if (rest.starts_with('}')) --depth;
    // Nobody nests deeper; the answer must not grow with the square of the
    // text.
    constexpr int kMostLevels = 64;
    const auto levels =
        static_cast<std::size_t>(std::clamp(depth, 0, kMostLevels));
    line_ = indent_.tabs ? std::string(levels, '\t')
                         : std::string(levels * indent_.width, ' ');
    return rest;
  }

  /// Follows the characters of a line.
  void scan(std::string_view line) {
    for (std::size_t i = 0; i < line.size();) {
      const std::string_view rest = line.substr(i);
      if (!closing_.empty()) {
        const std::size_t found = rest.find(closing_);
        if (found == std::string_view::npos) return;
        i += found + closing_.size();
        closing_.clear();
        continue;
      }
      i += braces_ ? code(rest) : toml(rest);
    }
  }

  /// Passes what begins in a description or in requirements: a string of
  /// several lines, or one character.
  std::size_t toml(std::string_view rest) {
    for (const std::string_view quote : {"\"\"\"", "'''"}) {
      if (!rest.starts_with(quote)) continue;
      closing_ = quote;
      return quote.size();
    }
    if (rest.front() == '"' || rest.front() == '\'') return literal(rest);
    if (rest.front() == '#') return rest.size();
    return 1;
  }

  std::size_t code(std::string_view rest) {
    if (rest.starts_with("//")) return rest.size();
    if (rest.starts_with("/*")) return open("*/", 2);
    if (rest.starts_with("```")) {
      const std::size_t ticks =
          std::min(rest.find_first_not_of('`'), rest.size());
      return open(std::string(ticks, '`'), ticks);
    }
    if (rest.starts_with("R\"")) {
      const std::size_t round = rest.find('(');
      if (round != std::string_view::npos) {
        return open(")" + std::string(rest.substr(2, round - 2)) + "\"",
                    round + 1);
      }
    }
    const char c = rest.front();
    if (c == '{') ++depth_;
    if (c == '}') --depth_;
    if (c == '(' || c == '[') ++brackets_;
    if ((c == ')' || c == ']') && brackets_ > 0) --brackets_;
    if (!base::is_blank(c)) last_ = c;
    return c == '"' ? literal(rest) : 1;
  }

  std::size_t open(std::string closing, std::size_t length) {
    closing_ = std::move(closing);
    return length;
  }

  /// The length of a string in one line.
  static std::size_t literal(std::string_view rest) {
    for (std::size_t i = 1; i < rest.size(); ++i) {
      if (rest[i] == '\\' && rest.front() == '"') {
        ++i;
      } else if (rest[i] == rest.front()) {
        return i + 1;
      }
    }
    return 1;
  }

  const std::string& text_;
  bool braces_;
  Indent indent_;
  std::string out_, line_;
  /// What ends the string or comment that is open; empty = none is.
  std::string closing_;
  int depth_ = 0, brackets_ = 0;
  /// The last character that is no blank or comment.
  char last_ = '\0';
};

std::string without_blanks(const std::string& text) {
  std::string out;
  std::ranges::copy_if(
      text, std::back_inserter(out), [](char c) { return !base::is_blank(c); });
  return out;
}

/// Whether the readers see the same in both.
bool is_same(const Document& d, const std::string& text) {
  if (without_blanks(text) != without_blanks(d.text().all())) return false;
  const base::Inspection after = d.language()->inspect(text, d.path());
  const base::Inspection& before = d.inspection();
  return after.diagnostics.size() == before.diagnostics.size() &&
         after.symbols.occurrences().size() ==
             before.symbols.occurrences().size();
}

}  // namespace

std::string tidied(const std::string& text, bool braces, Indent indent) {
  return Tidy(text, braces, indent).run();
}

Json format(const Document& d, Indent indent) {
  Json out = Json::array();
  if (d.language() == nullptr) return out;
  const std::string& old = d.text().all();
  std::optional<std::string> text = d.language()->canonical(old, d.path());
  if (!text) {
    text = tidied(old, d.language()->has_braces(), indent);
    if (!is_same(d, *text)) return out;
  }
  if (*text == old) return out;
  // Lines that stay at both ends are not part of the edit.
  std::size_t begin = 0, end = 0;
  const std::size_t least = std::min(text->size(), old.size());
  while (begin < least && (*text)[begin] == old[begin]) ++begin;
  while (begin > 0 && old[begin - 1] != '\n') --begin;
  while (end < least - begin &&
         (*text)[text->size() - 1 - end] == old[old.size() - 1 - end]) {
    ++end;
  }
  while (end > 0 && old[old.size() - end - 1] != '\n') --end;
  out.push(text_edit(
      {d.text().position_of(begin), d.text().position_of(old.size() - end)},
      text->substr(begin, text->size() - end - begin)));
  return out;
}

}  // namespace catenary::lsp
