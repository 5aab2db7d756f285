// SPDX-License-Identifier: Apache-2.0
/// \file
/// The scanner. Two syntaxes meet here: the words of the text form, and C++, of
/// which it knows literals, comments and brackets only, as much as is needed to
/// find its end.
#include "frontend/umlrt/text/sm_scanner.h"

#include <algorithm>

#include <utility>
#include <vector>
#include "base/text/utf8.h"

namespace catenary::frontend::umlrt {

namespace {

using base::begins_word;
using base::in_word;
using base::is_blank;

/// The offset behind the literal or comment of C++ that begins at `at`; `at`
/// where none begins there, npos where it has no end.
std::size_t behind_literal(std::string_view text, std::size_t at) {
  const auto sees = [&](std::string_view sign) {
    return text.substr(at, sign.size()) == sign;
  };
  const auto past = [&](std::string_view sign, std::size_t from) {
    const std::size_t found = text.find(sign, from);
    return found == std::string_view::npos ? found : found + sign.size();
  };
  // The end of the line is not part of a line comment.
  if (sees("//")) return std::min(text.find('\n', at), text.size());
  if (sees("/*")) return past("*/", at + 2);
  // A raw string ends with its delimiter; quotes and backslashes within it are
  // plain characters.
  if (sees("R\"") && (at == 0 || !in_word(text[at - 1]))) {
    const std::size_t open = text.find('(', at);
    if (open == std::string_view::npos) return open;
    const std::string_view delimiter = text.substr(at + 2, open - at - 2);
    return past(")" + std::string(delimiter) + "\"", open);
  }
  const char quote = text[at];
  // 1'000 has a digit separator and not a character literal.
  const bool separator = quote == '\'' && at > 0 && in_word(text[at - 1]);
  if ((quote != '"' && quote != '\'') || separator) return at;
  // A backslash escapes the next character; a literal does not contain the end
  // of a line.
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  // C++ does not have such a literal. Only the quote is passed, since the text
  // behind it may be well formed.
  return at + 1;
}

}  // namespace

std::optional<std::size_t> end_of_code(std::string_view text,
                                       std::size_t begin) {
  std::size_t depth = 0;
  // `depth` is the number of open braces since `begin`; the "}" at depth 0 ends
  // the block.
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t behind = behind_literal(text, at);
    if (behind == std::string_view::npos) return std::nullopt;
    if (behind != at) {
      at = behind;
      continue;
    }
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && depth-- == 0) return at;
    ++at;
  }
  return std::nullopt;
}

