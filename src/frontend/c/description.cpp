// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads descriptions with toml++; positions point at the faulty key or value.
#include "frontend/c/description.h"

#include "option/toml_syntax.h"  // before toml++

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "base/text_file.h"
#include "frontend/c/environment/schedule.h"
#include "frontend/c/toml_nodes.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

namespace {

/// Reads one file.
class Reader : NodeReader {
 public:
  Reader(const std::string& text, const std::string& path)
      : NodeReader(text, path) {
    // Reports syntax errors as diagnostics, so that parse() below does not
    // throw.
    option::require_toml(text, path, "toml-syntax");
    table_ = toml::parse(text, path);
  }

  void read(Description& d) const;

 private:
  /// A section of variables: inputs, outputs, parameters, initial choices.
  std::vector<VariableDescription> variables(const toml::node& n,
                                             const std::string& section,
                                             bool with_range) const;
  std::vector<std::pair<std::string, std::int64_t>> value_names(
      const toml::node& n) const;
  /// The section [program]; likewise the functions below for theirs.
  void program(const toml::node& n, Description& d) const;
  void properties(const toml::node& n, Description& d) const;
  void invariants(const toml::node& n, Description& d) const;
  void coverage(const toml::node& n, Description& d) const;
  void interrupts(const toml::node& n, Description& d) const;
  void tasks(const toml::node& n, Description& d) const;
  void time(const toml::node& n, Description& d) const;

  /// A section and what reads it.
  struct Section {
    const char* name;
    void (*read)(const Reader&, const toml::node&, Description&);
  };
  static const std::array<Section, 11> kSections;

  // Refers to nothing else: strings are copied.
  toml::table table_;
};

std::vector<VariableDescription> Reader::variables(const toml::node& n,
                                                   const std::string& section,
                                                   bool with_range) const {
  std::vector<VariableDescription> out;
  for (const auto& row : rows(n, section)) {
    VariableDescription v;
    v.lvalue = row.key;
    const toml::table& t = row.values;
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
    if (const toml::node* names = t.get("names")) v.names = value_names(*names);
    out.push_back(std::move(v));
  }
  return out;
}

// Sorted by value: equal values are neighbours.
std::vector<std::pair<std::string, std::int64_t>> Reader::value_names(
    const toml::node& n) const {
  std::vector<std::pair<std::string, std::int64_t>> out;
  for (const auto& [name, code] : as_table(n, "names")) {
    if (!code.is_integer()) {
      fail(code, "a named value must be an integer", "toml-type");
    }
    out.emplace_back(std::string(name.str()), code.as_integer()->get());
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(a.second, a.first) < std::tie(b.second, b.first);
  });
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i].second == out[i - 1].second) {
      fail(n,
           "'" + out[i - 1].first + "' and '" + out[i].first +
               "' name the same value",
           "toml-names");
    }
  }
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

void Reader::interrupts(const toml::node& n, Description& d) const {
  d.interrupts_where = option::location(path_, n.source());
  for (const auto& row : rows(n, "interrupts")) {
    known_keys(row.values, "'" + row.key.text + "'", {"assume"});
    InterruptDescription interrupt;
    interrupt.call = row.key;
    interrupt.name = called_function(row.key.text);
    if (interrupt.name.empty()) {
      throw base::InputError(row.key.where,
                             "this interrupt has no name; expected a call such "
                             "as \"TIM2_IRQHandler()\"",
                             "interrupt-name");
    }
    if (const toml::node* a = row.values.get("assume")) {
      interrupt.assume = as_code(*a, "assume");
    }
    d.interrupts.push_back(std::move(interrupt));
  }
}

void Reader::tasks(const toml::node& n, Description& d) const {
  d.tasks_where = option::location(path_, n.source());
  for (const auto& row : rows(n, "tasks")) {
    const std::string name = "'" + row.key.text + "'";
    known_keys(row.values, name, {"period", "offset"});
    // A number of steps in [lowest, highest].
    const auto steps = [&](const toml::node& at,
                           const std::string& what,
                           std::int64_t lowest,
                           std::int64_t highest) {
      const auto* value = at.as_integer();
      if (value == nullptr || value->get() < lowest || value->get() > highest) {
        fail(at,
             what + " of " + name + " must be a whole number of steps, from " +
                 std::to_string(lowest) + " to " + std::to_string(highest),
             "toml-type");
      }
      return static_cast<std::uint32_t>(value->get());
    };
    const toml::node* period = row.values.get("period");
    if (period == nullptr) {
      throw base::InputError(row.key.where,
                             "task " + name +
                                 " has no 'period'; expected { period = N }, a "
                                 "number of steps",
                             "toml-missing-key");
    }
    TaskDescription task;
    task.call = row.key;
    task.period = steps(*period, "the period", 1, kLongestCycle);
    if (const toml::node* offset = row.values.get("offset")) {
      task.offset = steps(*offset, "the offset", 0, task.period - 1);
    }
    d.tasks.push_back(std::move(task));
  }
}

