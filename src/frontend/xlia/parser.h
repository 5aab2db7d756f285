// SPDX-License-Identifier: Apache-2.0
/// \file
/// A recursive-descent parser for the tokens of an XLIA model, with precedence
/// climbing for expressions.
///
/// Error recovery in panic mode: after an error reading goes on behind the next
/// ';' or before the next '}', so that one run reports several errors. The
/// depth of nesting is bounded, which bounds the recursion.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"
#include "frontend/xlia/lexer.h"
#include "frontend/xlia/syntax.h"

namespace catenary::frontend::xlia {

/// Parses one model; use it once.
class Parser {
 public:
  /// The tokens, the text that they view, and the problems must outlive the
  /// parser, and the text also the syntax.
  Parser(const std::vector<Token>& tokens, Problems& problems)
      : tokens_(tokens), problems_(problems) {}

  /// The syntax of the model. After errors, which are reported, it is
  /// incomplete and must not be lowered. Does not throw.
  [[nodiscard]] ModelSyntax parse();

  /// The greatest depth of nested blocks, conditions and parentheses.
  static constexpr int kDeepest = 200;

 private:
  /// Thrown where a construct cannot be continued, after its error has been
  /// reported. Caught where a list of constructs is read.
  struct Fault {};
  /// Counts one level of nesting while it lives.
  class Nested;

  // Tokens (parse_tokens.cpp). Past the end there is the end token.
  /// The token `ahead` tokens after the next one, which is not passed.
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  /// The next token, which is passed; the end token is not passed.
  const Token& take();
  /// Passes the token if it is that word or sign.
  bool accept(std::string_view what);
  /// The same; otherwise throws. `after` continues the message.
  void expect(std::string_view what, const char* after);
  /// Reports a syntax error at the token, and throws.
  [[noreturn]] void fail(const Token& at, std::string message);
  /// Reports "expected …, found …", or that the construct is outside of the
  /// subset, and throws.
  [[noreturn]] void unexpected(const std::string& expected);
  /// Reports that `what` is outside of the subset, and throws.
  [[noreturn]] void refuse(const Token& at, std::string what);
  /// Passes the rest of a faulty construct.
  void recover();
  /// Passes tokens up to the '}' that ends the block around, or, where
  /// `stop_at_sections` is true, to a section of the subset.
  void skip_to_end(bool stop_at_sections);
  /// Reads an identifier that is not a keyword; throws after an error.
  std::string identifier(const char* of_what);
  /// Reads a name without qualification, then one that may have some.
  Name simple_name(const char* of_what);
  Name qualified_name(const char* of_what);

  // Declarations (parser.cpp). A function reads the construct of its name and
  // appends it to the model; it throws Fault where it cannot go on.
  void header();
  void machine(ModelSyntax& model);
  /// Reads one section of the machine, which begins with "@NAME:".
  void section(ModelSyntax& model);
  /// Reads declarations up to a section or the end of the machine.
  void declarations(ModelSyntax& model);
  void declaration(ModelSyntax& model);
  void port(ModelSyntax& model);
  void constant(ModelSyntax& model);
  void variable(ModelSyntax& model);
  /// Reads a type; Booleans are an error where `numeric_only` is true.
  [[nodiscard]] model::DataType type(bool numeric_only);
  /// Refuses "[…]" behind a name.
  void no_dimensions();

  // States and connections (parse_states.cpp).
  /// Reads states up to a section or the end of the machine.
  void region(ModelSyntax& model);
  /// Reads a state; where its end is missing, what was read of it is returned.
  [[nodiscard]] StateSyntax state();
  /// Reads the kind behind "state<".
  void state_kind(StateSyntax& state);
  /// Reads an `@init` block or a transition.
  void state_item(StateSyntax& state);
  /// Reads the connections of "@com:".
  void communications(ModelSyntax& model);
  void connect(ModelSyntax& model);

  // Statements (parse_statements.cpp) and expressions (parse_expressions.cpp).
  /// Reads "{ … }" with an optional operator such as "|,|".
  [[nodiscard]] Block block();
  /// Reads one statement with its ';'.
  [[nodiscard]] Statement statement();
  [[nodiscard]] Statement conditional();
  [[nodiscard]] Statement communication(Statement::Kind kind);
  /// Reads an expression; a "=" behind it is an error.
  [[nodiscard]] Expression expression();
  /// Reads operators of that level of precedence and of stronger ones.
  [[nodiscard]] Expression infix(int level);
  [[nodiscard]] Expression prefix();
  [[nodiscard]] Expression primary();
  /// The text of the tokens [first, last) in one line.
  [[nodiscard]] std::string source(std::size_t first, std::size_t last) const;

  /// Not empty: the last one is the end token.
  const std::vector<Token>& tokens_;
  Problems& problems_;
  /// The index of the next token.
  std::size_t at_ = 0;
  /// The present depth of nesting.
  int depth_ = 0;
};

/// Throws Fault, after a report, where nesting gets too deep.
class Parser::Nested {
 public:
  explicit Nested(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > kDeepest) {
      --parser_.depth_;
      parser_.problems_.error(
          parser_.peek().where,
          "this is nested more than " + std::to_string(kDeepest) + " deep",
          "xlia-depth");
      throw Fault{};
    }
  }
  ~Nested() { --parser_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  Parser& parser_;
};

}  // namespace catenary::frontend::xlia
