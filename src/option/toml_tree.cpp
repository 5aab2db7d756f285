// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conversion of toml++'s nodes. Recursive; require_toml() limits the depth of
/// keys, and toml++ that of arrays.
#include "option/toml_tree.h"

#include "option/toml_syntax.h"  // before toml++

#include <toml++/toml.h>

#include <algorithm>
#include <tuple>

#include "option/text.h"
#include "option/toml_location.h"

namespace catenary::option {

namespace {

/// A node with all that is below it.
TomlNode convert(const toml::node& node, const std::string& path) {
  TomlNode out;
  out.where = location(path, node.source());
  if (const auto* table = node.as_table()) {
    // The kind of a node is a table unless it is set.
    for (const auto& [key, value] : *table) {
      TomlNode member = convert(value, path);
      member.key_where = location(path, key.source());
      out.members.emplace_back(std::string(key.str()), std::move(member));
    }
    // toml++ sorts members by name; files are read in their order.
    std::stable_sort(out.members.begin(),
                     out.members.end(),
                     [](const TomlNode::Member& a, const TomlNode::Member& b) {
                       const base::SourceLocation& x = a.second.key_where;
                       const base::SourceLocation& y = b.second.key_where;
                       return std::tie(x.line, x.column) <
                              std::tie(y.line, y.column);
                     });
  } else if (const auto* array = node.as_array()) {
    out.kind = TomlNode::Kind::array;
    for (const toml::node& item : *array) {
      out.items.push_back(convert(item, path));
    }
  } else if (const auto* text = node.as_string()) {
    out.kind = TomlNode::Kind::text;
    out.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    out.kind = TomlNode::Kind::integer;
    out.text = std::to_string(integer->get());
  } else if (const auto* real = node.as_floating_point()) {
    out.kind = TomlNode::Kind::real;
    out.text = print_text(real->get());
  } else if (const auto* flag = node.as_boolean()) {
    out.kind = TomlNode::Kind::flag;
    out.text = print_text(flag->get());
  } else {
    throw base::InputError(out.where,
                           "a date or time; expected a text, number, truth "
                           "value, array or table",
                           "toml-type");
  }
  return out;
}

}  // namespace

const TomlNode* TomlNode::find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

TomlNode parse_toml(const std::string& text, const std::string& path) {
  require_toml(text, path, "toml-syntax");
  return convert(toml::parse(text, path), path);
}

}  // namespace catenary::option
