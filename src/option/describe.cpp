// SPDX-License-Identifier: Apache-2.0
/// \file
/// Descriptions of options, groups and usage, and the wrapping of lines.
#include "option/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "option/applies.h"

namespace catenary::option {

std::string describe_names(const Row& row) {
  const Spec& spec = row.spec;
  if (spec.positional) return spec.value;
  // Long names stand below each other, whether there is a short one or not.
  std::string out = spec.short_name != 0 ? fmt::format("-{}, ", spec.short_name)
                                         : std::string("    ");
  out += "--" + spec.name;
  if (row.kind != Kind::flag) out += " " + spec.value;
  return out;
}

std::string describe_help(const Row& row) {
  const std::string where = describe_applies(row.spec.applies);
  return row.spec.help + (where.empty() ? "" : " " + where);
}

std::string describe_values(const Row& row,
                            const std::vector<std::string>& defaults) {
  std::vector<std::string> parts;
  if (row.repeated) {
    parts.push_back("may be given several times");
  } else if (row.kind == Kind::list) {
    parts.push_back(
        row.choices.empty()
            ? std::string("a list separated by commas")
            : fmt::format("a list of {}", fmt::join(row.choices, ", ")));
  } else if (!row.choices.empty()) {
    parts.push_back(fmt::format("one of {}", fmt::join(row.choices, ", ")));
  }
  if (!row.allowed.empty()) parts.push_back("range " + row.allowed);
  // Whether the default needs an explanation in place of a number.
  const std::string value = fmt::format("{}", fmt::join(defaults, ","));
  const bool is_zero = value.empty() || value == "0";
  if (is_zero && !row.spec.says_zero.empty()) {
    parts.push_back("default: " + row.spec.says_zero);
  } else if (!value.empty() && row.kind != Kind::flag) {
    parts.push_back("default " + value);
  }
  if (!row.spec.example.empty()) {
    parts.push_back("e.g. " + row.spec.example);
  }
  if (parts.empty()) return "";
  std::string out = fmt::format("{}.", fmt::join(parts, "; "));
  // The first letter in upper case.
  out[0] =
      out[0] >= 'a' && out[0] <= 'z' ? static_cast<char>(out[0] - 32) : out[0];
  return out;
}

std::string describe_usage(std::string_view program,
                           const CommandTable& command) {
  std::string out =
      fmt::format("{} {} [options]", program, command.text().name);
  for (const Row& row : command.rows()) {
    const std::string dots = row.kind == Kind::list ? "..." : "";
    // Required options are part of the usage; the others are "[options]".
    if (row.spec.required) {
      if (!row.spec.positional) out += " --" + row.spec.name;
      out += " " + row.spec.value + dots;
    } else if (row.spec.positional) {
      out += " [" + row.spec.value + dots + "]";
    }
  }
  return out;
}

std::vector<std::pair<std::string, std::vector<std::size_t>>> group_rows(
    const CommandTable& command) {
  // Always first, and removed if it is empty.
  std::vector<std::pair<std::string, std::vector<std::size_t>>> groups{
      {"Arguments", {}}};
  for (std::size_t i = 0; i < command.rows().size(); ++i) {
    const Spec& spec = command.rows()[i].spec;
    const std::string name = spec.positional      ? "Arguments"
                             : spec.group.empty() ? "Options"
                                                  : spec.group;
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) {
          return g.first == name;
        });
    if (found == groups.end()) {
      groups.push_back({name, {i}});
    } else {
      found->second.push_back(i);
    }
  }
  if (groups.front().second.empty()) groups.erase(groups.begin());
  return groups;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  // Lines are complete when the next word does not fit.
  const auto flush = [&] {
    lines.push_back(line);
    line.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    // One line break is a blank, two separate paragraphs.
    if (text[at] == '\n') {
      if (!line.empty()) flush();
      if (at + 1 < text.size() && text[at + 1] == '\n') {
        lines.emplace_back();
        ++at;
      }
      ++at;
      continue;
    }
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    const std::size_t end =
        std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!line.empty() && line.size() + 1 + word.size() > width) flush();
    if (!line.empty()) line += ' ';
    line += word;
    at = end;
  }
  if (!line.empty()) flush();
  return lines;
}

}  // namespace catenary::option
