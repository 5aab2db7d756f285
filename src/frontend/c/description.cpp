// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads descriptions with toml++; positions point at the faulty key or value.
#include "frontend/c/description.h"

#include "option/toml_syntax.h"  // before toml++

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string_view>

#include "base/text_file.h"
#include "frontend/c/string_places.h"
#include "option/suggest.h"
#include "option/toml_location.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

namespace {

/// Reads one file. Methods as_… check the type of a node and throw.
class Reader {
 public:
  Reader(const std::string& text, const std::string& path)
      : path_(path), strings_(text) {
    // Reports syntax errors as diagnostics, so that parse() below does not
    // throw.
    option::require_toml(text, path, "toml-syntax");
    table_ = toml::parse(text, path);
  }

  Description read();

 private:
  [[noreturn]] void fail(const toml::node& at,
                         const std::string& message,
                         const std::string& code) const {
    throw base::InputError(option::location(path_, at.source()), message, code);
  }

  /// Throws for a key that is not known, with the most similar known one.
  void known_keys(const toml::table& t,
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
  const toml::table& as_table(const toml::node& n,
                              const std::string& what) const {
    if (!n.is_table()) fail(n, what + " must be a table", "toml-type");
    return *n.as_table();
  }
  std::string as_string(const toml::node& n, const std::string& what) const {
    if (!n.is_string()) fail(n, what + " must be a string", "toml-type");
    return n.as_string()->get();
  }
  /// An array of strings; a single string is not one.
  std::vector<std::string> as_strings(const toml::node& n,
                                      const std::string& what) const {
    if (!n.is_array())
      fail(n, what + " must be an array of strings", "toml-type");
    std::vector<std::string> out;
    for (const toml::node& e : *n.as_array()) out.push_back(as_string(e, what));
    return out;
  }
  // Written so that a NaN is refused.
  double as_number(const toml::node& n, const std::string& what) const {
    const std::optional<double> value = n.value<double>();
    if (!value || !(*value >= 0) || !std::isfinite(*value)) {
      fail(n, what + " must be a number that is not negative", "toml-type");
    }
    return *value;
  }

  /// A member that is true or false; false where it is absent.
  bool truth(const toml::table& t, const std::string& key) const {
    const toml::node* n = t.get(key);
    if (n == nullptr) return false;
    if (!n->is_boolean()) fail(*n, key + " must be true or false", "toml-type");
    return n->as_boolean()->get();
  }

  /// A piece of C with the place of its first character.
  Code as_code(const toml::node& n, const std::string& what) const {
    return {as_string(n, what),
            strings_.content(option::location(path_, n.source()))};
  }
  /// One or several pieces: a string stands for an array with itself.
  std::vector<Code> as_codes(const toml::node& n,
                             const std::string& what) const {
    if (n.is_string()) return {as_code(n, what)};
    if (!n.is_array()) {
      fail(n, what + " must be a string or an array of strings", "toml-type");
    }
    std::vector<Code> out;
    for (const toml::node& e : *n.as_array()) out.push_back(as_code(e, what));
    return out;
  }

  /// A bound as text, so that integers of 64 bits stay exact.
  Number number(const toml::node& n) const {
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

  /// A section of variables: inputs, outputs, parameters, initial choices.
  std::vector<VariableDescription> variables(const toml::node& n,
                                             const std::string& section,
                                             bool with_range) const;
  /// The section [program]; likewise the functions below for theirs.
  void program(const toml::node& n, Description& d) const;
  void properties(const toml::node& n, Description& d) const;
  void invariants(const toml::node& n, Description& d) const;
  void coverage(const toml::node& n, Description& d) const;

  std::string path_;
  StringPlaces strings_;
  // Refers to nothing else: strings are copied.
  toml::table table_;
};

// TOML's tables are sorted by name, so the order is restored by position.
std::vector<VariableDescription> Reader::variables(const toml::node& n,
                                                   const std::string& section,
                                                   bool with_range) const {
  std::vector<std::pair<base::SourceLocation, VariableDescription>> ordered;
  for (const auto& [key, value] : as_table(n, "[" + section + "]")) {
    VariableDescription v;
    v.lvalue = {std::string(key.str()),
                strings_.content(option::location(path_, key.source()))};
    const toml::table& t =
        as_table(value, "'" + v.lvalue.text + "' in [" + section + "]");
    std::vector<std::string> keys = {"names", "unit"};
    // Outputs have no range, since the program chooses them.
    if (with_range) keys.push_back("range");
    known_keys(t, "'" + v.lvalue.text + "'", keys);
    if (const toml::node* range = t.get("range")) {
      const toml::array* a = range->as_array();
      if (a == nullptr || a->size() != 2) {
        fail(*range, "a range is [lowest, highest]", "toml-type");
      }
      v.lo = number(*a->get(0));
      v.hi = number(*a->get(1));
      v.range_where = option::location(path_, range->source());
    }
    if (const toml::node* unit = t.get("unit"))
      v.unit = as_string(*unit, "unit");
    if (const toml::node* names = t.get("names")) {
      for (const auto& [name, code] : as_table(*names, "names")) {
        if (!code.is_integer()) {
          fail(code, "a named value must be an integer", "toml-type");
        }
        v.names.emplace_back(std::string(name.str()), code.as_integer()->get());
      }
      std::sort(
          v.names.begin(), v.names.end(), [](const auto& a, const auto& b) {
            return std::tie(a.second, a.first) < std::tie(b.second, b.first);
          });
      // Sorted by value: equal values are neighbours.
      for (std::size_t i = 1; i < v.names.size(); ++i) {
        if (v.names[i].second == v.names[i - 1].second) {
          fail(*names,
               "'" + v.names[i - 1].first + "' and '" + v.names[i].first +
                   "' name the same value",
               "toml-names");
        }
      }
    }
    ordered.emplace_back(option::location(path_, key.source()), std::move(v));
  }
  // In the order of the file: the order of inputs decides which of two equally
  // short runs is found.
  std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.line, a.first.column) <
           std::tie(b.first.line, b.first.column);
  });
  std::vector<VariableDescription> out;
  for (auto& [at, v] : ordered) out.push_back(std::move(v));
  return out;
}

