// SPDX-License-Identifier: Apache-2.0
/// \file
/// What Clang says about the syntax of a file: the nodes of functions, with
/// the places of their text.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/budget.h"
#include "program/build/recipe.h"

namespace catenary::program {

/// A part of a source text, in bytes.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// Its first or last token comes out of a macro; then that end is the one of
  /// the macro's name, whose arguments may follow.
  bool begin_in_macro = false;
  bool end_in_macro = false;
  [[nodiscard]] bool in_macro() const { return begin_in_macro || end_in_macro; }
};

struct SyntaxNode {
  /// Clang's, e.g. "BinaryOperator".
  std::string kind;
  /// Operator, value of a literal, or name.
  std::string text;
  /// Of an expression, as it is written.
  std::string type;
  /// Id of the declaration that is named.
  std::string refers_to;
  /// Of unary operators.
  bool postfix = false;
  TextRange range;
  std::vector<SyntaxNode> inner;
};

/// Declarations of the same kind in the same place: the enumerators of an
/// enumeration, the fields of a structure, the variables of a file.
struct Sibling {
  std::string id, name, type;
};
using Siblings = std::vector<Sibling>;

struct SyntaxTree {
  /// Defined in the file itself.
  std::vector<SyntaxNode> functions;
  std::vector<Siblings> groups;
  /// By id of a declaration.
  std::map<std::string, std::size_t> group_of;
};

/// The syntax of one file of a recipe, as its flags make it. Throws ToolError.
[[nodiscard]] SyntaxTree read_syntax(const Recipe& recipe,
                                     const std::string& path,
                                     const base::Budget& budget);

}  // namespace catenary::program
