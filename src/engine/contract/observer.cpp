// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/observer.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "logic/value/as_sort.h"

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Value;
using model::InterfaceVariable;

[[noreturn]] void refuse(std::string message, const char* code) {
  throw base::InputError({}, std::move(message), code);
}

bool has_table(const InterfaceVariable& variable) {
  const SortKind kind = variable.sort().kind();
  return kind == SortKind::boolean || kind == SortKind::enumeration;
}

/// Names of the values of an enumeration, or of truth values.
std::vector<std::string> value_names(const InterfaceVariable& variable) {
  if (variable.sort().kind() == SortKind::boolean) return {"false", "true"};
  return variable.sort().enumerators().values;
}

Value value_at(const InterfaceVariable& variable, std::size_t index) {
  if (variable.sort().kind() == SortKind::boolean) {
    return Value::boolean(index == 1);
  }
  return Value::enumerator(variable.sort().enumeration_decl(),
                           static_cast<std::uint32_t>(index));
}

/// The value of a signal that has this name.
std::optional<Value> named(const suite::Signal& signal,
                           const std::string& name) {
  for (const auto& [known, value] : signal.names) {
    if (known == name) return value;
  }
  if (signal.enumeration == nullptr) return std::nullopt;
  const auto& names = signal.enumeration->values;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return Value::enumerator(signal.enumeration,
                           static_cast<std::uint32_t>(found - names.begin()));
}

/// A name of a value of the signal, or how values of its type are written.
std::optional<Value> parsed(const suite::Signal& signal,
                            const std::string& text) {
  if (const auto value = named(signal, text)) return value;
  try {
    Value value = logic::parse_value(signal.sort(), text);
    if (signal.fits(value)) return value;
  } catch (const base::InputError&) {
    return std::nullopt;  // the caller knows a better message
  }
  return std::nullopt;
}

}  // namespace

Observer::Observer(const model::Interface& interface,
                   const suite::Signature& signature,
                   const BindingTexts& texts)
    : interface_(interface),
      signature_(signature),
      tables_(interface.variables.size()) {
  SignalNames names;
  names.of = texts.of;
  for (const suite::Signal& s : signature.inputs)
    names.inputs.push_back(s.name);
  for (const suite::Signal& s : signature.outputs) {
    names.outputs.push_back(s.name);
  }
  binding_ = bind_signals(interface, names, texts.maps);
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    if (binding_.places[v].side == Place::Side::none) continue;
    check_type(v, texts.of);
    if (has_table(interface.variables[v])) fill_table(v);
  }
  for (const std::string& entry : texts.values) apply(entry);
  check_tables();
}

const suite::Signal& Observer::signal(std::uint32_t variable) const {
  const Place& place = binding_.places[variable];
  CATENARY_CHECK(place.side != Place::Side::none, "a variable without signal");
  return (place.side == Place::Side::input ? signature_.inputs
                                           : signature_.outputs)[place.index];
}

const std::string& Observer::signal_of(std::uint32_t variable) const {
  return signal(variable).name;
}

void Observer::check_type(std::uint32_t variable, const std::string& of) const {
  const InterfaceVariable& v = interface_.variables[variable];
  const suite::Signal& s = signal(variable);
  const SortKind from = s.sort().kind();
  const bool whole = from == SortKind::boolean || from == SortKind::integer ||
                     from == SortKind::enumeration;
  const bool number = from == SortKind::integer || from == SortKind::real ||
                      s.sort() == logic::Sort::float32() ||
                      s.sort() == logic::Sort::float64();
  if (v.sort().kind() == SortKind::real ? number : whole) return;
  const char* fits = v.sort().kind() == SortKind::real
                         ? "a number"
                         : "a truth value, an integer or an enumeration";
  refuse("'" + v.name + "' of " + interface_.path + " is of type " +
             v.sort().to_string() + ", but '" + s.name + "' of " + of +
             " of type " + s.type + "; expected " + fits,
         "map-type");
}

