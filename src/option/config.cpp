// SPDX-License-Identifier: Apache-2.0
/// \file
/// The config file by toml++, checked against all tables when it is read, and
/// applied to the table of the command that runs.
#include "option/config.h"

#include "option/toml_syntax.h"  // before toml++

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "option/suggest.h"
#include "option/toml_location.h"

namespace catenary::option {

/// The entries of the file, in its order, as strings.
struct Config::Entries {
  struct Entry {
    std::string command;  ///< empty = top level
    std::string key;
    std::vector<std::string> values;
    base::SourceLocation where;
  };
  std::vector<Entry> all;
};

namespace {

/// An error at a place of the file.
[[noreturn]] void fail(const base::SourceLocation& where,
                       const std::string& message,
                       const char* code) {
  throw base::InputError(where, message, code);
}

/// A scalar of the file in the syntax of the command line, so that both are
/// read by the same functions.
std::string scalar_text(const toml::node& node,
                        const base::SourceLocation& where) {
  if (const auto* s = node.as_string()) return s->get();
  if (const auto* b = node.as_boolean()) return print_text(b->get());
  if (const auto* f = node.as_floating_point()) return print_text(f->get());
  if (const auto* i = node.as_integer()) return std::to_string(i->get());
  fail(where, "expected a string, a number, true or false", "config-type");
}

/// One string for a scalar, one for each element of an array.
std::vector<std::string> value_texts(const toml::node& node,
                                     const std::string& path) {
  const auto where = location(path, node.source());
  const auto* array = node.as_array();
  if (array == nullptr) return {scalar_text(node, where)};
  std::vector<std::string> out;
  for (const toml::node& element : *array) {
    out.push_back(scalar_text(element, location(path, element.source())));
  }
  return out;
}

/// The row of a key; null for options that cannot be in a file.
const Row* find_row(const CommandTable& table, std::string_view key) {
  const Row* row = table.find(key);
  const bool usable =
      row != nullptr && !row->spec.positional && !row->spec.line_only;
  return usable ? row : nullptr;
}

/// The keys that a file may have, for suggestions.
std::vector<std::string> usable_names(
    std::span<const CommandTable* const> tables) {
  std::set<std::string> names;
  for (const CommandTable* table : tables) {
    for (const Row& row : table->rows()) {
      if (find_row(*table, row.spec.name) != nullptr) {
        names.insert(row.spec.name);
      }
    }
  }
  return {names.begin(), names.end()};
}

/// Values of the wrong type would be accepted as text otherwise: "true" is not
/// true.
void require_type(const Row& row,
                  const toml::node& node,
                  const base::SourceLocation& where) {
  if (row.kind == Kind::flag && !node.is_boolean()) {
    fail(where,
         fmt::format("'{}' is true or false", row.spec.name),
         "config-type");
  }
  if (row.kind != Kind::list && node.is_array()) {
    fail(where,
         fmt::format("'{}' takes one value, not a list", row.spec.name),
         "config-type");
  }
}

/// Runs `action`; an InputError without a location gets this one.
template <typename Action>
void assign_at(const base::SourceLocation& where,
               const Row& row,
               const Action& action) {
  try {
    action();
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics().at(0);
    if (d.where.known()) throw;
    fail(where, row.spec.name + ": " + d.message, d.code.c_str());
  }
}

/// The keys of a table in the order of the file.
std::vector<std::pair<const toml::key*, const toml::node*>> in_file_order(
    const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> out;
  for (const auto& [key, node] : table) out.emplace_back(&key, &node);
  // toml++ sorts keys by name.
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    const auto at = [](const auto& x) {
      return std::pair(x.first->source().begin.line,
                       x.first->source().begin.column);
    };
    return at(a) < at(b);
  });
  return out;
}

std::vector<std::string> names_of(
    std::span<const CommandTable* const> commands) {
  std::vector<std::string> out;
  for (const CommandTable* c : commands) out.push_back(c->text().name);
  return out;
}

