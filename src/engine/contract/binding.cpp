// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/binding.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Value;
using model::Role;

std::optional<std::uint32_t> position(const std::vector<std::string>& names,
                                      const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - names.begin());
}

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
                             "--map " + entry + ": '" + name + "' is no " +
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
  if (mapped) text = "--map: " + signals.of + " has no signal '" + name + "'";
  throw base::InputError(
      mapped ? base::SourceLocation{} : variable.where,
      text + "; expected " + (mapped ? "" : "--map " + variable.name + "=") +
          "one of " + listed(is_output ? signals.outputs : signals.inputs),
      "option-map");
}

/// A number, as far as it is one.
std::optional<mpq_class> number_of(const Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return mpq_class(value.as_bool() ? 1 : 0);
    case SortKind::integer:
      return mpq_class(value.as_integer());
    case SortKind::real:
      return value.as_real();
    case SortKind::enumeration:
      return mpq_class(value.as_enumerator());
    case SortKind::floating: {
      if (value.sort() != logic::Sort::float32() &&
          value.sort() != logic::Sort::float64()) {
        return std::nullopt;
      }
      const double d = value.as_double();
      if (!std::isfinite(d)) return std::nullopt;
      return mpq_class(d);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

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

std::optional<Value> to_sort(const Value& value, const logic::Sort& sort) {
  if (value.sort() == sort) return value;
  const std::optional<mpq_class> number = number_of(value);
  if (!number) return std::nullopt;
  const bool whole = number->get_den() == 1;
  switch (sort.kind()) {
    case SortKind::boolean:
      if (*number != 0 && *number != 1) return std::nullopt;
      return Value::boolean(*number == 1);
    case SortKind::integer:
      if (!whole) return std::nullopt;
      return Value::integer(number->get_num());
    case SortKind::real:
      return Value::real(*number);
    case SortKind::enumeration:
      if (!whole || *number < 0 ||
          number->get_num() >= sort.enumerators().values.size()) {
        return std::nullopt;
      }
      return Value::enumerator(
          sort.enumeration_decl(),
          static_cast<std::uint32_t>(number->get_num().get_ui()));
    case SortKind::floating: {
      const double d = number->get_d();
      if (mpq_class(d) != *number) return std::nullopt;
      if (sort == logic::Sort::float64()) return Value::float64(d);
      const auto f = static_cast<float>(d);
      if (sort != logic::Sort::float32() || static_cast<double>(f) != d) {
        return std::nullopt;
      }
      return Value::float32(f);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace catenary::engine::contract
