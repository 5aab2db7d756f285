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
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/token_parser.h"
#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract {

using base::Comment;
using base::Problems;
using base::Token;

/// The tokens of a file; see base::tokens_of(). Signs of other languages
/// (`&&`, `==`) are known, so that a message can name the sign that is meant.
[[nodiscard]] base::Tokens tokens_of(std::string_view text, Problems& problems);

/// Whether a word is a keyword and cannot be a name.
[[nodiscard]] bool is_reserved(std::string_view word);

/// Parses one file; use parse() once.
class Parser : base::TokenParser {
 public:
  /// The tokens, and the text they view, must outlive the parser.
  Parser(const base::Tokens& tokens, Problems& problems)
      : TokenParser(tokens.all, problems), comments_(tokens.comments) {}

  /// The file as far as it could be read; errors are in the problems.
  [[nodiscard]] FileSyntax parse();

  /// A declaration could not be read: uses of its names would be reported as
  /// unknown for no fault of theirs.
  [[nodiscard]] bool lost_names() const { return lost_names_; }

 private:
  // Tokens and comments (parse_tokens.cpp).
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
  /// The items that a keyword begins, except views: enters what it has read in
  /// its list, and returns its kind and the length of the list. Nothing if
  /// `token` is not such a keyword.
  [[nodiscard]] std::optional<std::pair<Item::Kind, std::size_t>>
  item_by_keyword(FileSyntax& file, const Token& token);
  /// "view NAME "TEXT"" and its requirements.
  void view(FileSyntax& file, Item& item);
  /// Reports that no item begins here. Skips a requirement or contract that is
  /// not within a view; throws Fault otherwise.
  void not_an_item(const Token& token);
  /// "const NAME = VALUE".
  void constant(FileSyntax& file);
  /// "enum NAME = VALUE, …".
  void enumeration(FileSyntax& file);
  /// "function NAME(PARAMETER: TYPE, …) = VALUE".
  void function(FileSyntax& file);
  // Adds to the file what it has read.
  void variables(FileSyntax& file, model::Role role);
  /// A type with its range, if it has one; those of parameters have none.
  [[nodiscard]] TypeSyntax type(bool of_parameter = false);
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

  /// Part of the tokens, which the caller owns.
  const std::vector<Comment>& comments_;
  /// The first comment that belongs to no construct yet.
  std::size_t comment_ = 0;
  /// See lost_names().
  bool lost_names_ = false;
};

}  // namespace catenary::frontend::contract