void Reader::program(const toml::node& n, Description& d) const {
  const toml::table& t = as_table(n, "[program]");
  known_keys(t,
             "[program]",
             {"sources",
              "flags",
              "compile_commands",
              "redefine",
              "rename_main",
              "stub_missing",
              "declare",
              "init",
              "step",
              "assume",
              "final"});
  // Where the section is, for errors about missing keys that are found later.
  d.program_where = option::location(path_, n.source());
  if (const toml::node* c = t.get("compile_commands")) {
    d.compile_commands = as_code(*c, "compile_commands");
  }
  const toml::node* sources = t.get("sources");
  // With a compilation database the sources may be those listed there.
  if (sources == nullptr && !d.compile_commands) {
    fail(n,
         "[program] has no 'sources'; expected sources = [\"file.c\"]",
         "toml-missing-key");
  }
  if (sources != nullptr) {
    d.sources = as_codes(*sources, "sources");
    if (d.sources.empty())
      fail(*sources, "'sources' is empty", "toml-missing-key");
  }
  if (const toml::node* f = t.get("flags")) d.flags = as_strings(*f, "flags");
  if (const toml::node* r = t.get("redefine")) {
    d.redefine_where = option::location(path_, r->source());
    for (const auto& [key, value] : as_table(*r, "redefine")) {
      d.redefine[std::string(key.str())] = as_string(value, "a redefinition");
    }
  }
  d.rename_main = truth(t, "rename_main");
  d.stub_missing = truth(t, "stub_missing");
  if (const toml::node* c = t.get("declare"))
    d.declare = as_code(*c, "declare");
  if (const toml::node* c = t.get("init")) d.init = as_code(*c, "init");
  if (const toml::node* c = t.get("step")) d.step = as_code(*c, "step");
  if (const toml::node* c = t.get("final"))
    d.final_state = as_code(*c, "final");
  if (const toml::node* c = t.get("assume")) d.assume = as_codes(*c, "assume");
}

