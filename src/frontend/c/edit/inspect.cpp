// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbols come from the description that was read; the C in it is searched for
/// their names word by word.
#include "frontend/c/edit/inspect.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text/characters.h"
#include "base/text_file.h"
#include "frontend/c/description.h"

namespace catenary::frontend::c {

namespace {

using base::SymbolKind;

base::Place place_of(const base::SourceLocation& where) {
  return {where.line, where.column};
}

/// The lines of a text, as views.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

/// Declares what a description names, and finds the names in its C.
class DescriptionSymbols {
 public:
  DescriptionSymbols(std::string_view text, base::SymbolTable& out)
      : lines_(lines_of(text)), out_(out) {}

  void fill(const Description& d) {
    for (const Code& s : d.sources) {
      declare(s.text, SymbolKind::section, "source", s.where, true);
    }
    variables(d.inputs, "input");
    variables(d.outputs, "output");
    variables(d.parameters, "parameter");
    variables(d.initial, "initial value of");
    for (const PropertyDescription& p : d.properties) {
      base::Symbol s;
      s.name = p.id;
      s.kind = SymbolKind::requirement;
      s.detail = "property";
      s.text = p.text;
      s.where = place_of_id(p);
      if (s.where.line != 0) out_.declare(std::move(s));
    }
    for (const Code* code : codes_of(d)) names_in(*code);
  }

 private:
  void declare(const std::string& name,
               SymbolKind kind,
               std::string detail,
               const base::SourceLocation& where,
               bool fixed) {
    if (name.empty() || !stands_at(place_of(where), name)) return;
    base::Symbol s;
    s.name = name;
    s.kind = kind;
    s.detail = std::move(detail);
    s.where = place_of(where);
    s.fixed = fixed;
    out_.declare(std::move(s));
  }

  void variables(const std::vector<VariableDescription>& all,
                 const char* word) {
    for (const VariableDescription& v : all) {
      std::string detail = std::string(word) + " " + v.lvalue.text;
      if (v.lo && v.hi)
        detail += " in [" + v.lo->text + ", " + v.hi->text + "]";
      if (!v.unit.empty()) detail += " " + v.unit;
      for (std::size_t i = 0; i < v.names.size(); ++i) {
        detail += (i == 0 ? "; " : ", ") + v.names[i].first + " = " +
                  std::to_string(v.names[i].second);
      }
      declare(v.lvalue.text,
              SymbolKind::variable,
              std::move(detail),
              v.lvalue.where,
              true);
    }
  }

  /// The id in the lines of its row; line 0 where it is written in another way
  /// than `id = "ID"`.
  base::Place place_of_id(const PropertyDescription& p) const {
    for (std::size_t i = std::max(p.where.line, 1U) - 1; i < lines_.size();
         ++i) {
      const std::string_view line = lines_[i];
      if (i >= p.where.line && line.starts_with('[')) break;
      if (!line.starts_with("id")) continue;
      const std::size_t at = line.find_first_of("\"'");
      if (at == std::string_view::npos) continue;
      const base::Place place{static_cast<std::uint32_t>(i + 1),
                              static_cast<std::uint32_t>(at + 2)};
      if (stands_at(place, p.id)) return place;
    }
    return {0, 0};
  }

  static std::vector<const Code*> codes_of(const Description& d) {
    std::vector<const Code*> out;
    const auto add = [&out](const std::optional<Code>& code) {
      if (code) out.push_back(&*code);
    };
    add(d.declare);
    add(d.init);
    add(d.step);
    add(d.final_state);
    for (const Code& c : d.assume) out.push_back(&c);
    for (const InterruptDescription& i : d.interrupts) {
      out.push_back(&i.call);
      add(i.assume);
    }
    for (const TaskDescription& t : d.tasks) out.push_back(&t.call);
    for (const InvariantDescription& i : d.invariants) out.push_back(&i.when);
    for (const PropertyDescription& p : d.properties) {
      for (const Code& c : p.when) out.push_back(&c);
      add(p.then);
    }
    return out;
  }

  /// Whether the text has these characters at the place: an escape in front of
  /// them in a string would move them.
  bool stands_at(base::Place place, std::string_view word) const {
    if (place.line == 0 || place.line > lines_.size() || place.column == 0) {
      return false;
    }
    const std::string_view line = lines_[place.line - 1];
    return place.column <= line.size() &&
           line.substr(place.column - 1, word.size()) == word;
  }

  void names_in(const Code& code) {
    base::Place place = place_of(code.where);
    for (const std::string_view line : lines_of(code.text)) {
      for (std::size_t at = 0; at < line.size(); ++at) {
        const bool begins = base::begins_word(line[at]) &&
                            (at == 0 || !base::in_word(line[at - 1]));
        if (!begins) continue;
        const base::Place here{place.line,
                               place.column + static_cast<std::uint32_t>(at)};
        at += name_at(line, at, here) - 1;
      }
      place = {place.line + 1, 1};
    }
  }

  /// Notes the longest variable that stands there, or a call. Returns how many
  /// characters are passed, at least 1.
  std::size_t name_at(std::string_view line, std::size_t at, base::Place here) {
    std::uint32_t found = base::kNoSymbol;
    std::size_t length = 0;
    for (std::uint32_t i = 0; i < out_.symbols().size(); ++i) {
      const base::Symbol& s = out_.symbols()[i];
      const std::size_t size = s.name.size();
      if (s.kind != SymbolKind::variable || size <= length) continue;
      if (line.substr(at, size) != s.name) continue;
      if (at + size < line.size() && base::in_word(line[at + size])) continue;
      found = i;
      length = size;
    }
    std::size_t end = at;
    while (end < line.size() && base::in_word(line[end])) ++end;
    if (found == base::kNoSymbol) {
      length = end - at;
      if (end == line.size() || line[end] != '(') return length;
      found = function(std::string(line.substr(at, length)));
    }
    if (stands_at(here, line.substr(at, length))) {
      out_.refer(found, here, length);
    }
    return length;
  }

  std::uint32_t function(const std::string& name) {
    for (const char* word : {"if", "while", "for", "switch", "sizeof"}) {
      if (name == word) return base::kNoSymbol;
    }
    const std::uint32_t known = out_.find(name, SymbolKind::function);
    if (known != base::kNoSymbol) return known;
    base::Symbol s;
    s.name = name;
    s.kind = SymbolKind::function;
    s.detail = "function of the program";
    s.fixed = true;
    s.elsewhere = true;
    return out_.declare(std::move(s));
  }

  std::vector<std::string_view> lines_;
  base::SymbolTable& out_;
};

}  // namespace

base::Inspection inspect_description(const std::string& text,
                                     const std::string& path) {
  return base::inspect([&](base::Inspection& out) {
    base::require_text(text, path);
    Description description;
    try {
      parse_description(text, path, description);
    } catch (const base::InputError& e) {
      out.diagnostics = e.diagnostics();
    }
    DescriptionSymbols(text, out.symbols).fill(description);
  });
}

}  // namespace catenary::frontend::c
