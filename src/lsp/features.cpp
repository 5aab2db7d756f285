// SPDX-License-Identifier: Apache-2.0
#include "lsp/features.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "base/text/characters.h"
#include "lsp/json.h"
#include "lsp/outline.h"

namespace catenary::lsp {

using base::Json;
using base::Occurrence;
using base::Symbol;
using base::SymbolKind;

namespace {

const Occurrence* occurrence_at(const Document& d, Position position) {
  const std::size_t offset = d.text().offset_of(position);
  return d.inspection().symbols.at(d.text().place_of(offset));
}

Range range_of(const Document& d, const Occurrence& o) {
  return d.text().range_of(o.where, o.length);
}

/// The range of a diagnostic, which has a place alone: the name there, the
/// word, or one character; of the whole line where there is no column.
Range range_of(const Document& d, const base::SourceLocation& where) {
  const Text& text = d.text();
  if (where.line == 0) return {{0, 0}, {0, 0}};
  const base::Place place{where.line, where.column};
  if (where.column == 0) {
    return text.range_of({where.line, 1}, text.line(where.line).size());
  }
  const Occurrence* known = d.inspection().symbols.at(place);
  if (known != nullptr && known->where.column == place.column) {
    return range_of(d, *known);
  }
  const std::size_t begin = text.offset_of(place);
  std::size_t end = begin;
  const std::string& all = text.all();
  while (end < all.size() && base::in_word(all[end])) ++end;
  if (end == begin && end < all.size() && all[end] != '\n') {
    do {
      ++end;
    } while (end < all.size() && base::continues_character(all[end]));
  }
  return {text.position_of(begin), text.position_of(end)};
}

Json diagnostic(const Document& d, const base::Diagnostic& fault) {
  Json out = Json::object();
  // Of another file there is no place here.
  const bool here = fault.where.file == d.path() || !fault.where.known();
  out.set("range",
          to_json(here ? range_of(d, fault.where) : Range{{0, 0}, {0, 0}}));
  constexpr std::int64_t kError = 1, kWarning = 2, kInformation = 3;
  out.set(
      "severity",
      Json::number(fault.severity == base::Severity::error     ? kError
                   : fault.severity == base::Severity::warning ? kWarning
                                                               : kInformation));
  if (!fault.code.empty()) out.set("code", Json::string(fault.code));
  out.set("source", Json::string("catenary"));
  std::string message = fault.message;
  Json related = Json::array();
  for (const base::Diagnostic& note : fault.notes) {
    if (note.where.file == d.path() && note.where.line != 0) {
      Json& row = related.push(Json::object());
      row.set("location", location(d.uri(), range_of(d, note.where)));
      row.set("message", Json::string(note.message));
    } else {
      message += "\n" + note.message;
    }
  }
  out.set("message", Json::string(std::move(message)));
  if (!related.items().empty())
    out.set("relatedInformation", std::move(related));
  return out;
}

/// The lines that declare a symbol, not too many of them.
std::string declaration(const Document& d, std::uint32_t index) {
  const Symbol& s = d.inspection().symbols.symbols()[index];
  constexpr std::uint32_t kMostLines = 12;
  const bool large =
      s.kind == SymbolKind::model || s.kind == SymbolKind::view ||
      s.kind == SymbolKind::capsule || s.kind == SymbolKind::enumerator;
  const std::uint32_t end = large ? s.where.line : last_lines(d)[index];
  const std::string_view first = d.text().line(s.where.line);
  const std::size_t indent =
      std::min(first.find_first_not_of(" \t"), first.size());
  std::string out;
  for (std::uint32_t n = s.where.line; n <= end; ++n) {
    if (n - s.where.line == kMostLines) return out + "…\n";
    const std::string_view line = d.text().line(n);
    const std::size_t blanks =
        std::min(line.find_first_not_of(" \t"), line.size());
    out += std::string(line.substr(std::min(indent, blanks))) + "\n";
  }
  return out;
}

/// Text as such: Markdown would take some of its characters for markup, and an
/// editor might load what it names.
std::string escaped(const std::string& text) {
  constexpr std::string_view kMarkup = R"(\`*_[]<>#|~&!)";
  std::string out;
  for (const char c : text) {
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// A code span, in which only backquotes could be markup.
std::string code_span(std::string text) {
  std::ranges::replace(text, '`', '\'');
  return "`" + text + "`";
}

Json markdown(const std::string& text, const Range& range) {
  Json out = Json::object();
  Json& contents = out.set("contents", Json::object());
  contents.set("kind", Json::string("markdown"));
  contents.set("value", Json::string(text));
  out.set("range", to_json(range));
  return out;
}

/// The word or sign of the language at an offset.
std::pair<std::size_t, std::size_t> word_or_sign(const Text& text,
                                                 std::size_t offset) {
  const std::string_view word = text.word_at(offset);
  const std::string& all = text.all();
  if (!word.empty()) {
    const auto begin = static_cast<std::size_t>(word.data() - all.data());
    return {begin, word.size()};
  }
  static constexpr std::string_view kSigns = "<=>";
  std::size_t begin = offset, end = offset;
  const auto is_sign = [&](std::size_t i) {
    return kSigns.find(all[i]) != std::string_view::npos;
  };
  while (begin > 0 && is_sign(begin - 1)) --begin;
  while (end < all.size() && is_sign(end)) ++end;
  return {begin, end - begin};
}

const Symbol& renamable(const Document& d, const Occurrence* o) {
  if (d.language() == nullptr || o == nullptr) {
    throw Refused("there is no name here that can be changed");
  }
  const Symbol& s = d.inspection().symbols.symbols()[o->symbol];
  if (s.fixed) {
    throw Refused("'" + s.name + "' is a name of code that is not read here");
  }
  return s;
}

std::size_t errors_in(const base::Inspection& inspection) {
  return static_cast<std::size_t>(
      std::ranges::count(inspection.diagnostics,
                         base::Severity::error,
                         &base::Diagnostic::severity));
}

/// Whether both texts name the same symbols in the same order, and in the
/// second one those of `renamed` have names of so many bytes.
bool same_structure(const base::SymbolTable& a,
                    const base::SymbolTable& b,
                    std::uint32_t renamed,
                    std::size_t length) {
  return std::ranges::equal(
      a.occurrences(),
      b.occurrences(),
      [&](const Occurrence& x, const Occurrence& y) {
        return x.symbol == y.symbol && x.declares == y.declares &&
               y.length == (x.symbol == renamed ? length : x.length);
      });
}

}  // namespace

Json diagnostics(const Document& d) {
  Json out = Json::array();
  for (const base::Diagnostic& fault : d.inspection().diagnostics) {
    out.push(diagnostic(d, fault));
  }
  return out;
}

Json definition(const Document& d, const Documents& all, Position position) {
  if (d.language() == nullptr) return {};
  const Occurrence* o = occurrence_at(d, position);
  const base::SymbolTable& table = d.inspection().symbols;
  std::string name(d.text().word_at(d.text().offset_of(position)));
  if (o != nullptr) {
    const Symbol& s = table.symbols()[o->symbol];
    if (s.kind == SymbolKind::section) {
      const std::string file =
          (std::filesystem::path(d.path()).parent_path() / s.name)
              .lexically_normal()
              .string();
      if (!all.text_of(file)) return {};
      return location(uri_of(file), {{0, 0}, {0, 0}});
    }
    if (!s.fixed) {
      return location(d.uri(), d.text().range_of(s.where, s.length));
    }
    if (s.elsewhere) name = s.name;
  }
  const auto read = [&all](const std::string& path) {
    return all.text_of(path);
  };
  if (!name.empty()) {
    const auto found =
        d.language()->elsewhere(d.text().all(), d.path(), name, read);
    if (found) {
      const Text there(*all.text_of(found->file), d.text().encoding());
      return location(
          uri_of(found->file),
          there.range_of({found->line, found->column}, name.size()));
    }
  }
  if (o == nullptr || table.symbols()[o->symbol].elsewhere) return {};
  const Symbol& s = table.symbols()[o->symbol];
  return location(d.uri(), d.text().range_of(s.where, s.length));
}

Json references(const Document& d, Position position, bool with_declaration) {
  Json out = Json::array();
  const Occurrence* at = occurrence_at(d, position);
  if (at == nullptr) return out;
  for (const Occurrence& o : d.inspection().symbols.occurrences()) {
    if (o.symbol != at->symbol || (o.declares && !with_declaration)) continue;
    out.push(location(d.uri(), range_of(d, o)));
  }
  return out;
}

Json highlights(const Document& d, Position position) {
  Json out = Json::array();
  const Occurrence* at = occurrence_at(d, position);
  if (at == nullptr) return out;
  for (const Occurrence& o : d.inspection().symbols.occurrences()) {
    if (o.symbol != at->symbol) continue;
    out.push(Json::object()).set("range", to_json(range_of(d, o)));
  }
  return out;
}

Json hover(const Document& d, const Documents& all, Position position) {
  if (d.language() == nullptr) return {};
  const std::string fence = std::string("```") + d.language()->name() + "\n";
  const Occurrence* o = occurrence_at(d, position);
  if (o != nullptr) {
    const Symbol& s = d.inspection().symbols.symbols()[o->symbol];
    std::string text = "**" + std::string(to_string(s.kind)) + "** " +
                       code_span(s.name) + "\n\n";
    if (!s.text.empty()) text += escaped(s.text) + "\n\n";
    if (!s.detail.empty()) text += code_span(s.detail) + "\n\n";
    const std::string declared = declaration(d, o->symbol);
    if (!s.elsewhere && declared.find("```") == std::string::npos) {
      text += fence + declared + "```\n";
    }
    return markdown(text, range_of(d, *o));
  }
  const auto [begin, length] =
      word_or_sign(d.text(), d.text().offset_of(position));
  const std::string meaning = d.language()->meaning(
      std::string_view(d.text().all()).substr(begin, length));
  if (meaning.empty()) return {};
  return markdown(
      meaning,
      {d.text().position_of(begin), d.text().position_of(begin + length)});
}

Json completion(const Document& d) {
  Json out = Json::array();
  if (d.language() == nullptr) return out;
  std::set<std::string> seen;
  constexpr std::int64_t kKeyword = 14, kReference = 18;
  for (const Symbol& s : d.inspection().symbols.symbols()) {
    if (s.name.empty() || !seen.insert(s.name).second) continue;
    Json& row = out.push(Json::object());
    row.set("label", Json::string(s.name));
    row.set("kind", Json::number(kReference));
    row.set("detail", Json::string(s.detail));
  }
  for (const std::string_view word : d.language()->words()) {
    if (!seen.insert(std::string(word)).second) continue;
    Json& row = out.push(Json::object());
    row.set("label", Json::string(std::string(word)));
    row.set("kind", Json::number(kKeyword));
  }
  return out;
}

Json prepare_rename(const Document& d, Position position) {
  const Occurrence* o = occurrence_at(d, position);
  const Symbol& s = renamable(d, o);
  Json out = Json::object();
  out.set("range", to_json(range_of(d, *o)));
  out.set("placeholder", Json::string(s.name));
  return out;
}

Json rename(const Document& d, Position position, const std::string& name) {
  const Occurrence* at = occurrence_at(d, position);
  const Symbol& s = renamable(d, at);
  if (name.empty() || name.find_first_of("\r\n") != std::string::npos) {
    throw Refused("a name is not empty, and is in one line");
  }
  const base::Inspection& before = d.inspection();
  const std::string objection =
      d.language()->objection(before.symbols, s, name);
  if (!objection.empty()) throw Refused(objection);
  Json edits = Json::array();
  std::string text = d.text().all();
  // From the end, so that offsets stay right.
  const auto& all = before.symbols.occurrences();
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].symbol != at->symbol) continue;
    text.replace(d.text().offset_of(all[i].where), all[i].length, name);
  }
  for (const Occurrence& o : all) {
    if (o.symbol == at->symbol) edits.push(text_edit(range_of(d, o), name));
  }
  const base::Inspection after = d.language()->inspect(text, d.path());
  if (errors_in(after) != errors_in(before) ||
      !same_structure(before.symbols, after.symbols, at->symbol, name.size())) {
    throw Refused("'" + name + "' cannot be the name of '" + s.name +
                  "': it is not a name of the language, or it is taken");
  }
  Json out = Json::object();
  out.set("changes", Json::object()).set(d.uri(), std::move(edits));
  return out;
}

}  // namespace catenary::lsp
