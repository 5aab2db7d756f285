// SPDX-License-Identifier: Apache-2.0
/// \file
/// Clang's syntax tree of the functions of a file, with the places of their
/// text; for changes of the text (mutants).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/budget.h"
#include "program/build/recipe.h"

namespace catenary::program {

/// A part of a source text, in bytes from its start; `end` is exclusive.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The first or last token comes out of a macro; then that end is the end of
  /// the macro's name, whose arguments may follow.
  bool begin_in_macro = false;
  bool end_in_macro = false;
  [[nodiscard]] bool in_macro() const { return begin_in_macro || end_in_macro; }
};

/// A node, and its children in Clang's order; an absent child (for example the
/// condition of `for (;;)`) is a node of empty kind.
struct SyntaxNode {
  /// Clang's class name, e.g. "BinaryOperator"; "EnumeratorRef" for a use of an
  /// enumerator.
  std::string kind;
  /// Operator, value of a literal, or name; empty for others.
  std::string text;
  /// Of an expression, as it is written, e.g. "real_T".
  std::string type;
  /// Id of the declaration that it names; empty for others.
  std::string refers_to;
  /// Of unary operators: the operator follows its operand.
  bool postfix = false;
  TextRange range;
  std::vector<SyntaxNode> inner;
};

/// A declaration; `id` is Clang's, unique within a tree.
struct Sibling {
  std::string id, name, type;
};
/// Declarations of the same kind in the same place: the enumerators of an
/// enumeration, the fields of a structure, the variables of a file.
using Siblings = std::vector<Sibling>;

/// The tree of one file. Ids are those of one run of Clang.
struct SyntaxTree {
  /// Bodies of functions that are defined in the file itself, not in headers.
  std::vector<SyntaxNode> functions;
  /// Siblings by place, each declaration in one group.
  std::vector<Siblings> groups;
  /// Index in `groups` by id of a declaration.
  std::map<std::string, std::size_t> group_of;
};

/// The syntax of one file of a recipe, under its flags. Throws ToolError where
/// Clang fails or its output has more than 512 MiB. Cost: one run of Clang's
/// parser.
[[nodiscard]] SyntaxTree read_syntax(const Recipe& recipe,
                                     const std::string& path,
                                     const base::Budget& budget);

}  // namespace catenary::program
