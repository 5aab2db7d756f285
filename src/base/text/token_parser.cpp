// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tokens one after the other; see token_parser.h.
#include "base/text/token_parser.h"

#include <algorithm>
#include <utility>

namespace catenary::base {

/// The end token is last, so that the index is bounded by it.
const Token& TokenParser::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const Token& TokenParser::take() {
  const Token& token = peek();
  if (token.kind != Token::Kind::end) ++at_;
  return token;
}

bool TokenParser::accept(std::string_view what) {
  if (!peek().is(what)) return false;
  ++at_;
  return true;
}

void TokenParser::expect(std::string_view what, const char* after) {
  if (!accept(what)) unexpected("'" + std::string(what) + "' " + after);
}

void TokenParser::fail(const Token& at, std::string message, const char* code) {
  problems_.error(at.where, std::move(message), problems_.code(code).c_str());
  throw Fault{};
}

void TokenParser::unexpected(const std::string& expected,
                             const std::string& hint) {
  explain(peek());
  fail(peek(), "expected " + expected + ", found " + shown(peek()) + hint);
}

// The depth counts only levels whose destructor runs.
TokenParser::Nested::Nested(TokenParser& parser) : parser_(parser) {
  if (parser_.depth_ == kDeepest) {
    parser_.fail(
        parser_.peek(),
        "this is nested more than " + std::to_string(kDeepest) + " deep",
        "depth");
  }
  ++parser_.depth_;
}

}  // namespace catenary::base