void Observer::fill_table(std::uint32_t variable) {
  const InterfaceVariable& v = interface_.variables[variable];
  const suite::Signal& s = signal(variable);
  const std::vector<std::string> names = value_names(v);
  Table by_name;
  for (const std::string& name : names) {
    if (const auto value = named(s, name)) by_name.push_back(*value);
  }
  if (by_name.size() == names.size()) {
    tables_[variable] = std::move(by_name);
    return;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto value =
        logic::as_sort(Value::integer(static_cast<long long>(i)), s.sort());
    // Of a smaller type: a value that no signal has.
    tables_[variable].push_back(
        value ? *value : Value::integer(static_cast<long long>(i)));
  }
}

void Observer::apply(const std::string& entry) {
  const std::size_t equals = entry.find('=');
  const std::size_t dot = entry.rfind('.', equals);
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 ||
      equals < dot + 2 || equals + 1 == entry.size()) {
    refuse("--map-value '" + entry +
               "': expected VARIABLE.NAME=VALUE, e.g. mode.NORMAL=3",
           "option-value");
  }
  const std::string variable = entry.substr(0, dot);
  const std::string name = entry.substr(dot + 1, equals - dot - 1);
  const std::string text = entry.substr(equals + 1);
  const auto found = interface_.find_variable(variable);
  if (!found || tables_[*found].empty()) {
    refuse("--map-value '" + entry + "': " + interface_.path +
               " has no input or output '" + variable +
               "' that is a truth value or of an enumeration",
           "map-value");
  }
  const std::vector<std::string> names =
      value_names(interface_.variables[*found]);
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    refuse("--map-value '" + entry + "': '" + variable + "' has no value '" +
               name + "'",
           "map-value");
  }
  const suite::Signal& s = signal(*found);
  const auto value = parsed(s, text);
  if (!value) {
    refuse("--map-value '" + entry + "': '" + text +
               "' is no value of the signal '" + s.name + "' of type " + s.type,
           "map-value");
  }
  tables_[*found][static_cast<std::size_t>(at - names.begin())] = *value;
}

void Observer::check_tables() const {
  for (std::uint32_t v = 0; v < tables_.size(); ++v) {
    const Table& table = tables_[v];
    for (std::size_t b = 0; b < table.size(); ++b) {
      const auto a = std::find(table.begin(),
                               table.begin() + static_cast<std::ptrdiff_t>(b),
                               table[b]);
      if (a == table.begin() + static_cast<std::ptrdiff_t>(b)) continue;
      const InterfaceVariable& variable = interface_.variables[v];
      const std::vector<std::string> names = value_names(variable);
      refuse("'" + variable.name + "." +
                 names[static_cast<std::size_t>(a - table.begin())] +
                 "' and '" + variable.name + "." + names[b] +
                 "' would both be " + table[b].to_string() + " of '" +
                 signal(v).name + "'; expected --map-value for both",
             "map-value");
    }
  }
}

std::optional<Value> Observer::read(std::uint32_t variable,
                                    const Value& of_signal) const {
  const InterfaceVariable& v = interface_.variables[variable];
  if (!has_table(v)) return logic::as_sort(of_signal, v.sort());
  const Table& table = tables_[variable];
  const auto at = std::find(table.begin(), table.end(), of_signal);
  if (at == table.end()) return std::nullopt;
  return value_at(v, static_cast<std::size_t>(at - table.begin()));
}

Observation Observer::observe(
    std::span<const Value> inputs,
    std::span<const std::optional<Value>> outputs) const {
  Observation out;
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    out.values.push_back(logic::default_value(interface_.variables[v].sort()));
    const Place& place = binding_.places[v];
    if (place.side == Place::Side::none) continue;
    const bool is_input = place.side == Place::Side::input;
    if (!is_input && !outputs[place.index]) {
      out.missing.push_back(v);
      continue;
    }
    const Value& given = is_input ? inputs[place.index] : *outputs[place.index];
    if (const auto value = read(v, given)) {
      out.values.back() = *value;
    } else {
      out.unfit.emplace_back(v, given);
    }
  }
  return out;
}

}  // namespace catenary::engine::contract
