// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sources of a description, see sources.h.
#include "frontend/c/environment/sources.h"

#include <filesystem>
#include <optional>
#include <string>

#include "base/text_file.h"
#include "frontend/c/environment/siblings.h"

namespace catenary::frontend::c {

namespace fs = std::filesystem;

Description bare_description(const std::string& path) {
  Description d;
  d.path = path;
  d.directory = fs::path(path).parent_path().string();
  d.sources = {{fs::path(path).filename().string(), {path, 0, 0}}};
  return d;
}

void require_sources(const Description& d) {
  for (const Code& source : d.sources) {
    const fs::path full = fs::path(d.directory) / source.text;
    // Reads it: missing, binary and too large files are found here, with the
    // place that names them. Comments are in any encoding.
    try {
      const std::string text = base::read_file(full.string());
      if (text.find('\0') != std::string::npos) {
        base::require_text(text, full.string());
      }
    } catch (const base::InputError& e) {
      if (source.where.line == 0) throw;
      base::Diagnostic named = e.diagnostics().front();
      throw base::InputError(
          base::Diagnostic{base::Severity::error,
                           source.where,
                           "source '" + source.text + "': " + named.message,
                           named.code,
                           {}});
    }
  }
}

program::Recipe recipe_for(const Description& d, const HarnessText* harness) {
  program::Recipe r;
  // Names in reports are those of the file, without its ending.
  r.name = fs::path(d.path).stem().string();
  r.path = d.path;
  r.directory = d.directory;
  r.flags = d.flags;
  if (d.rename_main) {
    r.flags.push_back(std::string("-Dmain=") + kRenamedMain);
  }
  r.redefine = d.redefine;
  r.redefine_where = d.redefine_where;
  for (std::size_t i = 0; i < d.sources.size(); ++i) {
    if (i == 0 && harness != nullptr) {
      r.units.push_back({d.path, harness->text, d.is_cpp()});
    } else {
      r.units.push_back({d.sources[i].text, std::nullopt});
    }
    if (!d.source_flags.empty()) r.units.back().flags = d.source_flags[i];
  }
  // Without a step function main() is the program.
  r.whole_program = !d.step.has_value();
  return r;
}

program::Inventory inventory_of(const Description& d,
                                const base::Budget& budget) {
  return program::take_inventory(recipe_for(d, nullptr), budget);
}

program::Inventory inventory_with_siblings(Description& d,
                                           const base::Budget& budget,
                                           Siblings& siblings) {
  program::Inventory first = inventory_of(d, budget);
  siblings = add_siblings(d, first, [&](const std::string& source) {
    Description one = d;
    one.sources.resize(1);
    one.sources.front().text = source;
    return inventory_of(one, budget);
  });
  return siblings.added.empty() ? std::move(first) : inventory_of(d, budget);
}

}  // namespace catenary::frontend::c
