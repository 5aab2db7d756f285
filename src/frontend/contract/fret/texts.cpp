// SPDX-License-Identifier: Apache-2.0
/// \file
/// Readers of requirement texts, see texts.h.
#include "frontend/contract/fret/texts.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text/csv.h"
#include "base/text/reqif.h"
#include "base/text/xml.h"
#include "base/text_file.h"

namespace catenary::frontend::contract {

namespace {

/// The rows of a table; rows without any text are left out. A table with an
/// error is not read on, since its columns would be shifted.
std::vector<base::CsvRow> rows_of(std::string_view text,
                                  const std::string& path) {
  const auto fail = [&](base::Place at, const char* message) {
    throw base::InputError({path, at.line, at.column}, message, "csv");
  };
  const std::string_view first = text.substr(0, text.find('\n'));
  // Spreadsheets write ';' in countries with a decimal comma.
  const bool semicolons =
      std::ranges::count(first, ';') > std::ranges::count(first, ',');
  auto rows = base::csv_rows(text, semicolons ? ';' : ',');
  for (const base::CsvRow& row : rows) {
    for (const base::CsvField& field : row) {
      if (field.open) fail(field.where, "this field has no end: expected '\"'");
      if (field.stray) {
        fail(*field.stray,
             "a quote inside of a field: expected '\"\"' there, or the end of "
             "the field");
      }
    }
  }
  std::erase_if(rows, [](const base::CsvRow& row) {
    return row.size() == 1 && row[0].text.empty();
  });
  return rows;
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// Throws where an id occurs twice.
void require_unique(const std::vector<RequirementText>& all) {
  std::unordered_map<std::string, const RequirementText*> seen;
  for (const RequirementText& r : all) {
    const auto [first, is_new] = seen.emplace(r.id, &r);
    if (is_new) continue;
    base::Diagnostic d{
        base::Severity::error,
        r.where,
        "a second text of the id '" + r.id + "': expected one for each",
        "req-duplicate",
        {}};
    d.notes.push_back({base::Severity::note,
                       first->second->where,
                       "the first one is here",
                       "",
                       {}});
    throw base::InputError(std::move(d));
  }
}

}  // namespace

std::vector<RequirementText> read_csv_texts(std::string_view content,
                                            const std::string& path) {
  base::require_text(content, path);
  auto rows = rows_of(content, path);
  std::size_t id = 0;
  std::size_t text = 1;
  if (!rows.empty()) {
    // The columns are those named "id" and "text"; without such a heading the
    // first two.
    const auto find = [&](const char* name) {
      const auto it = std::ranges::find_if(
          rows[0],
          [&](const base::CsvField& c) { return lower_case(c.text) == name; });
      return static_cast<std::size_t>(it - rows[0].begin());
    };
    // Without a heading the first row has a text already.
    const std::size_t named_id = find("id");
    const std::size_t named_text = find("text");
    if (named_id < rows[0].size() && named_text < rows[0].size()) {
      id = named_id;
      text = named_text;
      rows.erase(rows.begin());
    }
  }
  std::vector<RequirementText> out;
  for (const auto& row : rows) {
    const base::SourceLocation where{
        path, row[0].where.line, row[0].where.column};
    if (row.size() <= std::max(id, text)) {
      throw base::InputError(where,
                             "this row has " + std::to_string(row.size()) +
                                 " fields: expected an id and a text",
                             "csv");
    }
    if (row[id].text.empty()) {
      throw base::InputError(where, "this row has no id: expected one", "csv");
    }
    out.push_back({row[id].text, row[text].text, where});
  }
  require_unique(out);
  return out;
}

std::vector<RequirementText> read_reqif_texts(std::string_view content,
                                              const std::string& path) {
  base::require_text(content, path);
  const base::XmlElement root = base::parse_xml(content, path);
  std::vector<RequirementText> out;
  for (base::ReqifObject& o : base::reqif_objects(root)) {
    if (o.text.empty()) continue;
    out.push_back({std::move(o.id), std::move(o.text), o.element->where});
  }
  require_unique(out);
  return out;
}

std::vector<base::Diagnostic> attach_texts(FileSyntax& file,
                                           const std::string& path) {
  const std::string content = base::read_file(path);
  // Anything else is read as a table.
  const bool is_reqif = path.ends_with(".reqif") || path.ends_with(".xml");
  const auto texts = is_reqif ? read_reqif_texts(content, path)
                              : read_csv_texts(content, path);
  std::unordered_map<std::string, std::vector<RequirementSyntax*>> of_id;
  for (ViewSyntax& v : file.views) {
    for (RequirementSyntax& r : v.requirements) {
      // An id in another tool has precedence; several requirements may share
      // it.
      of_id[r.from.given ? r.from.text : r.id.text].push_back(&r);
    }
  }
  std::vector<base::Diagnostic> warnings;
  const auto warn = [&](const RequirementText& t, std::string message) {
    warnings.push_back({base::Severity::warning,
                        t.where,
                        std::move(message),
                        "req-texts",
                        {}});
  };
  for (const RequirementText& t : texts) {
    const auto found = of_id.find(t.id);
    if (found == of_id.end()) {
      warn(t, "no requirement has the id '" + t.id + "'");
      continue;
    }
    for (RequirementSyntax* r : found->second) {
      if (!r->doc.text.empty() && r->doc.text != t.text) {
        warn(t,
             "the text replaces another one of requirement '" + r->id.text +
                 "'");
      }
      // The imported text replaces that of the file.
      r->doc = {t.text, true};
    }
  }
  return warnings;
}

}  // namespace catenary::frontend::contract
