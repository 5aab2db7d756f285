// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls between steps, see events.h.
#include "frontend/c/init/events.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "base/text/letters.h"
#include "frontend/c/init/objects.h"

namespace catenary::frontend::c {

namespace {

using program::Inventory;
using Kind = program::TypeShape::Kind;

/// The name of the variable of this type that a description declares; "": none.
std::string object_of(const Description& d, const std::string& type) {
  if (!d.declare || type.empty()) return "";
  const std::string begin = "static " + type + " ";
  const std::string& text = d.declare->text;
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t name = at + begin.size();
  const std::size_t end = text.find_first_of(";[ =", name);
  return end != std::string::npos && text[end] == ';'
             ? text.substr(name, end - name)
             : "";
}

/// Whether its name says that it ends an object, or prints for debugging.
bool is_no_event(const std::string& name) {
  static constexpr std::array kWords = {
      "deinit", "_exit", "_free", "destroy", "_print", "dump", "debug"};
  const std::string small = base::in_small_letters(name);
  return std::ranges::any_of(kWords, [&](const char* word) {
    return small.find(word) != std::string::npos;
  });
}

/// Writes the calls.
class Events {
 public:
  Events(const Inventory& inventory, Guess& guess)
      : guess_(guess), objects_(inventory, guess) {}

  void add(const Inventory::Function& f, const Candidate& c) {
    if (!is_event(f)) return;
    std::string arguments;
    for (const Inventory::Parameter& p : f.parameters) {
      arguments += (arguments.empty() ? "" : ", ") + argument(f, p);
    }
    guess_.events.push_back({c, f.name + "(" + arguments + ")"});
  }

  /// Adds the declarations to the description.
  void declare() {
    if (objects_.declarations().empty()) return;
    Description& d = guess_.description;
    const std::string before = d.declare ? d.declare->text : "";
    d.declare = Code{before + objects_.declarations(),
                     d.declare ? d.declare->where : guess_.steps[0].where};
  }

 private:
  [[nodiscard]] bool is_event(const Inventory::Function& f) const {
    if (!f.takes_arguments || !f.in_first_unit || !f.has_effect ||
        f.parameters.empty() || is_no_event(f.name)) {
      return false;
    }
    bool changes = false;
    for (const Inventory::Parameter& p : f.parameters) {
      if (p.type.kind == Kind::scalar) continue;
      if (p.type.kind != Kind::pointer || p.type.target != Kind::structure ||
          object_of(guess_.description, p.type.name).empty()) {
        return false;
      }
      changes = changes || (!p.type.is_const && (p.use.written || p.use.other));
    }
    return changes || f.result.kind == Kind::nothing;
  }

  std::string argument(const Inventory::Function& f,
                       const Inventory::Parameter& p) {
    if (p.type.kind == Kind::pointer) {
      return "&" + object_of(guess_.description, p.type.name);
    }
    // Enumerators and macros may have the name of the parameter.
    std::string wanted = f.name + "_" + (p.name.empty() ? "argument" : p.name);
    while (is_declared(wanted)) wanted += "_";
    const std::string name = objects_.number(p.type.name, wanted);
    guess_.inputs.push_back({name, p.type.name, "", false});
    return name;
  }

  [[nodiscard]] bool is_declared(const std::string& name) const {
    const std::optional<Code>& declare = guess_.description.declare;
    return declare &&
           (declare->text.find(" " + name + ";") != std::string::npos ||
            declare->text.find(" " + name + "[") != std::string::npos);
  }

  Guess& guess_;
  ArgumentObjects objects_;
};

}  // namespace

void add_events(const Inventory& inventory, Guess& guess) {
  Events events(inventory, guess);
  for (const Candidate& c : guess.steps) {
    const auto at = std::ranges::find(
        inventory.functions, c.name, &Inventory::Function::name);
    // As many as a person reads.
    constexpr std::size_t kMost = 12;
    if (guess.events.size() == kMost) break;
    if ((c.name == guess.step && guess.equally_likely < 2) ||
        at == inventory.functions.end())
      continue;
    events.add(*at, c);
  }
  // As in the file.
  std::ranges::stable_sort(guess.events, {}, [](const GuessedEvent& e) {
    return e.function.where.line;
  });
  events.declare();
}

void add_start(const Inventory& inventory, Guess& guess) {
  std::optional<Code>& init = guess.description.init;
  static const std::regex call("(\\w+_)init\\((&\\w+)\\);");
  std::smatch found;
  if (!init || !std::regex_search(init->text, found, call)) return;
  const auto named = [&](const std::string& name) {
    return std::ranges::find(
        inventory.functions, name, &Inventory::Function::name);
  };
  const auto start = named(found[1].str() + "enter");
  const auto initialisation = named(found[1].str() + "init");
  if (start == inventory.functions.end() ||
      initialisation == inventory.functions.end() || start->is_called ||
      !start->in_first_unit || start->name == guess.step ||
      start->parameters.size() != 1 || initialisation->parameters.size() != 1) {
    return;
  }
  const program::TypeShape& type = start->parameters[0].type;
  if (type.kind != Kind::pointer || type.target != Kind::structure ||
      type.name != initialisation->parameters[0].type.name) {
    return;
  }
  init->text += " " + start->name + "(" + found[2].str() + ");";
}

}  // namespace catenary::frontend::c