std::vector<CodeWord> words_of_code(std::string_view text) {
  std::vector<CodeWord> out;
  // The name that ends here, "?" for another operand, empty behind other signs;
  // and the one in front of a sign of a member.
  std::string_view last, owner;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t behind = behind_literal(text, at);
    if (behind == std::string_view::npos) break;
    if (behind != at) {
      if (text[at] != '/') last = "?";
      at = behind;
    } else if (begins_word(text[at]) || base::is_digit(text[at])) {
      std::size_t end = at;
      while (end < text.size() && in_word(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      const bool name = begins_word(text[at]);
      if (owner == "this") owner = "";
      if (name) out.push_back({word, at, owner});
      last = name ? word : "?";
      owner = "";
      at = end;
    } else if (is_blank(text[at])) {
      ++at;
    } else {
      const std::string_view two = text.substr(at, 2);
      const bool long_sign = two == "->" || two == "::";
      const bool member = long_sign || text[at] == '.';
      owner = member ? last : "";
      last = text[at] == ')' || text[at] == ']' ? "?" : "";
      at += long_sign ? 2 : 1;
    }
  }
  return out;
}

bool is_piece(std::string_view text, std::string_view ends) {
  // The reader itself decides, on the text with a terminator behind it.
  base::Problems none("", "sm");
  const std::string followed = std::string(text) + ends.front();
  SmScanner scan(followed, none);
  return scan.until(ends) == text && scan.sees(ends.substr(0, 1));
}

bool SmScanner::at_end() {
  while (!Scanner::at_end()) {
    if (is_blank(look())) {
      ++at_;
    } else if (Scanner::sees("//")) {
      skip_line();
    } else if (Scanner::sees("/*")) {
      const base::Place begin = Scanner::place();
      at_ += 2;
      if (skip_past("*/")) continue;
      at_ = text_.size();
      problems_.error(
          begin, "this comment has no end: expected '*/'", "comment-end");
    } else {
      return false;
    }
  }
  return true;
}

base::Place SmScanner::place() {
  (void)at_end();
  return Scanner::place();
}

std::string_view SmScanner::peek_word() {
  if (at_end() || !begins_word(look())) return "";
  return text_.substr(at_, count(in_word));
}

bool SmScanner::sees(std::string_view sign) {
  return !at_end() && Scanner::sees(sign);
}

bool SmScanner::accept(std::string_view sign) {
  if (!sees(sign)) return false;
  at_ += sign.size();
  return true;
}

/// An identifier matches as a whole.
bool SmScanner::accept_word(std::string_view word) {
  if (peek_word() != word) return false;
  at_ += word.size();
  return true;
}

std::string SmScanner::next() {
  if (at_end()) return "the end of the file";
  const std::string_view word = peek_word();
  if (!word.empty()) return "'" + std::string(word) + "'";
  // The whole character, not its first byte.
  const std::size_t length = base::utf8_length(text_.substr(at_));
  return "'" + std::string(text_.substr(at_, length == 0 ? 1 : length)) + "'";
}

bool SmScanner::expect(std::string_view sign, const char* after) {
  if (accept(sign)) return true;
  error("expected '" + std::string(sign) + "' after " + after + ", found " +
            next(),
        "syntax");
  return false;
}

std::optional<std::string> SmScanner::name(const char* what) {
  const std::string_view word = peek_word();
  if (!word.empty()) {
    at_ += word.size();
    return std::string(word);
  }
  if (!sees("\"")) {
    error(std::string("expected the name of ") + what + ", found " + next(),
          "syntax");
    return std::nullopt;
  }
  std::string out;
  // A name is one line.
  for (std::size_t i = at_ + 1; i < text_.size() && text_[i] != '\n'; ++i) {
    if (text_[i] == '"') {
      at_ = i + 1;
      if (!out.empty()) return out;
      error("a name is not empty", "syntax");
      return std::nullopt;
    }
    // A backslash stands for the character behind it.
    if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
    out += text_[i];
  }
  error("this name has no end: expected '\"'", "syntax");
  return std::nullopt;
}

std::string SmScanner::until(std::string_view ends) {
  // Blanks of this line only: what is read does not continue in the next.
  while (look() == ' ' || look() == '\t') ++at_;
  const std::size_t begin = at_;
  int depth = 0;
  while (at_ < text_.size() && text_[at_] != '\n') {
    const char c = text_[at_];
    // A terminator counts at depth 0 only: the "," in "map<int, int>" does not
    // end a type.
    if (depth == 0 && ends.find(c) != std::string_view::npos) break;
    const std::size_t behind = behind_literal(text_, at_);
    // A comment ends the text, as the end of the line does.
    if (Scanner::sees("//") || Scanner::sees("/*")) break;
    if (behind != std::string_view::npos && behind != at_) {
      at_ = behind;
      continue;
    }
    // "<" counts as a bracket, for templates. Closing brackets without an
    // opening one are part of the text unless they are terminators.
    if (c == '(' || c == '[' || c == '<' || c == '{') ++depth;
    if (depth > 0 && (c == ')' || c == ']' || c == '>' || c == '}')) --depth;
    ++at_;
  }
  std::string_view out = text_.substr(begin, at_ - begin);
  while (!out.empty() && is_blank(out.back())) out.remove_suffix(1);
  return std::string(out);
}

model::ActionCode SmScanner::piece(std::size_t begin, std::size_t end) {
  std::vector<base::SourceLocation> lines;
  base::Place place = Scanner::place(begin);
  lines.push_back(problems_.location(place));
  const std::string_view text = text_.substr(begin, end - begin);
  // Each line of the code has its own location; all but the first begin in
  // column 1.
  for (const char c : text) {
    if (c == '\n') lines.push_back(problems_.location({++place.line, 1}));
  }
  return model::action_code(std::string(text), std::move(lines));
}

std::optional<model::ActionCode> SmScanner::fenced() {
  // The run of backquotes may be longer than three, so that code can have
  // shorter ones.
  const std::size_t ticks = count([](char c) { return c == '`'; });
  const std::string_view fence = text_.substr(at_, ticks);
  const std::size_t begin = at_ + ticks;
  const std::size_t end = text_.find(fence, begin);
  if (end == std::string_view::npos) return std::nullopt;
  at_ = end + ticks;
  return piece(begin, end);
}

std::optional<model::ActionCode> SmScanner::code(const char* what) {
  std::optional<model::ActionCode> out;
  if (sees("```")) {
    out = fenced();
    if (!out) error("this code has no end: expected its backquotes", "syntax");
  } else if (sees("{")) {
    // The closing brace is found by scanning C++, not the text form.
    if (const auto end = end_of_code(text_, at_ + 1)) {
      out = piece(at_ + 1, *end);
      at_ = *end + 1;
    } else {
      error("this '{' has no '}'", "syntax");
    }
  } else {
    error(std::string("expected '{' and C++ for ") + what + ", found " + next(),
          "syntax");
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
