// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/text/sm_code_names.h"

#include <utility>

namespace catenary::frontend::umlrt {

using base::kNoSymbol;
using base::SymbolKind;

namespace {

/// The place of an offset in C++ whose lines have places of their own; column 0
/// where it is not known.
base::Place place_in(const model::ActionCode& code, std::size_t offset) {
  std::size_t line = 0, begin = 0;
  for (std::size_t at = code.text.find('\n');
       at != std::string::npos && at < offset;
       at = code.text.find('\n', at + 1)) {
    ++line;
    begin = at + 1;
  }
  if (line >= code.lines.size()) return {0, 0};
  const base::SourceLocation& where = code.lines[line];
  return {where.line,
          where.column + static_cast<std::uint32_t>(offset - begin)};
}

}  // namespace

CodeNames::CodeNames(base::SymbolTable& table,
                     std::vector<std::uint32_t> scopes,
                     const model::MachineModel& model,
                     const model::Capsule* capsule)
    : table_(table),
      scopes_(std::move(scopes)),
      model_(model),
      capsule_(capsule) {}

void CodeNames::code(const model::ActionCode& code) {
  for (const CodeWord& w : words_of_code(code.text)) {
    note(w, place_in(code, w.begin));
  }
}

void CodeNames::piece(const std::string& text, base::Place where) {
  for (const CodeWord& w : words_of_code(text)) {
    base::Place place = where;
    place.column += static_cast<std::uint32_t>(w.begin);
    note(w, place);
  }
}

void CodeNames::note(const CodeWord& word, base::Place where) {
  if (where.column == 0) return;
  const std::uint32_t symbol =
      word.owner.empty() ? by_name(word.text) : by_owner(word);
  if (symbol == kNoSymbol) {
    table_.add_unknown(word.text, where);
  } else {
    table_.refer(symbol, where, word.text.size());
  }
}

std::uint32_t CodeNames::by_name(std::string_view word) const {
  for (const std::uint32_t scope : scopes_) {
    for (const SymbolKind kind : {SymbolKind::parameter,
                                  SymbolKind::variable,
                                  SymbolKind::function,
                                  SymbolKind::port,
                                  SymbolKind::part}) {
      const std::uint32_t found = table_.find(word, kind, scope);
      if (found != kNoSymbol) return found;
    }
  }
  for (const std::uint32_t i : table_.named(word)) {
    const SymbolKind kind = table_.symbols()[i].kind;
    if (kind == SymbolKind::type || kind == SymbolKind::enumeration ||
        kind == SymbolKind::enumerator) {
      return i;
    }
  }
  return kNoSymbol;
}

std::uint32_t CodeNames::by_owner(const CodeWord& word) const {
  const std::uint32_t type = table_.find(word.owner, SymbolKind::enumeration);
  if (type != kNoSymbol) {
    return table_.find(word.text, SymbolKind::enumerator, type);
  }
  if (capsule_ == nullptr) return kNoSymbol;
  for (const model::Port& p : capsule_->ports) {
    if (p.name != word.owner || p.protocol == model::kNoIndex) continue;
    const std::uint32_t protocol =
        table_.find(model_.protocols[p.protocol].name, SymbolKind::protocol);
    return table_.find(word.text, SymbolKind::message, protocol);
  }
  return kNoSymbol;
}

}  // namespace catenary::frontend::umlrt
