// SPDX-License-Identifier: Apache-2.0
/// \file
/// Command lines and addresses of systems under test.
#include <charconv>

#include "base/error.h"
#include "exec/adapter/line/line_sut.h"

namespace catenary::exec {

std::vector<std::string> split_command(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else if (c == '\\' && quote == '"' && i + 1 < text.size()) {
        word += text[++i];
        // As in a shell: backslashes are literal in single quotes.
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (c == ' ' || c == '\t') {
      // An empty pair of quotes is a word, too.
      if (in_word) out.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) out.push_back(word);
  if (quote != 0 || out.empty() || out.front().empty()) {
    throw base::InputError(
        base::SourceLocation{},
        "'" + text +
            "' is not a command; expected a program and its arguments" +
            (quote != 0 ? " (a quote is not closed)" : ""),
        "sut");
  }
  return out;
}

LineAddress parse_tcp_address(const std::string& text) {
  LineAddress out;
  // The last colon: IPv6 addresses contain others.
  const std::size_t colon = text.rfind(':');
  if (colon != std::string::npos) {
    out.host = text.substr(0, colon);
    if (out.host.starts_with('[') && out.host.ends_with(']')) {
      out.host = out.host.substr(1, out.host.size() - 2);
    }
    const char* begin = text.data() + colon + 1;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, out.port);
    if (error == std::errc() && stop == end && out.port != 0 &&
        !out.host.empty()) {
      return out;
    }
  }
  throw base::InputError(base::SourceLocation{},
                         "'" + text + "' is not an address; expected HOST:PORT",
                         "sut");
}

}  // namespace catenary::exec
