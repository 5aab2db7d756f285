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

#include "base/text/token_parser.h"
#include "frontend/xlia/syntax.h"

namespace catenary::frontend::xlia {

using base::Problems;
using base::Token;

/// The tokens of a model; see base::tokens_of().
[[nodiscard]] base::Tokens tokens_of(std::string_view text, Problems& problems);

/// Parses one model; use it once.
class Parser : base::TokenParser {
 public:
  /// The tokens, the text that they view, and the problems must outlive the
  /// parser, and the text also the syntax.
  Parser(const base::Tokens& tokens, Problems& problems)
      : TokenParser(tokens.all, problems) {}

  /// The syntax of the model. After errors, which are reported, it is
  /// incomplete and must not be lowered. Does not throw.
  [[nodiscard]] ModelSyntax parse();

 private:
  // Tokens (parse_tokens.cpp).
  /// Tokens that begin a known construct outside of the subset get a message
  /// about that construct.
  void explain(const Token& found) override;
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
};

}  // namespace catenary::frontend::xlia
