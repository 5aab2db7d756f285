// SPDX-License-Identifier: Apache-2.0
/// \file
/// A recursive-descent parser over the tokens of a .req file (grammar:
/// docs/req.md).
///
/// Error recovery in panic mode: after an error reading continues at the next
/// word that begins an item, a requirement or a contract, so that one run
/// reports all errors. Nesting deeper than kDeepest is an error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "frontend/contract/parse/lexer.h"
#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract {

/// Whether a word is a keyword and cannot be a name.
[[nodiscard]] bool is_reserved(std::string_view word);

/// Parses one file; use parse() once.
class Parser {
 public:
  /// The tokens, and the text they view, must outlive the parser.
  Parser(const Tokens& tokens, Problems& problems)
      : tokens_(tokens.all), comments_(tokens.comments), problems_(problems) {}

  /// The file as far as it could be read; errors are in the problems.
  [[nodiscard]] FileSyntax parse();

  /// A declaration could not be read: uses of its names would be reported as
  /// unknown for no fault of theirs.
  [[nodiscard]] bool lost_names() const { return lost_names_; }

  /// Levels of nesting; the recursion stays within the stack.
  static constexpr int kDeepest = 200;

 private:
  /// Thrown where a construct cannot be read further, after its error was
  /// reported.
  struct Fault {};
  // Counts the depth while it lives.
  class Nested;

  // Tokens and comments (parse_tokens.cpp).
  /// The next token, or a later one; the last one at the end of the file.
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  /// Consumes the next token; the end is never consumed.
  const Token& take();
  /// Consumes the next token if it is `what`.
  bool accept(std::string_view what);
  /// The same, and an error if it is not.
  void expect(std::string_view what, const char* after);
  /// Reports an error at a token and throws Fault.
  [[noreturn]] void fail(const Token& at,
                         const std::string& message,
                         const char* code = "req-syntax");
  /// Reports "expected …, found …" at the next token and throws Fault.
  [[noreturn]] void unexpected(const std::string& expected,
                               const std::string& hint = "");
  /// Whether a contract begins here.
  [[nodiscard]] bool at_contract() const;
  /// Skips to a place where reading can continue.
  void recover();
  /// Reports an error about a misplaced requirement or contract, and skips it
  /// with its parts.
  void misplaced(const char* message);
  /// A name that is not reserved.
  [[nodiscard]] Name identifier(const char* of_what);
  /// An id, which may contain '-' and '.'.
  [[nodiscard]] Name id(const char* of_what);
  /// A string, if one follows.
  [[nodiscard]] Doc doc();
  /// The comments above the next construct, and whether a blank line precedes
  /// it.
  [[nodiscard]] Trivia begin();
  /// Adds the comments within and behind the construct that ends here.
  void finish(Trivia& trivia);
  /// Moves comments up to index `end` above the construct.
  void more_above(Trivia& trivia, std::size_t end);

  // Items (parse_items.cpp). Each reads what follows its keyword.
  /// The head of the file: its name and text.
  void head(FileSyntax& file);
  /// One item, with its comments; entered in FileSyntax::items.
  void item(FileSyntax& file);
  /// "const NAME = VALUE".
  void constant(FileSyntax& file);
  /// "enum NAME = VALUE, …".
  void enumeration(FileSyntax& file);
  // Adds to the file what it has read.
  void variables(FileSyntax& file, model::Role role);
  /// A type with its range, if it has one.
  [[nodiscard]] TypeSyntax type();
  /// A promise or definition: "NAME "TEXT": VALUE".
  void named(std::vector<NamedSyntax>& out, const char* of_what);
  /// "purpose NAME …: CONDITION".
  void purpose(FileSyntax& file);
  /// "cover CRITERION for VIEW".
  void cover(FileSyntax& file);

  // Views (parse_views.cpp).
  /// The requirements of a view, up to the next item.
  void requirements(ViewSyntax& view);
  /// A requirement with its contracts.
  [[nodiscard]] RequirementSyntax requirement();
  /// A contract of any form, with its comments.
  [[nodiscard]] ContractSyntax contract();
  /// "when … then …".
  void condition(ContractSyntax& contract);
  /// A frame: the variables that keep their values.
  void frame(ContractSyntax& contract);
  /// The part after 'then': within, for, until, or a guarantee.
  void consequence(ContractSyntax& contract);

  // Expressions (parse_expressions.cpp).
  /// An expression of any precedence.
  [[nodiscard]] Expression expression();
  /// An expression of at least this level of precedence.
  [[nodiscard]] Expression infix(int level);
  /// A sum: for ranges and numbers of steps, which end before comparisons.
  [[nodiscard]] Expression sum();
  /// A prefix operator with its operand, or a primary expression.
  [[nodiscard]] Expression negation();
  /// A literal, name, call, or expression in parentheses.
  [[nodiscard]] Expression primary();
  /// "if … then … else …".
  [[nodiscard]] Expression conditional();
  /// A function with its arguments.
  [[nodiscard]] Expression call();

  // References to parts of Tokens, which the caller owns.
  const std::vector<Token>& tokens_;
  const std::vector<Comment>& comments_;
  Problems& problems_;
  /// The index of the next token.
  std::size_t at_ = 0;
  /// The first comment that belongs to no construct yet.
  std::size_t comment_ = 0;
  /// The present depth of nesting.
  int depth_ = 0;
  /// See lost_names().
  bool lost_names_ = false;
};

/// Reports an error where the text is nested too deeply.
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
