// SPDX-License-Identifier: Apache-2.0
#include "lsp/outline.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "lsp/features.h"
#include "lsp/json.h"

namespace catenary::lsp {

using base::Json;
using base::kNoSymbol;
using base::Symbol;
using base::SymbolKind;

namespace {

/// The numbers that LSP gives to kinds of symbols.
std::int64_t lsp_kind(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::model:
    case SymbolKind::section:
      return 2;  // Module
    case SymbolKind::view:
      return 3;  // Namespace
    case SymbolKind::capsule:
    case SymbolKind::state:
      return 5;  // Class
    case SymbolKind::contract:
    case SymbolKind::message:
      return 6;  // Method
    case SymbolKind::port:
    case SymbolKind::part:
      return 8;  // Field
    case SymbolKind::enumeration:
      return 10;  // Enum
    case SymbolKind::protocol:
    case SymbolKind::requirement:
      return 11;  // Interface
    case SymbolKind::function:
    case SymbolKind::definition:
      return 12;  // Function
    case SymbolKind::variable:
    case SymbolKind::clock:
    case SymbolKind::parameter:
      return 13;  // Variable
    case SymbolKind::constant:
      return 14;  // Constant
    case SymbolKind::promise:
    case SymbolKind::purpose:
      return 17;  // Boolean is 17 in LSP: a condition
    case SymbolKind::enumerator:
      return 22;  // EnumMember
    case SymbolKind::type:
      return 23;  // Struct
    case SymbolKind::vertex:
    case SymbolKind::transition:
      return 24;  // Event
  }
  return 13;
}

/// Whether a line has nothing but blanks or a comment.
bool says_nothing(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t\r");
  if (at == std::string_view::npos) return true;
  const std::string_view rest = line.substr(at);
  return rest.starts_with("--") || rest.starts_with("//") ||
         rest.starts_with("#");
}

Json outlined(
    const Document& d,
    std::uint32_t index,
    const std::vector<std::uint32_t>& last,
    const std::map<std::uint32_t, std::vector<std::uint32_t>>& inside) {
  const Symbol& s = d.inspection().symbols.symbols()[index];
  const Text& text = d.text();
  Json out = Json::object();
  out.set("name", Json::string(s.name.empty() ? "?" : s.name));
  if (!s.detail.empty()) out.set("detail", Json::string(s.detail));
  out.set("kind", Json::number(lsp_kind(s.kind)));
  const Range name = text.range_of(s.where, s.length);
  Range whole = name;
  if (last[index] > s.where.line) {
    const std::string_view first = text.line(s.where.line);
    const auto indent = std::min(first.find_first_not_of(" \t"), first.size());
    whole.begin =
        text.position_of(text.offset_of(base::Place{s.where.line, 1}) + indent);
    whole.end =
        text.range_of({last[index], 1}, text.line(last[index]).size()).end;
  }
  out.set("range", to_json(whole));
  out.set("selectionRange", to_json(name));
  const auto children = inside.find(index);
  if (children != inside.end()) {
    Json& list = out.set("children", Json::array());
    for (const std::uint32_t child : children->second) {
      list.push(outlined(d, child, last, inside));
    }
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> last_lines(const Document& d) {
  const std::vector<Symbol>& symbols = d.inspection().symbols.symbols();
  std::map<std::uint32_t, std::vector<std::uint32_t>> inside;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    if (!symbols[i].elsewhere) inside[symbols[i].parent].push_back(i);
  }
  std::vector<std::uint32_t> out(symbols.size(), 0);
  const auto fill = [&](std::vector<std::uint32_t>& siblings,
                        std::uint32_t last) {
    std::ranges::sort(siblings, {}, [&](std::uint32_t i) {
      return std::pair(symbols[i].where.line, symbols[i].where.column);
    });
    for (std::size_t k = 0; k < siblings.size(); ++k) {
      const std::uint32_t own = symbols[siblings[k]].where.line;
      std::uint32_t end = k + 1 < siblings.size()
                              ? symbols[siblings[k + 1]].where.line - 1
                              : last;
      while (end > own && says_nothing(d.text().line(end))) --end;
      out[siblings[k]] = std::max(own, end);
    }
  };
  if (inside.contains(kNoSymbol)) fill(inside[kNoSymbol], d.text().lines());
  // A symbol comes behind the one around it.
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    const auto found = inside.find(i);
    if (found != inside.end()) fill(found->second, out[i]);
  }
  return out;
}

Json outline(const Document& d) {
  const std::vector<Symbol>& symbols = d.inspection().symbols.symbols();
  std::map<std::uint32_t, std::vector<std::uint32_t>> inside;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    if (!symbols[i].elsewhere) inside[symbols[i].parent].push_back(i);
  }
  const std::vector<std::uint32_t> last = last_lines(d);
  Json out = Json::array();
  for (const std::uint32_t i : inside[kNoSymbol]) {
    out.push(outlined(d, i, last, inside));
  }
  return out;
}

}  // namespace catenary::lsp