void Reader::properties(const toml::node& n, Description& d) const {
  if (!n.is_array_of_tables()) {
    // A table [property] would hold one property only.
    fail(n, "properties are written [[property]]", "toml-type");
  }
  // Ids are unique over all properties, since suites refer to them.
  std::set<std::string> ids;
  for (const toml::node& e : *n.as_array()) {
    const toml::table& t = *e.as_table();
    known_keys(
        t, "[[property]]", {"id", "text", "requirements", "when", "then"});
    PropertyDescription p;
    p.where = option::location(path_, e.source());
    const toml::node* id = t.get("id");
    if (id == nullptr) fail(e, "a property needs an 'id'", "toml-missing-key");
    p.id = as_string(*id, "id");
    if (p.id.empty()) fail(*id, "a property's id is empty", "toml-missing-key");
    if (!ids.insert(p.id).second) {
      fail(*id, "a property '" + p.id + "' was defined before", "duplicate-id");
    }
    if (const toml::node* x = t.get("text")) p.text = as_string(*x, "text");
    if (const toml::node* r = t.get("requirements")) {
      p.requirements = as_strings(*r, "requirements");
    }
    const toml::node* when = t.get("when");
    if (when == nullptr) {
      fail(e, "property '" + p.id + "' has no 'when'", "toml-missing-key");
    }
    p.when = as_codes(*when, "when");
    // An empty list would be a property that is never of interest.
    if (p.when.empty()) fail(*when, "'when' is empty", "toml-missing-key");
    if (const toml::node* x = t.get("then")) p.then = as_code(*x, "then");
    d.properties.push_back(std::move(p));
  }
}

void Reader::invariants(const toml::node& n, Description& d) const {
  if (!n.is_array_of_tables()) {
    fail(n, "invariants are written [[invariant]]", "toml-type");
  }
  for (const toml::node& e : *n.as_array()) {
    const toml::table& t = *e.as_table();
    known_keys(t, "[[invariant]]", {"when"});
    const toml::node* when = t.get("when");
    if (when == nullptr)
      fail(e, "an invariant needs 'when'", "toml-missing-key");
    d.invariants.push_back({as_code(*when, "when"), "", ""});
  }
}

void Reader::coverage(const toml::node& n, Description& d) const {
  const toml::table& t = as_table(n, "[coverage]");
  known_keys(t, "[coverage]", {"criteria", "unroll"});
  // The section alone is a choice, even without criteria.
  d.has_coverage = true;
  d.coverage_where = option::location(path_, n.source());
  if (const toml::node* c = t.get("criteria")) {
    d.criteria = as_strings(*c, "criteria");
    d.coverage_where = option::location(path_, c->source());
  }
  if (const toml::node* u = t.get("unroll")) {
    // Read as a number, so that "unroll = 1e3" is accepted.
    constexpr double kMostUnroll = 1e6;
    const double unroll = as_number(*u, "unroll");
    if (unroll > kMostUnroll) {
      fail(*u, "unroll must be at most 1000000", "toml-type");
    }
    if (unroll < 1) fail(*u, "unroll must be at least 1", "toml-type");
    d.unroll = static_cast<std::uint32_t>(unroll);
  }
}

Description Reader::read() {
  known_keys(table_,
             "the description",
             {"program",
              "inputs",
              "outputs",
              "parameters",
              "initial",
              "invariant",
              "property",
              "coverage",
              "time"});
  Description d;
  d.path = path_;
  // Paths in the file are relative to it.
  d.directory = std::filesystem::path(path_).parent_path().string();
  // The order of the sections in the file does not matter.
  const toml::node* p = table_.get("program");
  if (p == nullptr) {
    throw base::InputError({path_, 1, 1},
                           "no [program] section; expected one with 'sources', "
                           "'step' and perhaps 'init'",
                           "toml-missing-key");
  }
  program(*p, d);
  if (const toml::node* n = table_.get("inputs"))
    d.inputs = variables(*n, "inputs", true);
  if (const toml::node* n = table_.get("outputs"))
    d.outputs = variables(*n, "outputs", false);
  if (const toml::node* n = table_.get("parameters")) {
    d.parameters = variables(*n, "parameters", true);
  }
  if (const toml::node* n = table_.get("initial"))
    d.initial = variables(*n, "initial", true);
  if (const toml::node* n = table_.get("property")) properties(*n, d);
  if (const toml::node* n = table_.get("invariant")) invariants(*n, d);
  if (const toml::node* n = table_.get("coverage")) coverage(*n, d);
  if (const toml::node* n = table_.get("time")) {
    const toml::table& t = as_table(*n, "[time]");
    known_keys(t, "[time]", {"step_ms", "reset_ms"});
    if (const toml::node* v = t.get("step_ms"))
      d.step_ms = as_number(*v, "step_ms");
    if (const toml::node* v = t.get("reset_ms"))
      d.reset_ms = as_number(*v, "reset_ms");
  }
  return d;
}

}  // namespace

bool Description::is_cpp() const {
  return !sources.empty() && program::is_cpp(sources.front().text);
}

Description parse_description(const std::string& text,
                              const std::string& path) {
  return Reader(text, path).read();
}

Description read_description(const std::string& path) {
  return parse_description(base::read_text_file(path), path);
}

}  // namespace catenary::frontend::c
