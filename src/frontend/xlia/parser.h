// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive descent over the tokens of an XLIA model.
///
/// After an error reading goes on behind the next ';' or before the next '}',
/// so that one run tells all errors. Nesting deeper than kDeepest is an error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"
#include "frontend/xlia/lexer.h"
#include "frontend/xlia/syntax.h"

namespace catenary::frontend::xlia {

class Parser {
 public:
  /// The tokens (and the text they view) must outlive what is parsed.
  Parser(const std::vector<Token>& tokens, Problems& problems)
      : tokens_(tokens), problems_(problems) {}

  [[nodiscard]] ModelSyntax parse();

  static constexpr int kDeepest = 200;

 private:
  /// Thrown where a construct cannot be read on, after its error was reported.
  struct Fault {};
  /// Counts the depth while it lives.
  class Nested;

  // Tokens (parse_tokens.cpp).
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  const Token& take();
  bool accept(std::string_view what);
  void expect(std::string_view what, const char* after);
  [[noreturn]] void fail(const Token& at, std::string message);
  /// "expected …, found …", or that the construct is outside of the subset.
  [[noreturn]] void unexpected(const std::string& expected);
  [[noreturn]] void refuse(const Token& at, std::string what);
  void recover();
  /// Goes to the '}' that ends what is around, or to a section of the subset.
  void skip_to_end(bool stop_at_sections);
  std::string identifier(const char* of_what);
  Name simple_name(const char* of_what);
  Name qualified_name(const char* of_what);

  // Declarations (parser.cpp).
  void header();
  void machine(ModelSyntax& model);
  void section(ModelSyntax& model);
  void declarations(ModelSyntax& model);
  void declaration(ModelSyntax& model);
  void port(ModelSyntax& model);
  void constant(ModelSyntax& model);
  void variable(ModelSyntax& model);
  [[nodiscard]] model::DataType type(bool numeric_only);
  void no_dimensions();

  // States (parse_states.cpp).
  void region(ModelSyntax& model);
  [[nodiscard]] StateSyntax state();
  void state_kind(StateSyntax& state);
  void state_item(StateSyntax& state);
  void communications(ModelSyntax& model);
  void connect(ModelSyntax& model);

  // Statements and expressions (parse_statements.cpp, parse_expressions.cpp).
  [[nodiscard]] Block block();
  [[nodiscard]] Statement statement();
  [[nodiscard]] Statement conditional();
  [[nodiscard]] Statement communication(Statement::Kind kind);
  [[nodiscard]] Expression expression();
  [[nodiscard]] Expression infix(int level);
  [[nodiscard]] Expression prefix();
  [[nodiscard]] Expression primary();
  [[nodiscard]] std::string source(std::size_t first, std::size_t last) const;

  const std::vector<Token>& tokens_;
  Problems& problems_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

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
