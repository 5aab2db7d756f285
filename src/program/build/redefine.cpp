// SPDX-License-Identifier: Apache-2.0
/// \file
/// Redefinition of macros, line by line, see redefine.h.
#include "program/build/redefine.h"

#include <cctype>
#include <optional>
#include <sstream>
#include <string_view>

namespace catenary::program {

namespace {

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The end of the name in a definition of an object-like macro, and where it
/// begins; nothing where the line is none.
struct Definition {
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::optional<Definition> definition(const std::string& line) {
  const auto next = [&line](std::size_t from) {
    return line.find_first_not_of(" \t", from);
  };
  constexpr std::string_view kDefine = "define";
  std::size_t at = next(0);
  if (at == std::string::npos || line[at] != '#') return std::nullopt;
  at = next(at + 1);
  if (at == std::string::npos || line.compare(at, kDefine.size(), kDefine) != 0)
    return std::nullopt;
  Definition d;
  d.begin = next(at + kDefine.size());
  if (d.begin == std::string::npos) return std::nullopt;
  d.end = d.begin;
  while (d.end < line.size() && is_of_name(line[d.end])) ++d.end;
  const bool has_parameters = d.end < line.size() && line[d.end] == '(';
  if (d.end == d.begin || has_parameters) return std::nullopt;
  return d;
}

/// Whether the next line belongs to this one; the end of line may be CR LF.
bool is_continued(const std::string& line) {
  return line.ends_with('\\') || line.ends_with("\\\r");
}

/// Whether a comment begins in the line behind `from` and does not end there.
bool opens_comment(std::string_view line, std::size_t from) {
  for (std::size_t i = from; i < line.size(); ++i) {
    const std::string_view rest = line.substr(i);
    if (rest.starts_with("//")) return false;
    if (rest.front() == '"' || rest.front() == '\'') {
      i = line.find(rest.front(), i + 1);  // an escaped quote ends too early
      if (i == std::string_view::npos) return false;
    } else if (rest.starts_with("/*")) {
      i = line.find("*/", i + 2);
      if (i == std::string_view::npos) return true;
      ++i;
    }
  }
  return false;
}

}  // namespace

std::string redefine_in(const std::string& text,
                        const std::map<std::string, std::string>& macros,
                        std::set<std::string>& found) {
  std::istringstream in(text);
  std::string out;
  std::string line;
  while (std::getline(in, line)) {
    const std::optional<Definition> d = definition(line);
    const auto macro = d ? macros.find(line.substr(d->begin, d->end - d->begin))
                         : macros.end();
    if (macro == macros.end()) {
      out += line + "\n";
      continue;
    }
    found.insert(macro->first);
    out += line.substr(0, d->end) + " " + macro->second;
    bool comment = opens_comment(line, d->end);
    // The other lines of the definition become empty: positions stay.
    std::string ends;
    while (is_continued(line) && std::getline(in, line)) {
      ends += '\n';
      comment = comment ? line.find("*/") == std::string::npos
                        : opens_comment(line, 0);
    }
    if (comment) out += " /*";
    out += ends + "\n";
  }
  return out;
}

}  // namespace catenary::program
