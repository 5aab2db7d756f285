// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an editor needs to know of a text: the elements that it declares, and
/// each place at which one of them is named.
///
/// Readers fill it from their syntax, also of texts with errors; features such
/// as "go to definition" read it (src/lsp) and know no language.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/problems.h"

namespace catenary::base {

/// The kinds of elements, of all languages together.
enum class SymbolKind : std::uint8_t {
  model,
  constant,
  enumeration,
  enumerator,
  variable,
  clock,
  function,
  parameter,
  definition,
  promise,
  view,
  requirement,
  contract,
  purpose,
  protocol,
  message,
  capsule,
  port,
  part,
  type,
  state,
  vertex,
  transition,
  section
};
/// The word for people, e.g. "state".
[[nodiscard]] const char* to_string(SymbolKind kind);

/// The index that stands for no symbol.
inline constexpr std::uint32_t kNoSymbol = 0xFFFFFFFF;

/// An element that a text declares.
struct Symbol {
  std::string name;
  SymbolKind kind = SymbolKind::variable;
  /// What it is, in a few words, e.g. "input : int 0..9"; may be empty.
  std::string detail;
  /// Natural language: the text of a requirement; may be empty.
  std::string text;
  /// The first character of its name where it is declared.
  Place where;
  /// The bytes of the name as it is written there, with its quotes.
  std::uint32_t length = 0;
  /// The element around it.
  std::uint32_t parent = kNoSymbol;
  /// Whether the text alone cannot say all places of the name, so that it must
  /// not be renamed: a variable of a C program, for example.
  bool fixed = false;
  /// Whether it is declared in another file, and only named here.
  bool elsewhere = false;
};

/// A place at which a symbol is named.
struct Occurrence {
  Place where;
  /// In bytes.
  std::uint32_t length = 0;
  std::uint32_t symbol = kNoSymbol;
  bool declares = false;
};

/// A word of code within the text whose meaning is not known.
struct UnknownWord {
  std::string text;
  Place where;
};

/// The symbols of a text.
class SymbolTable {
 public:
  /// Adds a symbol and the occurrence that declares it. A length of 0 is that
  /// of the name. Returns its index.
  std::uint32_t declare(Symbol symbol);
  /// Adds a place that names the symbol; without effect for kNoSymbol.
  void refer(std::uint32_t symbol, Place where, std::size_t length);
  /// Adds a word of code that names no symbol, as far as one can see.
  void add_unknown(std::string_view word, Place where);
  /// The first place of such a word; null for none. Cost: linear.
  [[nodiscard]] const UnknownWord* find_unknown(std::string_view word) const;
  /// The symbols of that name, in the order of their declaration.
  [[nodiscard]] const std::vector<std::uint32_t>& named(
      std::string_view name) const;
  /// The first symbol of that name, kind and parent; kNoSymbol where there is
  /// none. Cost: linear in the symbols of that name.
  [[nodiscard]] std::uint32_t find(std::string_view name,
                                   SymbolKind kind,
                                   std::uint32_t parent = kNoSymbol) const;
  /// The occurrence that covers the place or ends there; null for none. Cost:
  /// linear.
  [[nodiscard]] const Occurrence* at(Place place) const;

  [[nodiscard]] const std::vector<Symbol>& symbols() const { return symbols_; }
  [[nodiscard]] Symbol& symbol(std::uint32_t index) { return symbols_[index]; }
  /// In the order of the text after sort().
  [[nodiscard]] const std::vector<Occurrence>& occurrences() const {
    return occurrences_;
  }
  /// Orders the occurrences by their places, and drops repeated ones.
  void sort();

 private:
  std::vector<Symbol> symbols_;
  std::vector<Occurrence> occurrences_;
  std::vector<UnknownWord> unknown_;
  /// The indices of each name.
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_name_;
};

/// A text as an editor wants it, with errors or without.
struct Inspection {
  /// Errors and warnings, by their places.
  std::vector<Diagnostic> diagnostics;
  SymbolTable symbols;
};

/// Runs `read`, which fills the inspection; what it throws as InputError become
/// the diagnostics. So a reader that gives up leaves its symbols behind.
template <typename Read>
[[nodiscard]] Inspection inspect(Read read) {
  Inspection out;
  try {
    read(out);
  } catch (const InputError& e) {
    out.diagnostics = e.diagnostics();
  }
  out.symbols.sort();
  return out;
}

}  // namespace catenary::base
