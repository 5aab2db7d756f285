// SPDX-License-Identifier: Apache-2.0
#include "lsp/language/language.h"

namespace catenary::lsp {

std::string Language::meaning(std::string_view /*word*/) const {
  return "";
}

const Language* language_of(const std::string& id, const std::string& path) {
  struct Row {
    const char* id;
    const char* ending;
    const Language& language;
  };
  const Row rows[] = {
      {"catenary-req", ".req", req_language()},
      {"catenary-sm", ".sm", sm_language()},
      {"catenary-xlia", ".xlia", xlia_language()},
      {"catenary-description", ".toml", description_language()}};
  for (const Row& r : rows) {
    if (id == r.id) return &r.language;
  }
  for (const Row& r : rows) {
    if (path.ends_with(r.ending)) return &r.language;
  }
  return nullptr;
}

}  // namespace catenary::lsp
