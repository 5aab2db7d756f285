// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a language gives to the server; all else is the same for all of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/symbols.h"

namespace catenary::lsp {

/// A language of models. Objects have no state.
class Language {
 public:
  Language() = default;
  Language(const Language&) = delete;
  Language& operator=(const Language&) = delete;
  virtual ~Language() = default;

  /// The word for code blocks of a hover, e.g. "req".
  [[nodiscard]] virtual const char* name() const = 0;
  /// Whether the text is one of this language: a TOML file may be anything.
  [[nodiscard]] virtual bool reads(const std::string& /*text*/) const {
    return true;
  }
  /// Symbols, errors and warnings of a text; `path` is for messages.
  [[nodiscard]] virtual base::Inspection inspect(
      const std::string& text, const std::string& path) const = 0;
  /// The text in the layout of the language, with all its comments; nothing if
  /// it has errors or the language has no such layout.
  [[nodiscard]] virtual std::optional<std::string> canonical(
      const std::string& /*text*/, const std::string& /*path*/) const {
    return std::nullopt;
  }
  /// Whether braces say how deep a line is indented.
  [[nodiscard]] virtual bool has_braces() const { return false; }
  /// What a word or sign of the language means; empty for others.
  [[nodiscard]] virtual std::string meaning(std::string_view word) const;
  /// The words of the language, for completion.
  [[nodiscard]] virtual std::span<const std::string_view> words() const {
    return {};
  }
  /// Gives the text of a file, as it is edited or stored; nothing if it cannot
  /// be read.
  using FileText =
      std::function<std::optional<std::string>(const std::string& path)>;
  /// The definition, in another file, of a name in the text.
  [[nodiscard]] virtual std::optional<base::SourceLocation> elsewhere(
      const std::string& /*text*/,
      const std::string& /*path*/,
      std::string_view /*name*/,
      const FileText& /*read*/) const {
    return std::nullopt;
  }
  /// Why a symbol must not get the name, apart from what inspect() finds out;
  /// empty for no reason.
  [[nodiscard]] virtual std::string objection(
      const base::SymbolTable& /*symbols*/,
      const base::Symbol& /*symbol*/,
      const std::string& /*name*/) const {
    return "";
  }
  /// Whether the digest that suites keep is that of the text; else it is that
  /// of a program that is made from it.
  [[nodiscard]] virtual bool has_text_digest() const { return false; }
  /// Whether `catenary check` says which elements conflict.
  [[nodiscard]] virtual bool has_conflicts() const { return false; }
};

// The languages, each in a source of its name.
[[nodiscard]] const Language& req_language();
[[nodiscard]] const Language& sm_language();
[[nodiscard]] const Language& xlia_language();
[[nodiscard]] const Language& description_language();

/// The language of a document: by the id that the editor gives it, e.g.
/// "catenary-req", else by the ending of its path. Null for others.
[[nodiscard]] const Language* language_of(const std::string& id,
                                          const std::string& path);

}  // namespace catenary::lsp
