// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of a TOML description with their places: strings, numbers, C text,
/// rows of sections. `Node` is a toml::node and `Table` a toml::table; headers
/// do not include toml++.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "frontend/c/description.h"
#include "frontend/c/string_places.h"
#include "option/suggest.h"
#include "option/toml_location.h"

namespace catenary::frontend::c {

/// Reads the nodes of one file. Methods as_… check the type of a node; all
/// throw base::InputError with its place.
class NodeReader {
 protected:
  /// `path` is for positions. Copies both.
  NodeReader(const std::string& text, const std::string& path)
      : path_(path), strings_(text) {}

  template <typename Node>
  [[noreturn]] void fail(const Node& at,
                         const std::string& message,
                         const std::string& code) const {
    throw base::InputError(option::location(path_, at.source()), message, code);
  }

  /// Throws for a key that is not known, with the most similar known one.
  template <typename Table>
  void known_keys(const Table& t,
                  const std::string& name,
                  const std::vector<std::string>& keys) const {
    for (const auto& [key, value] : t) {
      const std::string word(key.str());
      if (std::find(keys.begin(), keys.end(), word) != keys.end()) continue;
      // A misspelt key gets a suggestion, others the list of keys.
      const std::string nearest = option::nearest(word, keys);
      std::string all;
      for (const std::string& k : keys) all += (all.empty() ? "" : ", ") + k;
      throw base::InputError(
          option::location(path_, key.source()),
          "unknown key '" + word + "' in " + name + "; " +
              (nearest.empty() ? "expected one of " + all
                               : "did you mean '" + nearest + "'?"),
          "toml-unknown-key");
    }
  }

  /// The node as a table. `what` names it in the message, here and below.
  template <typename Node>
  const auto& as_table(const Node& n, const std::string& what) const {
    if (!n.is_table()) fail(n, what + " must be a table", "toml-type");
    return *n.as_table();
  }
  template <typename Node>
  std::string as_string(const Node& n, const std::string& what) const {
    if (!n.is_string()) fail(n, what + " must be a string", "toml-type");
    return n.as_string()->get();
  }
  /// An array of strings; a single string is not one.
  template <typename Node>
  std::vector<std::string> as_strings(const Node& n,
                                      const std::string& what) const {
    if (!n.is_array())
      fail(n, what + " must be an array of strings", "toml-type");
    std::vector<std::string> out;
    for (const auto& e : *n.as_array()) out.push_back(as_string(e, what));
    return out;
  }
  // Written so that a NaN is refused.
  template <typename Node>
  double as_number(const Node& n, const std::string& what) const {
    const std::optional<double> value = n.template value<double>();
    if (!value || !(*value >= 0) || !std::isfinite(*value)) {
      fail(n, what + " must be a number that is not negative", "toml-type");
    }
    return *value;
  }

  /// A member that is true or false; false where it is absent.
  template <typename Table>
  bool truth(const Table& t, const std::string& key) const {
    const auto* n = t.get(key);
    if (n == nullptr) return false;
    if (!n->is_boolean()) fail(*n, key + " must be true or false", "toml-type");
    return n->as_boolean()->get();
  }

  /// A piece of C with the place of its first character.
  template <typename Node>
  Code as_code(const Node& n, const std::string& what) const {
    return {as_string(n, what),
            strings_.content(option::location(path_, n.source()))};
  }
  /// One or several pieces: a string stands for an array with itself.
  template <typename Node>
  std::vector<Code> as_codes(const Node& n, const std::string& what) const {
    if (n.is_string()) return {as_code(n, what)};
    if (!n.is_array()) {
      fail(n, what + " must be a string or an array of strings", "toml-type");
    }
    std::vector<Code> out;
    for (const auto& e : *n.as_array()) out.push_back(as_code(e, what));
    return out;
  }

  /// A row of a section whose keys are C text.
  template <typename Table>
  struct Row {
    Code key;
    const Table& values;
  };
  /// The rows in the order of the file: toml++ sorts them by name.
  template <typename Node>
  auto rows(const Node& n, const std::string& section) const {
    const auto& table = as_table(n, "[" + section + "]");
    using Rows = std::vector<Row<std::remove_cvref_t<decltype(table)>>>;
    Rows out;
    for (const auto& [key, value] : table) {
      const std::string text(key.str());
      out.push_back(
          {{text, strings_.content(option::location(path_, key.source()))},
           as_table(value, "'" + text + "' in [" + section + "]")});
    }
    // The order of inputs decides which of two equally short runs is found,
    // that of calls what they do.
    std::vector<std::size_t> order(out.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tie(out[a].key.where.line, out[a].key.where.column) <
             std::tie(out[b].key.where.line, out[b].key.where.column);
    });
    Rows sorted;
    for (const std::size_t k : order) sorted.push_back(out[k]);
    return sorted;
  }

  /// A bound as text, so that integers of 64 bits stay exact.
  template <typename Node>
  Number number(const Node& n) const {
    if (const auto* i = n.as_integer()) return {std::to_string(i->get()), true};
    if (const auto* f = n.as_floating_point();
        f != nullptr && std::isfinite(f->get())) {
      char text[64];
      // 17 digits identify a double.
      std::snprintf(text, sizeof text, "%.17g", f->get());
      return {text, false};
    }
    fail(n, "a range bound must be a finite number", "toml-type");
  }

  std::string path_;
  StringPlaces strings_;
};

}  // namespace catenary::frontend::c
