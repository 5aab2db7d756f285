// SPDX-License-Identifier: Apache-2.0
#include "lsp/suites.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "base/sha256.h"
#include "base/text/json.h"
#include "lsp/json.h"

namespace catenary::lsp {

using base::Json;
using base::SymbolKind;

namespace {

constexpr std::uint64_t kLargestSuite = std::uint64_t{16} << 20;
constexpr std::size_t kMostFilesOfFolder = 200;

/// The document of a suite; nothing for any other file.
std::optional<Json> suite_in(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string beginning(64, '\0');
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  if (beginning.find("catenary-suite-1") == std::string::npos) {
    return std::nullopt;
  }
  try {
    return base::parse_json(base::read_text(file.string(), kLargestSuite),
                            file.string());
  } catch (const base::InputError&) {
    return std::nullopt;
  }
}

/// The items of an array; none where it is missing.
const std::vector<Json>& items_at(const Json& json, std::string_view name) {
  static const std::vector<Json> kNone;
  const Json* list = member(json, {name});
  return list != nullptr && list->is(Json::Kind::array) ? list->items() : kNone;
}

bool holds(const Json& json, std::string_view list, const std::string& text) {
  return std::ranges::any_of(items_at(json, list), [&](const Json& item) {
    return item.is(Json::Kind::string) && item.text() == text;
  });
}

/// What the suite says of a goal.
std::string goal_title(const Json& suite, const Json& goal) {
  std::string status = string_at(goal, {"status"});
  const std::string id = string_at(goal, {"id"});
  if (status != "covered") return status;
  std::vector<std::string> names;
  for (const Json& test : items_at(suite, "tests")) {
    if (!holds(test, "goals", id)) continue;
    std::string name = string_at(test, {"name"});
    if (name.empty()) name = string_at(test, {"id"}).substr(0, 12);
    names.push_back(std::move(name));
  }
  if (names.empty()) return status;
  const std::string more =
      names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more"
                       : "";
  return "covered by test " + names.front() + more;
}

/// The titles of one suite, by the line of the document.
class SuiteTitles {
 public:
  SuiteTitles(const Document& document, std::string file)
      : document_(document), file_(std::move(file)) {}

  void fill(const Json& suite) {
    std::map<std::uint32_t, std::vector<std::string>> by_line;
    for (const Json& goal : items_at(suite, "goals")) {
      const auto line = integer_at(goal, {"where", "line"});
      if (!line || *line < 1 || *line > document_.text().lines()) continue;
      const std::string name =
          std::filesystem::path(string_at(goal, {"where", "file"}))
              .filename()
              .string();
      if (name != std::filesystem::path(document_.path()).filename()) continue;
      by_line[static_cast<std::uint32_t>(*line)].push_back(
          goal_title(suite, goal));
    }
    for (const auto& [line, titles] : by_line) {
      add({line, 1}, goals_title(titles));
    }
    for (const base::Symbol& s : document_.inspection().symbols.symbols()) {
      if (s.kind != SymbolKind::requirement) continue;
      const auto tests = std::ranges::count_if(
          items_at(suite, "tests"), [&](const Json& test) {
            return holds(test, "requirements", s.name);
          });
      if (by_line.contains(s.where.line)) continue;
      add(s.where,
          tests == 0
              ? "no test"
              : std::to_string(tests) + (tests == 1 ? " test" : " tests"));
    }
  }

  std::vector<Lens> lenses;

 private:
  /// Equal titles once, with their number.
  static std::string goals_title(const std::vector<std::string>& titles) {
    std::map<std::string, int> counts;
    for (const std::string& t : titles) ++counts[t];
    std::string out;
    for (const auto& [title, count] : counts) {
      out += (out.empty() ? "" : "; ") + title;
      if (count > 1) out += " (" + std::to_string(count) + " goals)";
    }
    return out;
  }

  void add(base::Place where, const std::string& title) {
    lenses.push_back(
        {document_.text().range_of(where, 0), title + " (" + file_ + ")"});
  }

  const Document& document_;
  std::string file_;
};

/// The JSON files beside a document, by name.
std::vector<std::filesystem::path> json_files(const std::string& path) {
  std::vector<std::filesystem::path> out;
  std::error_code failed;
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  for (std::filesystem::directory_iterator it(folder, failed), end;
       !failed && it != end;
       it.increment(failed)) {
    if (it->path().extension() != ".json") continue;
    std::error_code ignored;
    if (!it->is_regular_file(ignored)) continue;
    if (it->file_size(ignored) > kLargestSuite) continue;
    out.push_back(it->path());
    if (out.size() == kMostFilesOfFolder) break;
  }
  std::ranges::sort(out);
  return out;
}

/// Why a suite does not belong to the present text; empty if it does, as far as
/// one can see: by the digest of the text, or by the times of files.
std::string staleness(const Document& d,
                      const std::filesystem::path& file,
                      const Json& suite) {
  const std::filesystem::path model = d.path();
  const std::string name = model.filename().string();
  if (d.language()->has_text_digest()) {
    if (string_at(suite, {"model", "sha256"}) == base::sha256(d.text().all())) {
      return "";
    }
    return "it was made for another text of " + name;
  }
  const auto saved = Documents().text_of(d.path());
  if (!saved || *saved != d.text().all()) return name + " has unsaved changes";
  std::vector<std::filesystem::path> parts = {model};
  // The sources of a description.
  for (const base::Symbol& s : d.inspection().symbols.symbols()) {
    if (s.kind == SymbolKind::section) {
      parts.push_back(model.parent_path() / s.name);
    }
  }
  std::error_code failed;
  const auto made = std::filesystem::last_write_time(file, failed);
  for (const std::filesystem::path& part : parts) {
    const auto written = std::filesystem::last_write_time(part, failed);
    if (failed || written > made) {
      return "it is older than " + part.filename().string();
    }
  }
  return "";
}

}  // namespace

std::vector<Lens> suite_lenses(const Document& document) {
  std::vector<Lens> out;
  if (document.language() == nullptr || !document.path().starts_with('/')) {
    return out;
  }
  const auto name = std::filesystem::path(document.path()).filename();
  for (const std::filesystem::path& file : json_files(document.path())) {
    const std::optional<Json> suite = suite_in(file);
    if (!suite) continue;
    // A capsule may follow: "rover.sm#Engine".
    const std::string path = string_at(*suite, {"model", "path"});
    const std::string model = std::filesystem::path(path).filename().string();
    if (model != name && !model.starts_with(name.string() + "#")) continue;
    const std::string shown = file.filename().string();
    const std::string stale = staleness(document, file, *suite);
    if (!stale.empty()) {
      out.push_back({{{0, 0}, {0, 0}}, shown + " is stale: " + stale});
      continue;
    }
    SuiteTitles titles(document, shown);
    titles.fill(*suite);
    out.insert(out.end(), titles.lenses.begin(), titles.lenses.end());
  }
  return out;
}

}  // namespace catenary::lsp
