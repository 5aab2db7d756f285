// SPDX-License-Identifier: Apache-2.0
#include "frontend/verilog/checks.h"

#include <algorithm>

#include "base/text/json.h"
#include "base/text_file.h"
#include "frontend/verilog/comments.h"

namespace catenary::frontend::verilog {

namespace {

/// "u1.u2." of a cell that was "$flatten\u1.\u2.$cover$…".
std::string instances_of(const std::string& cell) {
  constexpr std::string_view kFlatten = "$flatten";
  if (!cell.starts_with(kFlatten)) return "";
  const std::size_t end = cell.find(".$");
  if (end == std::string::npos) return "";
  std::string out = cell.substr(kFlatten.size(), end + 1 - kFlatten.size());
  std::erase(out, '\\');
  return out;
}

/// The text of a member, "" where there is none.
std::string text_of(const base::Json& object, std::string_view key) {
  const base::Json* value = object.find(key);
  return value != nullptr && value->is(base::Json::Kind::string) ? value->text()
                                                                 : "";
}

/// A name for a statement without label: "light.v:27:15:cover".
std::string name_of(const std::string& cell, const Check& check) {
  std::string file = check.where.file;
  file.erase(0, file.rfind('/') + 1);
  return instances_of(cell) + file + ":" + std::to_string(check.where.line) +
         ":" + std::to_string(check.where.column) + ":" + check.kind;
}

/// The files of the design, each read once.
class Files {
 public:
  /// See statement_place().
  base::SourceLocation statement(const base::SourceLocation& where) {
    auto [at, added] = texts_.try_emplace(where.file);
    if (added) at->second = base::read_file(where.file);
    return statement_place(at->second, where);
  }

 private:
  std::map<std::string, std::string> texts_;
};

}  // namespace

std::map<std::string, Check> read_checks(const std::string& json,
                                         const std::string& path) {
  const base::Json document = base::parse_json(json, path);
  std::map<std::string, Check> out;
  Files files;
  const base::Json* modules = document.find("modules");
  if (modules == nullptr) return out;
  for (const auto& [module, contents] : modules->members()) {
    const base::Json* cells = contents.find("cells");
    if (cells == nullptr) continue;
    for (const auto& [name, cell] : cells->members()) {
      const std::string type = text_of(cell, "type");
      Check check;
      check.where = {path, 0, 0};
      if (const base::Json* attributes = cell.find("attributes")) {
        const auto place = source_place(text_of(*attributes, "src"));
        if (place.known()) check.where = files.statement(place);
      }
      if (type == "$live" || type == "$fair") {
        throw base::InputError(check.where,
                               "a finite test can never violate a liveness "
                               "property; expected cover, assert or assume",
                               "verilog-liveness");
      }
      if (type != "$assert" && type != "$assume" && type != "$cover") continue;
      check.kind = type.substr(1);
      check.name = name.starts_with('$') ? name_of(name, check) : name;
      out.emplace(name, std::move(check));
    }
  }
  return out;
}

}  // namespace catenary::frontend::verilog
