// SPDX-License-Identifier: Apache-2.0
#include "frontend/verilog/comments.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace catenary::frontend::verilog {

namespace {

/// In the names of files that are not the user's, see yosys.cpp.
constexpr std::string_view kTechmap = "/catenary.techmap.";

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return out;
    text.remove_prefix(begin);
    out.push_back(text.substr(0, text.find_first_of(" \t\r")));
    text.remove_prefix(out.back().size());
  }
}

/// A number at the begin of the text, which is removed; 0 = there is none.
std::uint32_t take_number(std::string_view& text) {
  std::uint32_t out = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  return out;
}

std::int64_t id_of(std::string_view word) {
  std::int64_t out = 0;
  (void)std::from_chars(word.data(), word.data() + word.size(), out);
  return out;
}

/// "fifo.head" of "\fifo.head", "past:48" of "$past$fifo.v:48$1$0"; ""
/// of other names that Yosys made.
std::string signal_name(std::string_view name) {
  if (name.starts_with('\\')) return std::string(name.substr(1));
  constexpr std::string_view kPast = "$past$";
  const std::size_t at = name.find(kPast);
  if (at == std::string_view::npos) return "";
  name.remove_prefix(at + kPast.size());
  name = name.substr(0, name.find('$'));
  return "past:" + std::string(name.substr(name.rfind(':') + 1));
}

/// How many words a line of this kind has without a symbol; 0 = a line that is
/// of no interest.
std::size_t words_without_symbol(std::string_view kind) {
  if (kind == "constraint" || kind == "bad" || kind == "input" ||
      kind == "state" || kind == "output") {
    return 3;
  }
  // ID ite SORT CONDITION THEN OTHERWISE
  if (kind == "ite") return 6;
  return kind == "next" ? 5 : 0;
}

}  // namespace

base::SourceLocation source_place(std::string_view src) {
  // A cell that techmap made has the place of the one it replaced in front.
  while (src.find('|') != std::string_view::npos &&
         src.substr(src.rfind('|')).find(kTechmap) != std::string_view::npos) {
    src.remove_suffix(src.size() - src.rfind('|'));
  }
  src.remove_prefix(src.rfind('|') + 1);
  // The file may have colons in its name, the place has none.
  const std::size_t colon = src.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return {};
  base::SourceLocation out{std::string(src.substr(0, colon)), 0, 0};
  std::string_view place = src.substr(colon + 1);
  out.line = take_number(place);
  if (out.line == 0) return {};
  if (place.starts_with('.')) {
    place.remove_prefix(1);
    out.column = take_number(place);
  }
  return out;
}

base::SourceLocation statement_place(std::string_view text,
                                     base::SourceLocation where) {
  if (where.column == 0) return where;
  base::SourceLocation given = where;
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < where.line; ++line) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return given;
    ++at;
  }
  at += where.column - 1;
  const auto step = [&](std::size_t count) {
    for (; count > 0 && at < text.size(); --count, ++at) {
      where.column = text[at] == '\n' ? 1 : where.column + 1;
      if (text[at] == '\n') ++where.line;
    }
  };
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      step(std::min(rest.find('\n'), rest.size()));
    } else if (rest.starts_with("/*")) {
      step(std::min(rest.find("*/") + 2, rest.size()));
    } else if (std::string_view(" \t\r\n;").find(rest.front()) !=
               std::string_view::npos) {
      step(1);
    } else {
      return where;
    }
  }
  return given;
}

std::map<std::uint32_t, LineComment> read_comments(std::string_view btor2) {
  std::map<std::uint32_t, LineComment> out;
  std::map<std::int64_t, LineComment*> by_id;
  LineComment* last = nullptr;  // the line before, if it is of interest
  std::uint32_t number = 0;
  while (!btor2.empty()) {
    ++number;
    std::string_view line = btor2.substr(0, btor2.find('\n'));
    btor2.remove_prefix(std::min(btor2.size(), line.size() + 1));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    constexpr std::string_view kEnd = "; end ";
    if (line.starts_with(';')) {
      if (last != nullptr && line.starts_with(kEnd)) {
        last->cell = line.substr(kEnd.size());
      }
      // ; ID NAME
      const auto words = words_of(line);
      if (words.size() == 3 && by_id.contains(id_of(words[1]))) {
        by_id.at(id_of(words[1]))->signal = signal_name(words[2]);
      }
      last = nullptr;
      continue;
    }
    last = nullptr;
    const std::size_t semicolon = line.find(" ; ");
    const auto words = words_of(line.substr(0, semicolon));
    if (words.size() < 2) continue;
    const std::size_t unnamed = words_without_symbol(words[1]);
    if (unnamed == 0) continue;
    last = &out[number];
    last->id = id_of(words[0]);
    by_id[last->id] = last;
    if (words[1] == "ite" && words.size() >= unnamed) {
      last->then = id_of(words[4]);
      last->otherwise = id_of(words[5]);
    }
    last->named = words.size() > unnamed;
    if (semicolon != std::string_view::npos) {
      last->where = source_place(line.substr(semicolon + 3));
    }
  }
  return out;
}

}  // namespace catenary::frontend::verilog