/// The whole file, once its syntax is known to be right.
toml::table parse(const std::string& text, const std::string& path) {
  require_toml(text, path, "config-syntax");
  return toml::parse(text, path);
}

}  // namespace

Config::Config(const std::string& text,
               const std::string& path,
               std::span<const CommandTable* const> commands)
    : path_(path), entries_(std::make_unique<Entries>()) {
  const std::vector<std::string> command_names = names_of(commands);
  const auto add = [&](const std::string& command,
                       const toml::key& key,
                       const toml::node& node,
                       std::span<const CommandTable* const> tables,
                       const std::vector<std::string>& known) {
    const std::string name(key.str());
    const auto where = location(path, node.source());
    bool found = false;
    // A key at the top level is for all commands that have it.
    for (const CommandTable* table : tables) {
      const Row* row = find_row(*table, name);
      if (row == nullptr) continue;
      found = true;
      require_type(*row, node, where);
      assign_at(where, *row, [&] {
        table->try_value(*row, value_texts(node, path));
      });
    }
    if (!found) {
      const std::string in = command.empty() ? "" : " in [" + command + "]";
      fail(location(path, key.source()),
           fmt::format(
               "unknown key '{}'{}{}", name, in, did_you_mean(name, known)),
           "config-unknown-key");
    }
    // As text: which table it is for is known only when a command runs.
    entries_->all.push_back({command, name, value_texts(node, path), where});
  };

  const toml::table root = parse(text, path);
  std::vector<std::string> known = usable_names(commands);
  known.insert(known.end(), command_names.begin(), command_names.end());
  for (const auto& [key, node] : in_file_order(root)) {
    const auto command =
        std::find(command_names.begin(), command_names.end(), key->str());
    if (command == command_names.end()) {
      add("", *key, *node, commands, known);
      continue;
    }
    const auto* table = node->as_table();
    if (table == nullptr) {
      fail(location(path, key->source()),
           fmt::format("'{}' is a command: expected a table [{}]",
                       key->str(),
                       key->str()),
           "config-type");
    }
    const auto index =
        static_cast<std::size_t>(command - command_names.begin());
    const auto one = commands.subspan(index, 1);
    for (const auto& [inner_key, inner] : in_file_order(*table)) {
      add(*command, *inner_key, *inner, one, usable_names(one));
    }
  }
}

Config::~Config() = default;

void Config::apply_erased(const CommandTable& table, void* options) const {
  // The table of the command overrides the top level.
  for (const std::string& section : {std::string(), table.text().name}) {
    for (const Entries::Entry& entry : entries_->all) {
      if (entry.command != section) continue;
      const Row* row = find_row(table, entry.key);
      // A key of the top level that this command does not have.
      if (row == nullptr) continue;
      try {
        row->assign(options, entry.values);
      } catch (const base::InputError& e) {
        fail(entry.where,
             entry.key + ": " + e.diagnostics().at(0).message,
             e.diagnostics().at(0).code.c_str());
      }
    }
  }
}

namespace {

/// A basic string of TOML, with escapes.
std::string toml_text(const std::string& value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// Lists are arrays of strings.
std::string toml_value(const Row& row, const std::vector<std::string>& values) {
  if (row.kind == Kind::flag || row.kind == Kind::number) return values.at(0);
  if (row.kind == Kind::text) return toml_text(values.at(0));
  std::string out;
  for (const std::string& value : values) {
    out += (out.empty() ? "" : ", ") + toml_text(value);
  }
  return "[" + out + "]";
}

}  // namespace

std::string dump_config_erased(const CommandTable& table, const void* options) {
  std::string out = "[" + table.text().name + "]\n";
  for (const Row& row : table.rows()) {
    // Arguments without a name and the like cannot be in a file.
    if (find_row(table, row.spec.name) == nullptr) continue;
    const auto value = row.print(options);
    if (row.spec.required && is_missing(value)) continue;
    out += row.spec.name + " = " + toml_value(row, value) + "\n";
  }
  return out;
}

}  // namespace catenary::option
