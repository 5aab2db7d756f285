// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/placed_text.h"

#include <algorithm>
#include <cstdint>

#include "frontend/umlrt/code/code_text.h"

namespace catenary::frontend::umlrt {

void PlacedText::raw(const std::string& text) {
  text_ += text;
  lines_ += static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
}

void PlacedText::home() {
  raw("#line 1 \"<catenary " + escaped(name_) + ">\"\n");
  places_.begin_home(lines_ + 1);
}

void PlacedText::place(const base::SourceLocation& where) {
  raw("#line " + std::to_string(std::max(where.line, 1U)) + " \"" +
      escaped(where.file) + "\"\n");
  places_.begin(lines_ + 1,
                {where.file, std::max(where.line, 1U), where.column});
}

void PlacedText::lines(const model::ActionCode& code) {
  std::size_t begin = 0;
  for (std::size_t n = 0; begin <= code.text.size(); ++n) {
    const std::size_t end =
        std::min(code.text.find('\n', begin), code.text.size());
    if (n < code.lines.size()) {
      const base::SourceLocation& where = code.lines[n];
      const bool follows = n > 0 && where.line == code.lines[n - 1].line + 1;
      if (!follows) place(where);
      // A column beyond that is not worth the blanks; Clang then reports a
      // smaller one.
      constexpr std::uint32_t kWidest = 400;
      const std::uint32_t column = std::max(where.column, 1U);
      if (column < kWidest) raw(std::string(column - 1, ' '));
    }
    raw(code.text.substr(begin, end - begin) + "\n");
    begin = end + 1;
  }
}

void PlacedText::piece(const model::ActionCode& code, const std::string& tail) {
  if (code.empty()) return raw(tail);
  lines(code);
  home();
  raw(tail);
}

void PlacedText::preface(const model::ActionCode& code) {
  if (code.empty()) return;
  std::size_t begin = 0;
  for (std::size_t n = 0; begin <= code.text.size(); ++n) {
    const std::size_t end =
        std::min(code.text.find('\n', begin), code.text.size());
    const std::string line = code.text.substr(begin, end - begin);
    const std::string header = included(line);
    const bool first =
        n == 0 || (n < code.lines.size() &&
                   code.lines[n].line != code.lines[n - 1].line + 1);
    // The lines around an #include move the line numbers, which are set again
    // behind it.
    if (header.empty()) {
      if (n < code.lines.size() && (first || guarded_)) {
        place(code.lines[n]);
      }
      raw(line + "\n");
      guarded_ = false;
    } else if (!is_replaced(header.substr(1, header.size() - 2))) {
      raw("#if __has_include(" + header + ")\n");
      if (n < code.lines.size()) place(code.lines[n]);
      raw(line + "\n#endif\n");
      guarded_ = true;
    } else {
      guarded_ = true;
    }
    begin = end + 1;
  }
  home();
}

}  // namespace catenary::frontend::umlrt
