// SPDX-License-Identifier: Apache-2.0
#include "base/text/symbols.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace catenary::base {

const char* to_string(SymbolKind kind) {
  // In the order of the enumerators.
  static constexpr const char* kWords[] = {
      "model",   "constant",    "enumeration", "value",      "variable",
      "clock",   "function",    "parameter",   "definition", "promise",
      "view",    "requirement", "contract",    "purpose",    "protocol",
      "message", "capsule",     "port",        "part",       "type",
      "state",   "vertex",      "transition",  "section"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::uint32_t SymbolTable::declare(Symbol symbol) {
  if (symbol.length == 0) {
    symbol.length = static_cast<std::uint32_t>(symbol.name.size());
  }
  const auto index = static_cast<std::uint32_t>(symbols_.size());
  if (!symbol.elsewhere) {
    occurrences_.push_back({symbol.where, symbol.length, index, true});
  }
  by_name_[symbol.name].push_back(index);
  symbols_.push_back(std::move(symbol));
  return index;
}

void SymbolTable::refer(std::uint32_t symbol, Place where, std::size_t length) {
  if (symbol == kNoSymbol) return;
  occurrences_.push_back(
      {where, static_cast<std::uint32_t>(length), symbol, false});
}

void SymbolTable::add_unknown(std::string_view word, Place where) {
  unknown_.push_back({std::string(word), where});
}

const UnknownWord* SymbolTable::find_unknown(std::string_view word) const {
  const auto found = std::ranges::find(unknown_, word, &UnknownWord::text);
  return found == unknown_.end() ? nullptr : &*found;
}

const std::vector<std::uint32_t>& SymbolTable::named(
    std::string_view name) const {
  static const std::vector<std::uint32_t> kNone;
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? kNone : found->second;
}

std::uint32_t SymbolTable::find(std::string_view name,
                                SymbolKind kind,
                                std::uint32_t parent) const {
  for (const std::uint32_t i : named(name)) {
    if (symbols_[i].kind == kind && symbols_[i].parent == parent) return i;
  }
  return kNoSymbol;
}

const Occurrence* SymbolTable::at(Place place) const {
  const Occurrence* found = nullptr;
  for (const Occurrence& o : occurrences_) {
    if (o.where.line != place.line || o.where.column > place.column) continue;
    // One that begins at the place is meant rather than one that ends there.
    if (place.column <= o.where.column + o.length) found = &o;
  }
  return found;
}

void SymbolTable::sort() {
  const auto key = [](const Occurrence& o) {
    return std::tuple(o.where.line, o.where.column, !o.declares, o.symbol);
  };
  std::ranges::sort(occurrences_, {}, key);
  const auto same = [](const Occurrence& a, const Occurrence& b) {
    return a.where.line == b.where.line && a.where.column == b.where.column;
  };
  const auto rest = std::ranges::unique(occurrences_, same);
  occurrences_.erase(rest.begin(), rest.end());
}

}  // namespace catenary::base
