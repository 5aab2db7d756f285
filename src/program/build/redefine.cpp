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

/// Finds the name in a line that defines an object-like macro. Returns nothing
/// for any other line.
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

/// Whether the next line belongs to the directive of this one: it ends with a
/// backslash, perhaps before CR LF, or within a comment. Looks behind `from`;
/// `in_comment` says whether a comment is open there, and then at the end.
bool goes_on(std::string_view line, std::size_t from, bool& in_comment) {
  while (from < line.size()) {
    if (in_comment) {
      const std::size_t end = line.find("*/", from);
      if (end == std::string_view::npos) break;
      in_comment = false;
      from = end + 2;
      continue;
    }
    const std::string_view rest = line.substr(from);
    if (rest.starts_with("//")) break;
    const char quote = rest.front();
    if (rest.starts_with("/*")) {
      in_comment = true;
      ++from;
    } else if (quote == '"' || quote == '\'') {
      for (++from; from < line.size() && line[from] != quote; ++from) {
        if (line[from] == '\\') ++from;
      }
    }
    ++from;
  }
  return in_comment || line.ends_with('\\') || line.ends_with("\\\r");
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
    // The rest of the directive becomes empty lines: positions stay.
    bool in_comment = false;
    std::size_t from = d->end;
    while (goes_on(line, from, in_comment) && std::getline(in, line)) {
      out += '\n';
      from = 0;
    }
    out += '\n';
  }
  return out;
}

}  // namespace catenary::program
