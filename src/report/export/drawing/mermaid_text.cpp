// SPDX-License-Identifier: Apache-2.0
#include "report/export/drawing/mermaid_text.h"

#include <algorithm>
#include <cctype>

#include "report/console/console.h"

namespace catenary::report {

namespace {

/// Characters that have no meaning in any diagram, besides letters and digits.
constexpr std::string_view kPlain = " .,()=+/*_'!?-";

void append_entity(char c, std::string& out) {
  out += '#' + std::to_string(static_cast<int>(c)) + ';';
}

}  // namespace

std::string mermaid_text(std::string_view text) {
  std::string out;
  for (const char c : printable(std::string(text))) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x80 || std::isalnum(byte) != 0 ||
                       kPlain.find(c) != std::string_view::npos;
    // "--", "==" and ".." are arrows in some diagrams, "end" closes a block.
    const bool repeated =
        !out.empty() && out.back() == c && std::isalnum(byte) == 0;
    if (plain && (!repeated || c == ' ')) {
      out += c;
    } else {
      append_entity(c, out);
    }
  }
  std::string lower = out;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  if (lower == "end") {
    std::string rest = out.substr(1);
    const char first = out.front();
    out.clear();
    append_entity(first, out);
    out += rest;
  }
  return out;
}

std::string mermaid_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    out += (out.empty() ? "" : "<br/>") + mermaid_text(line);
  }
  return out;
}

std::string write_mermaid_file(const std::vector<MermaidDiagram>& diagrams) {
  if (diagrams.size() == 1) return diagrams.front().content;
  std::string out;
  for (const MermaidDiagram& d : diagrams) {
    out += (out.empty() ? "## " : "\n## ") + printable(d.title) +
           "\n\n```mermaid\n" + d.content + "```\n";
  }
  return out;
}

}  // namespace catenary::report
