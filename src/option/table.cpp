// SPDX-License-Identifier: Apache-2.0
/// \file
/// Option tables: checks that every row is usable, and helpers of all rows.
#include "option/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/error.h"
#include "option/suggest.h"

namespace catenary::option {

const Row* CommandTable::find(std::string_view name) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
        return row.spec.name == name;
      });
  return found == rows_.end() ? nullptr : &*found;
}

std::string CommandTable::fingerprint(const void* options) const {
  std::string out;
  for (const Row& row : rows_) {
    if (row.spec.never_matters || row.spec.line_only) continue;
    out += row.spec.name + "\n";
    // With their lengths, so that no value looks like several.
    for (const std::string& value : row.print(options)) {
      out += " " + std::to_string(value.size()) + ":" + value + "\n";
    }
  }
  return out;
}

void CommandTable::check_with(void* fresh) const {
  std::set<std::string> names;
  std::set<char> letters;
  for (const Row& row : rows_) {
    const std::string& name = row.spec.name;
    CATENARY_CHECK(!name.empty(),
                   "an option of " + text_.name + " is nameless");
    CATENARY_CHECK(names.insert(name).second, "two options --" + name);
    CATENARY_CHECK(!row.spec.help.empty(), "--" + name + " has no help");
    CATENARY_CHECK(row.kind == Kind::flag || !row.spec.value.empty(),
                   "--" + name + " has no placeholder");
    if (row.spec.short_name != 0) {
      CATENARY_CHECK(letters.insert(row.spec.short_name).second,
                     "two options with the letter of --" + name);
    }
    const auto value = row.print(fresh);
    // A required option has no default that could be read.
    if (row.spec.required && is_missing(value)) continue;
    CATENARY_CHECK(row.kind == Kind::list || value.size() == 1,
                   "the default of --" + name + " has no name");
    try {
      row.assign(fresh, value);
    } catch (const base::InputError& e) {
      CATENARY_CHECK(false, "the default of --" + name + ": " + e.what());
    }
    // Reading and printing must be inverse, because --dump-config relies on it.
    CATENARY_CHECK(row.print(fresh) == value,
                   "--" + name + " does not read what it prints");
  }
}

bool is_missing(const std::vector<std::string>& value) {
  return value.empty() || (value.size() == 1 && value[0].empty());
}

void fail_range(const std::string& allowed, const std::string& found) {
  throw base::InputError(
      {},
      fmt::format("expected a value in {}, found '{}'", allowed, found),
      "option-range");
}

std::size_t find_choice(const std::vector<std::string>& choices,
                        const std::string& text) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) {
    return static_cast<std::size_t>(found - choices.begin());
  }
  // A choice "name:WHAT" matches by its prefix.
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::size_t colon = choices[i].find(':');
    if (colon == std::string::npos || text.size() <= colon + 1) continue;
    if (text.starts_with(choices[i].substr(0, colon + 1))) return i;
  }
  throw base::InputError({},
                         fmt::format("expected one of {}, found '{}'{}",
                                     fmt::join(choices, ", "),
                                     text,
                                     did_you_mean(text, choices)),
                         "option-choice");
}

std::vector<std::string> split_list(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const std::string& text : texts) {
    // An element ends at a comma or at the end; blanks around it are dropped.
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t comma = std::min(text.find(',', at), text.size());
      const std::size_t first = text.find_first_not_of(' ', at);
      if (first < comma) {
        const std::size_t last = text.find_last_not_of(' ', comma - 1);
        out.push_back(text.substr(first, last - first + 1));
      }
      at = comma + 1;
    }
  }
  return out;
}

}  // namespace catenary::option
