// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive descent over the tokens of a .req file.
///
/// After an error reading goes on at the next word that begins an item, a
/// requirement or a contract, so that one run tells all errors. Nesting deeper
/// than kDeepest is an error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "frontend/contract/parse/lexer.h"
#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract {

/// Whether a word has a meaning of its own and is no name.
[[nodiscard]] bool is_reserved(std::string_view word);

class Parser {
 public:
  /// The tokens (and the text they view) must outlive the parser.
  Parser(const Tokens& tokens, Problems& problems)
      : tokens_(tokens.all), comments_(tokens.comments), problems_(problems) {}

  [[nodiscard]] FileSyntax parse();

  /// A declaration could not be read: names of it would be unknown for no
  /// fault of theirs.
  [[nodiscard]] bool lost_names() const { return lost_names_; }

  static constexpr int kDeepest = 200;

 private:
  /// Thrown where a construct cannot be read on, after its error was reported.
  struct Fault {};
  /// Counts the depth while it lives.
  class Nested;

  // Tokens and comments (parse_tokens.cpp).
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  const Token& take();
  bool accept(std::string_view what);
  void expect(std::string_view what, const char* after);
  [[noreturn]] void fail(const Token& at,
                         const std::string& message,
                         const char* code = "req-syntax");
  /// "expected …, found …".
  [[noreturn]] void unexpected(const std::string& expected,
                               const std::string& hint = "");
  [[nodiscard]] bool at_contract() const;
  void recover();
  /// An error about what stands here, which is skipped with its parts.
  void misplaced(const char* message);
  [[nodiscard]] Name identifier(const char* of_what);
  [[nodiscard]] Name id(const char* of_what);
  [[nodiscard]] Doc doc();
  [[nodiscard]] Trivia begin();
  void finish(Trivia& trivia);
  void more_above(Trivia& trivia, std::size_t end);

  // Items (parse_items.cpp).
  void head(FileSyntax& file);
  void item(FileSyntax& file);
  void constant(FileSyntax& file);
  void enumeration(FileSyntax& file);
  void variables(FileSyntax& file, model::Role role);
  [[nodiscard]] TypeSyntax type();
  void named(std::vector<NamedSyntax>& out, const char* of_what);
  void purpose(FileSyntax& file);
  void cover(FileSyntax& file);

  // Views (parse_views.cpp).
  void requirements(ViewSyntax& view);
  [[nodiscard]] RequirementSyntax requirement();
  [[nodiscard]] ContractSyntax contract();
  void condition(ContractSyntax& contract);
  void frame(ContractSyntax& contract);
  void consequence(ContractSyntax& contract);

  // Expressions (parse_expressions.cpp).
  [[nodiscard]] Expression expression();
  [[nodiscard]] Expression infix(int level);
  [[nodiscard]] Expression sum();
  [[nodiscard]] Expression negation();
  [[nodiscard]] Expression primary();
  [[nodiscard]] Expression conditional();
  [[nodiscard]] Expression call();

  const std::vector<Token>& tokens_;
  const std::vector<Comment>& comments_;
  Problems& problems_;
  std::size_t at_ = 0;
  /// The first that stands nowhere yet.
  std::size_t comment_ = 0;
  int depth_ = 0;
  bool lost_names_ = false;
};

class Parser::Nested {
 public:
  explicit Nested(Parser& parser) : parser_(parser) {
    if (parser_.depth_ >= kDeepest) {
      parser_.fail(
          parser_.peek(),
          "this is nested more than " + std::to_string(kDeepest) + " deep",
          "req-depth");
    }
    ++parser_.depth_;
  }
  ~Nested() { --parser_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  Parser& parser_;
};

}  // namespace catenary::frontend::contract
