// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binding by name, with the user's exceptions.
#include "engine/contract/monitor/binding.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"

namespace catenary::engine::contract {

namespace {

using model::Role;

/// The index of a name.
std::optional<std::uint32_t> position(const std::vector<std::string>& names,
                                      const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - names.begin());
}

/// Names for a message; "none" if there are none.
std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out.empty() ? "none" : out;
}

/// Entries "VARIABLE=SIGNAL", by variable.
std::map<std::string, std::string> read(const model::Interface& interface,
                                        const std::vector<std::string>& maps) {
  std::map<std::string, std::string> out;
  for (const std::string& entry : maps) {
    const std::size_t equals = entry.find('=');
    if (equals == 0 || equals == std::string::npos ||
        equals + 1 == entry.size()) {
      throw base::InputError(
          {},
          "--map: expected VARIABLE=SIGNAL, found '" + entry + "'",
          "option-map");
    }
    const std::string name = entry.substr(0, equals);
    const auto variable = interface.find_variable(name);
    if (!variable || interface.variables[*variable].role == Role::hidden) {
      std::vector<std::string> observed;
      for (const model::InterfaceVariable& v : interface.variables) {
        if (v.role != Role::hidden) observed.push_back(v.name);
      }
      throw base::InputError({},
                             "--map " + entry + ": '" + name + "' is not an " +
                                 "input or output of the requirements; "
                                 "expected one of " +
                                 listed(observed),
                             "option-map");
    }
    if (!out.emplace(name, entry.substr(equals + 1)).second) {
      throw base::InputError({},
                             "--map " + entry + ": '" + name +
                                 "' is bound twice; expected one --map for a "
                                 "variable",
                             "option-map");
    }
  }
  return out;
}

/// The signal of a variable. An input prefers an input of the system.
Place find(const model::InterfaceVariable& variable,
           const std::string& name,
           bool mapped,
           const SignalNames& signals) {
  const auto output = position(signals.outputs, name);
  if (variable.role == Role::output) {
    if (output) return {Place::Side::output, *output};
  } else {
    const auto input = position(signals.inputs, name);
    if (input) return {Place::Side::input, *input};
    if (output) return {Place::Side::output, *output};
  }
  const bool is_output = variable.role == Role::output;
  std::string text = "no signal of " + signals.of + " stands for the " +
                     model::to_string(variable.role) + " '" + variable.name +
                     "'";
  if (mapped)
    text = "--map: " + signals.of + " does not have a signal '" + name + "'";
  throw base::InputError(
      mapped ? base::SourceLocation{} : variable.where,
      text + "; expected " + (mapped ? "" : "--map " + variable.name + "=") +
          "one of " + listed(is_output ? signals.outputs : signals.inputs),
      "option-map");
}

}  // namespace

std::optional<logic::Value> Binding::to_variable(
    const model::Interface& interface,
    std::uint32_t variable,
    const logic::Value& of_signal) const {
  const logic::Sort& sort = interface.variables[variable].sort();
  if (tables.empty() || tables[variable].empty()) {
    return logic::as_sort(of_signal, sort);
  }
  const std::vector<logic::Value>& table = tables[variable];
  const auto at = std::find(table.begin(), table.end(), of_signal);
  if (at == table.end()) return std::nullopt;
  return logic::nth_value(sort, static_cast<std::uint64_t>(at - table.begin()));
}

std::optional<logic::Value> Binding::to_signal(std::uint32_t variable,
                                               const logic::Value& of_variable,
                                               const logic::Sort& sort) const {
  if (tables.empty() || tables[variable].empty()) {
    return logic::as_sort(of_variable, sort);
  }
  // Booleans and enumerators as positions in the table.
  const auto position = logic::as_sort(of_variable, logic::Sort::integer());
  return tables[variable].at(static_cast<std::size_t>(position->as_int64()));
}

std::optional<std::uint32_t> Binding::variable_of_input(
    std::uint32_t input) const {
  for (std::uint32_t v = 0; v < places.size(); ++v) {
    if (places[v] == Place{Place::Side::input, input}) return v;
  }
  return std::nullopt;
}

Binding bind_signals(const model::Interface& interface,
                     const SignalNames& signals,
                     const std::vector<std::string>& maps) {
  const std::map<std::string, std::string> mapped = read(interface, maps);
  std::map<std::pair<Place::Side, std::uint32_t>, std::string> taken;
  Binding out;
  for (const model::InterfaceVariable& v : interface.variables) {
    if (v.role == Role::hidden) {
      out.places.emplace_back();
      continue;
    }
    const auto entry = mapped.find(v.name);
    const bool is_mapped = entry != mapped.end();
    const std::string& name = is_mapped ? entry->second : v.name;
    const Place place = find(v, name, is_mapped, signals);
    // Two variables of one signal would be a claim that they are always equal.
    const auto [other, is_new] =
        taken.emplace(std::pair{place.side, place.index}, v.name);
    if (!is_new) {
      throw base::InputError({},
                             "'" + name + "' of " + signals.of +
                                 " would stand for '" + other->second +
                                 "' and for '" + v.name +
                                 "'; expected --map to tell them apart",
                             "option-map");
    }
    out.places.push_back(place);
  }
  return out;
}

}  // namespace catenary::engine::contract
