// SPDX-License-Identifier: Apache-2.0
/// \file
/// Descriptions of C programs: TOML files with a section [program].
#include <array>

#include "frontend/c/edit/inspect.h"
#include "lsp/language/language.h"

namespace catenary::lsp {

namespace {

constexpr auto kSections = std::to_array<std::string_view>(
    {"[program]",    "[inputs]",      "[outputs]",  "[parameters]", "[initial]",
     "[[property]]", "[[invariant]]", "[coverage]", "[interrupts]", "[tasks]",
     "[time]",       "sources",       "flags",      "init",         "step",
     "assume",       "declare",       "id",         "text",         "when",
     "then",         "requirements",  "range",      "names",        "unit"});

class DescriptionLanguage : public Language {
 public:
  [[nodiscard]] const char* name() const override { return "toml"; }

  /// Other TOML files, such as catenary.toml, have no such section.
  [[nodiscard]] bool reads(const std::string& text) const override {
    return text.starts_with("[program]") ||
           text.find("\n[program]") != std::string::npos;
  }

  [[nodiscard]] base::Inspection inspect(
      const std::string& text, const std::string& path) const override {
    return frontend::c::inspect_description(text, path);
  }

  [[nodiscard]] std::span<const std::string_view> words() const override {
    return kSections;
  }

  [[nodiscard]] std::optional<base::SourceLocation> elsewhere(
      const std::string& text,
      const std::string& path,
      std::string_view name,
      const FileText& read) const override {
    return frontend::c::find_in_sources(text, path, name, read);
  }
};

}  // namespace

const Language& description_language() {
  static const DescriptionLanguage kLanguage;
  return kLanguage;
}

}  // namespace catenary::lsp