void Reader::time(const toml::node& n, Description& d) const {
  const toml::table& t = as_table(n, "[time]");
  known_keys(t, "[time]", {"step_ms", "reset_ms"});
  if (const toml::node* v = t.get("step_ms"))
    d.step_ms = as_number(*v, "step_ms");
  if (const toml::node* v = t.get("reset_ms"))
    d.reset_ms = as_number(*v, "reset_ms");
}

// The order of the sections in the file does not matter.
const std::array<Reader::Section, 11> Reader::kSections = {{
    {"program",
     [](const Reader& r, const toml::node& n, Description& d) {
       r.program(n, d);
     }},
    {"inputs",
     [](const Reader& r, const toml::node& n, Description& d) {
       d.inputs = r.variables(n, "inputs", true);
     }},
    {"outputs",
     [](const Reader& r, const toml::node& n, Description& d) {
       d.outputs = r.variables(n, "outputs", false);
     }},
    {"parameters",
     [](const Reader& r, const toml::node& n, Description& d) {
       d.parameters = r.variables(n, "parameters", true);
     }},
    {"initial",
     [](const Reader& r, const toml::node& n, Description& d) {
       d.initial = r.variables(n, "initial", true);
     }},
    {"interrupts",
     [](const Reader& r, const toml::node& n, Description& d) {
       r.interrupts(n, d);
     }},
    {"tasks",
     [](const Reader& r, const toml::node& n, Description& d) {
       r.tasks(n, d);
     }},
    {"invariant",
     [](const Reader& r, const toml::node& n, Description& d) {
       r.invariants(n, d);
     }},
    {"property",
     [](const Reader& r, const toml::node& n, Description& d) {
       r.properties(n, d);
     }},
    {"coverage",
     [](const Reader& r, const toml::node& n, Description& d) {
       r.coverage(n, d);
     }},
    {"time",
     [](const Reader& r, const toml::node& n, Description& d) {
       r.time(n, d);
     }},
}};

void Reader::read(Description& d) const {
  std::vector<base::Diagnostic> faults;
  // Each section is read, whatever is wrong with others.
  const auto attempt = [&faults](const auto& part) {
    try {
      part();
    } catch (const base::InputError& e) {
      faults.insert(
          faults.end(), e.diagnostics().begin(), e.diagnostics().end());
    }
  };
  attempt([&] {
    std::vector<std::string> names;
    for (const Section& section : kSections) names.emplace_back(section.name);
    known_keys(table_, "the description", names);
  });
  d.path = path_;
  // Paths in the file are relative to it.
  d.directory = std::filesystem::path(path_).parent_path().string();
  if (table_.get("program") == nullptr) {
    faults.push_back({base::Severity::error,
                      {path_, 1, 1},
                      "no [program] section; expected one with 'sources', "
                      "'step' and perhaps 'init'",
                      "toml-missing-key",
                      {}});
  }
  for (const Section& section : kSections) {
    const toml::node* n = table_.get(section.name);
    if (n != nullptr) attempt([&] { section.read(*this, *n, d); });
  }
  if (!faults.empty()) {
    std::ranges::stable_sort(faults, {}, [](const base::Diagnostic& f) {
      return std::pair(f.where.line, f.where.column);
    });
    throw base::InputError(std::move(faults));
  }
  wire_schedule(d);
}

}  // namespace

bool Description::is_cpp() const {
  return !sources.empty() && program::is_cpp(sources.front().text);
}

Description parse_description(const std::string& text,
                              const std::string& path) {
  Description out;
  parse_description(text, path, out);
  return out;
}

void parse_description(const std::string& text,
                       const std::string& path,
                       Description& out) {
  Reader(text, path).read(out);
}

Description read_description(const std::string& path) {
  return parse_description(base::read_text_file(path), path);
}

}  // namespace catenary::frontend::c
