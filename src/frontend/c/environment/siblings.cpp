// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sources that belong together, see siblings.h. Works as a linker does with a
/// library: a member is taken where it defines what is missing.
#include "frontend/c/environment/siblings.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/inputs/input_log.h"

namespace catenary::frontend::c {

namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// The C files beside the first source, sorted; empty where there are too many.
std::vector<std::string> candidates(const Description& d) {
  constexpr std::size_t kMost = 64;
  std::vector<std::string> out;
  std::error_code failed;
  const fs::path source = d.sources.front().text;
  const fs::path folder =
      (fs::path(d.directory.empty() ? "." : d.directory) / source)
          .parent_path();
  // Which of them compile depends on more than their names.
  base::note_obstacle("other sources beside " + source.string() +
                      " are searched for functions");
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, failed)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".c" || !entry.is_regular_file(failed) ||
        name == source.filename()) {
      continue;
    }
    out.push_back((source.parent_path() / name).string());
  }
  if (out.size() > kMost) out.clear();
  std::ranges::sort(out);
  return out;
}

/// What other units see of it.
Names defined_in(const program::Inventory& inventory) {
  Names out;
  for (const auto& f : inventory.functions) {
    if (!f.is_static) out.insert(f.name);
  }
  for (const auto& g : inventory.globals) {
    if (!g.is_static) out.insert(g.name);
  }
  return out;
}

Names missing_in(const program::Inventory& inventory) {
  Names out = inventory.missing_functions;
  out.insert(inventory.missing_variables.begin(),
             inventory.missing_variables.end());
  return out;
}

/// A name that both have; "" where there is none.
std::string common(const Names& a, const Names& b) {
  const auto at = std::ranges::find_if(
      a, [&b](const std::string& name) { return b.contains(name); });
  return at == a.end() ? "" : *at;
}

/// Throws where another file defines the same missing name: nobody knows which
/// is meant.
void refuse_choice(const std::pair<const std::string, program::Inventory>& one,
                   const std::map<std::string, program::Inventory>& all,
                   const Names& missing,
                   const Names& already,
                   const std::string& path) {
  for (const std::string& name : defined_in(one.second)) {
    if (!missing.contains(name)) continue;
    for (const auto& [file, inventory] : all) {
      const Names there = defined_in(inventory);
      if (file == one.first || !there.contains(name) ||
          there.contains("main") || !common(there, already).empty()) {
        continue;
      }
      throw base::InputError({path, 0, 0},
                             "'" + name + "' is defined in " + one.first +
                                 " and in " + file +
                                 " beside it; expected a description with the "
                                 "right one among its sources",
                             "sources-unclear");
    }
  }
}

}  // namespace

Siblings add_siblings(Description& d,
                      const program::Inventory& first,
                      const TakeInventory& take) {
  Names missing = missing_in(first);
  Names defined = defined_in(first);
  if (missing.empty()) return {};
  std::map<std::string, program::Inventory> left;
  for (const std::string& name : candidates(d)) {
    try {
      left.emplace(name, take(name));
    } catch (const base::InputError&) {
      // It belongs to something else, or to another machine.
      continue;
    }
  }
  Siblings out;
  const auto next = [&] {
    return std::ranges::find_if(left, [&](const auto& one) {
      const Names here = defined_in(one.second);
      return !here.contains("main") && !common(here, missing).empty() &&
             common(here, defined).empty();
    });
  };
  for (auto at = next(); at != left.end(); at = next()) {
    refuse_choice(*at, left, missing, defined, d.path);
    for (const std::string& name : defined_in(at->second)) {
      defined.insert(name);
      missing.erase(name);
    }
    for (const std::string& name : missing_in(at->second)) {
      if (!defined.contains(name)) missing.insert(name);
    }
    out.added.push_back(at->first);
    left.erase(at);
  }
  std::ranges::sort(out.added);
  for (const std::string& name : out.added) {
    d.sources.push_back({name, {d.path, 0, 0}});
  }
  for (const auto& [file, inventory] : left) {
    const Names here = defined_in(inventory);
    const std::string wanted = common(here, missing);
    const std::string twice = common(here, defined);
    if (here.contains("main") || wanted.empty() || twice.empty()) continue;
    out.left_out.push_back(file + " defines '" + wanted +
                           "', which is missing, but also '" + twice +
                           "', which another source defines");
  }
  return out;
}

}  // namespace catenary::frontend::c
