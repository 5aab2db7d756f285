// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/clang_messages.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <utility>

#include "program/build/paths.h"

namespace catenary::program {

std::vector<base::Diagnostic> parse_clang_output(const std::string& text,
                                                 const std::string& directory) {
  std::vector<base::Diagnostic> out;
  std::istringstream in(text);
  std::string line;
  while (std::getline(in, line)) {
    base::Diagnostic d;
    std::size_t severity_at = std::string::npos;
    std::size_t message_at = 0;
    const std::pair<const char*, base::Severity> kinds[] = {
        {"fatal error: ", base::Severity::error},
        {"error: ", base::Severity::error},
        {"warning: ", base::Severity::warning},
        {"note: ", base::Severity::note}};
    // The first of the words that stands at the begin of the line or behind a
    // space: messages themselves may contain "error: ".
    for (const auto& [word, severity] : kinds) {
      const std::size_t at = line.find(word);
      if (at == std::string::npos || (at > 0 && line[at - 1] != ' ')) continue;
      if (at < severity_at) {
        severity_at = at;
        message_at = at + std::string(word).size();
        d.severity = severity;
      }
    }
    if (severity_at == std::string::npos) continue;
    d.message = line.substr(message_at);
    std::string place = line.substr(0, severity_at);
    while (!place.empty() && (place.back() == ' ' || place.back() == ':')) {
      place.pop_back();
    }
    // "file:line:col", from the right: a file name may contain colons.
    const auto take_number = [&place](std::uint32_t& number) {
      const std::size_t colon = place.rfind(':');
      if (colon == std::string::npos || colon + 1 == place.size()) return;
      const std::string digits = place.substr(colon + 1);
      if (digits.size() > 9 ||
          !std::all_of(digits.begin(), digits.end(), [](unsigned char c) {
            return std::isdigit(c) != 0;
          })) {
        return;
      }
      number = static_cast<std::uint32_t>(std::stoul(digits));
      place.resize(colon);
    };
    std::uint32_t last = 0;
    std::uint32_t before = 0;
    take_number(last);
    take_number(before);
    d.where.line = before != 0 ? before : last;
    d.where.column = before != 0 ? last : 0;
    // Messages of the driver have no file.
    if (place != "clang" && place != kClang) {
      d.where.file = display_path(place, directory);
    }
    if (d.severity == base::Severity::error) d.code = "c";
    if (d.severity == base::Severity::note && !out.empty()) {
      out.back().notes.push_back(std::move(d));
    } else {
      out.push_back(std::move(d));
    }
  }
  return out;
}

namespace {

void explain_decision(base::Diagnostic& d) {
  if (d.message.find("unsupported MC/DC") == std::string::npos) return;
  const bool nested = d.message.find("nested") != std::string::npos;
  d.message =
      std::string(
          "this decision has no goals of criteria decision and mcdc: ") +
      (nested ? "another one is nested in it" : "it has too many conditions") +
      ", and Clang keeps no test vectors then";
  d.code = "decision-left-out";
}

/// C before C23 knows true and false by a header only; Clang guesses 'free'.
void explain_truth(base::Diagnostic& d) {
  if (!d.where.file.ends_with(".toml")) return;
  for (const char* name : {"true", "false"}) {
    const std::string unknown =
        std::string("use of undeclared identifier '") + name + "'";
    if (!d.message.starts_with(unknown)) continue;
    d.message =
        unknown + "; expected 1 or 0, or '#include <stdbool.h>' in the sources";
    d.notes.clear();
  }
}

}  // namespace

void explain(base::Diagnostic& d) {
  explain_decision(d);
  explain_truth(d);
}

}  // namespace catenary::program
