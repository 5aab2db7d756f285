// SPDX-License-Identifier: Apache-2.0
#include "report/export/drawing/graph_texts.h"

namespace catenary::report {

std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

const char* verdict_colour(suite::Verdict verdict) {
  switch (verdict) {
    case suite::Verdict::pass:
      return "palegreen";
    case suite::Verdict::fail:
    case suite::Verdict::error:
      return "lightpink";
    case suite::Verdict::inconclusive:
      return "lightyellow";
  }
  return "lightpink";
}

std::string lines_text(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    const std::string text = quoted_text(line);
    out += (out.empty() ? "" : "\\n") + text.substr(1, text.size() - 2);
  }
  return "\"" + out + "\"";
}

}  // namespace catenary::report
