// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines as text.
#include <array>

#include "frontend/umlrt/text/sm_symbols.h"
#include "lsp/language/language.h"

namespace catenary::lsp {

namespace {

using base::SymbolKind;

constexpr auto kSmWords = std::to_array<std::string_view>(
    {"model",    "protocol", "capsule",   "machine", "state",      "transition",
     "initial",  "choice",   "junction",  "history", "entrypoint", "exitpoint",
     "internal", "local",    "entry",     "exit",    "on",         "when",
     "do",       "in",       "out",       "inout",   "attribute",  "port",
     "part",     "connect",  "operation", "data",    "enum",       "field",
     "header",   "timing",   "log",       "frame",   "timeout"});

class Sm : public Language {
 public:
  [[nodiscard]] const char* name() const override { return "sm"; }
  [[nodiscard]] bool has_braces() const override { return true; }

  [[nodiscard]] base::Inspection inspect(
      const std::string& text, const std::string& path) const override {
    return frontend::umlrt::inspect_sm(text, path);
  }

  [[nodiscard]] std::span<const std::string_view> words() const override {
    return kSmWords;
  }

  /// C++ is known word by word only: a word that is not known to be the symbol
  /// may be it, and the new name may be one of C++ already.
  [[nodiscard]] std::string objection(const base::SymbolTable& symbols,
                                      const base::Symbol& symbol,
                                      const std::string& name) const override {
    if (!stands_in_code(symbol.kind)) return "";
    for (const std::string& word : {symbol.name, name}) {
      const base::UnknownWord* found = symbols.find_unknown(word);
      if (found == nullptr) continue;
      return "'" + word + "' also stands in line " +
             std::to_string(found->where.line) +
             ", where its meaning is not known";
    }
    // Messages are members of ports; the reader knows which clash.
    if (symbol.kind == SymbolKind::message) return "";
    for (const std::uint32_t i : symbols.named(name)) {
      const SymbolKind kind = symbols.symbols()[i].kind;
      if (stands_in_code(kind) && kind != SymbolKind::message) {
        return "there is a " + std::string(to_string(kind)) + " '" + name +
               "' already";
      }
    }
    return "";
  }

 private:
  static bool stands_in_code(SymbolKind kind) {
    return kind != SymbolKind::state && kind != SymbolKind::vertex &&
           kind != SymbolKind::transition && kind != SymbolKind::model;
  }
};

}  // namespace

const Language& sm_language() {
  static const Sm kLanguage;
  return kLanguage;
}

}  // namespace catenary::lsp
