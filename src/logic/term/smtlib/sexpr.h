// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexical level of SMT-LIB 2.6 (Barrett, Fontaine, Tinelli, section 3.1):
/// text as a tree of atoms and lists, with positions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::logic {

/// A tree in one array. Node 0 is the list of all top-level expressions. Nodes
/// are named by their index.
class SExpressions {
 public:
  /// The index of a node.
  using Id = std::uint32_t;
  /// The kinds of nodes.
  enum class Kind : std::uint8_t {
    list,
    /// A symbol; its text has no bars.
    symbol,
    /// A keyword; its text begins with the colon.
    keyword,
    numeral,
    decimal,
    /// The digits after #b.
    binary,
    /// The digits after #x.
    hexadecimal,
    string
  };

  /// Reads the text, which must outlive the object. `file` is for locations.
  /// Throws base::InputError if the text is not well-formed. Cost: linear; not
  /// recursive.
  SExpressions(std::string_view text, std::string file);

  [[nodiscard]] Kind kind(Id id) const { return nodes_[id].kind; }
  [[nodiscard]] bool is_list(Id id) const { return kind(id) == Kind::list; }
  /// The text of an atom; empty for a list.
  [[nodiscard]] std::string_view text(Id id) const { return nodes_[id].text; }
  /// The elements of a list, in order; empty for an atom.
  [[nodiscard]] const std::vector<Id>& items(Id id) const {
    return nodes_[id].items;
  }
  /// Whether this is the symbol `name`.
  [[nodiscard]] bool is_symbol(Id id, std::string_view name) const {
    return kind(id) == Kind::symbol && text(id) == name;
  }
  /// The position of the first character.
  [[nodiscard]] base::SourceLocation where(Id id) const {
    return {file_, nodes_[id].where.line, nodes_[id].where.column};
  }
  /// Throws base::InputError at the position of the expression.
  [[noreturn]] void fail(Id id, const std::string& message) const;

 private:
  /// One atom or list.
  struct Node {
    /// An atom of some kind, or a list.
    Kind kind = Kind::list;
    /// The place of the first character.
    base::Place where;
    /// Part of the text that was read; without bars, quotes and marks.
    std::string_view text;
    /// The elements of a list, in order.
    std::vector<Id> items;
  };

  /// For locations.
  std::string file_;
  /// Node 0 is the list of all.
  std::vector<Node> nodes_;
};

}  // namespace catenary::logic
