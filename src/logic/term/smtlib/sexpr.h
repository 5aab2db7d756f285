// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexical level of SMT-LIB 2.6 (Barrett, Fontaine, Tinelli, section 3.1):
/// text as a tree of atoms and lists, with positions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace catenary::logic {

/// A tree in one array; node 0 is the list of all top-level expressions.
class SExpressions {
 public:
  using Id = std::uint32_t;
  enum class Kind : std::uint8_t {
    list,
    symbol,   ///< text without bars
    keyword,  ///< with its colon
    numeral,
    decimal,
    binary,       ///< digits after #b
    hexadecimal,  ///< digits after #x
    string
  };

  /// Throws base::InputError where the text is not well-formed. The text must
  /// outlive this. Cost: linear; not recursive.
  SExpressions(std::string_view text, std::string file);

  [[nodiscard]] Kind kind(Id id) const { return nodes_[id].kind; }
  [[nodiscard]] bool is_list(Id id) const { return kind(id) == Kind::list; }
  [[nodiscard]] std::string_view text(Id id) const { return nodes_[id].text; }
  [[nodiscard]] const std::vector<Id>& items(Id id) const {
    return nodes_[id].items;
  }
  [[nodiscard]] bool is_symbol(Id id, std::string_view name) const {
    return kind(id) == Kind::symbol && text(id) == name;
  }
  [[nodiscard]] base::SourceLocation where(Id id) const {
    return {file_, nodes_[id].line, nodes_[id].column};
  }
  /// Throws base::InputError at the expression.
  [[noreturn]] void fail(Id id, const std::string& message) const;

 private:
  struct Node {
    Kind kind = Kind::list;
    std::uint32_t line = 1, column = 1;
    std::string_view text;
    std::vector<Id> items;
  };

  std::string file_;
  std::vector<Node> nodes_;
};

}  // namespace catenary::logic
