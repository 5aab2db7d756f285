// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables of values, by name or by position.
#include "engine/contract/monitor/value_tables.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "logic/value/as_sort.h"

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Value;
using model::InterfaceVariable;

/// Throws an error without a position: the command line is at fault.
[[noreturn]] void refuse(std::string message, const char* code) {
  throw base::InputError({}, std::move(message), code);
}

/// Whether values of the variable need a table.
bool has_table(const InterfaceVariable& variable) {
  const SortKind kind = variable.sort().kind();
  return kind == SortKind::boolean || kind == SortKind::enumeration;
}

/// The names of the values of an enumeration, or "false" and "true".
std::vector<std::string> value_names(const InterfaceVariable& variable) {
  if (variable.sort().kind() == SortKind::boolean) return {"false", "true"};
  return variable.sort().enumerators().values;
}

/// The value of a signal with this name. The last part of a name with a path,
/// "port.push", is enough if it is unambiguous.
std::optional<Value> named(const suite::Signal& signal,
                           const std::string& name) {
  std::optional<Value> by_end;
  bool is_unique = true;
  for (const auto& [known, value] : signal.names) {
    if (known == name) return value;
    if (!known.ends_with("." + name)) continue;
    is_unique = !by_end.has_value();
    by_end = value;
  }
  if (by_end && is_unique) return by_end;
  if (signal.enumeration == nullptr) return std::nullopt;
  const auto& names = signal.enumeration->values;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return Value::enumerator(signal.enumeration,
                           static_cast<std::uint32_t>(found - names.begin()));
}

/// A value of the signal, by name or as its type is written.
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

/// Fills Binding::tables.
class TableMaker {
 public:
  TableMaker(const model::Interface& interface,
             const suite::Signature& signature,
             Binding& binding)
      : interface_(interface), signature_(signature), binding_(binding) {}

  void make(const std::vector<std::string>& values);

 private:
  /// By name if the signal has some of the names, otherwise by position.
  void fill_table(std::uint32_t variable);
  /// One entry of BindingTexts::values.
  void apply(const std::string& entry);
  /// Throws for a value that nothing stands for.
  void check_missing() const;
  /// Throws if two values of a variable share a value of the signal.
  void check_tables() const;

  const model::Interface& interface_;
  const suite::Signature& signature_;
  Binding& binding_;
  /// Values, by variable and position, that no value of the signal stands for.
  std::set<std::pair<std::uint32_t, std::size_t>> missing_;
};

void TableMaker::make(const std::vector<std::string>& values) {
  binding_.tables.resize(interface_.variables.size());
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (binding_.places[v].side == Place::Side::none) continue;
    if (has_table(interface_.variables[v])) fill_table(v);
  }
  for (const std::string& entry : values) apply(entry);
  check_missing();
  check_tables();
}

/// By name if the signal has some of the names; then every value needs a name,
/// or an entry of the user.
void TableMaker::fill_table(std::uint32_t variable) {
  const InterfaceVariable& v = interface_.variables[variable];
  const suite::Signal& s = signal_of(signature_, binding_.places[variable]);
  const std::vector<std::string> names = value_names(v);
  std::vector<std::optional<Value>> by_name;
  bool any = false;
  for (const std::string& name : names) {
    by_name.push_back(named(s, name));
    any = any || by_name.back().has_value();
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (any) {
      // A partial match is more likely a misspelling than a coincidence, so
      // positions are not used.
      if (!by_name[i]) missing_.emplace(variable, i);
      binding_.tables[variable].push_back(by_name[i] ? *by_name[i] : Value());
      continue;
    }
    const auto value =
        logic::as_sort(Value::integer(static_cast<long long>(i)), s.sort());
    // The signal's type is too small: use a value that no signal has.
    binding_.tables[variable].push_back(
        value ? *value : Value::integer(static_cast<long long>(i)));
  }
}

void TableMaker::check_missing() const {
  if (missing_.empty()) return;
  const auto& [v, i] = *missing_.begin();
  const InterfaceVariable& variable = interface_.variables[v];
  const suite::Signal& s = signal_of(signature_, binding_.places[v]);
  std::string known;
  for (const auto& [name, value] : s.names) {
    known += (known.empty() ? "" : ", ") + name;
  }
  const std::string name = variable.name + "." + value_names(variable)[i];
  refuse("'" + name + "': '" + s.name + "' has no value of that name" +
             (known.empty() ? "" : ", it has " + known) +
             "; expected --map-value " + name + "=VALUE",
         "map-value");
}

void TableMaker::apply(const std::string& entry) {
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
  if (!found || binding_.tables[*found].empty()) {
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
  const suite::Signal& s = signal_of(signature_, binding_.places[*found]);
  const auto value = parsed(s, text);
  if (!value) {
    refuse("--map-value '" + entry + "': '" + text +
               "' is not a value of the signal '" + s.name + "' of type " +
               s.type,
           "map-value");
  }
  const auto position = static_cast<std::size_t>(at - names.begin());
  binding_.tables[*found][position] = *value;
  missing_.erase({*found, position});
}

void TableMaker::check_tables() const {
  for (std::uint32_t v = 0; v < binding_.tables.size(); ++v) {
    const std::vector<Value>& table = binding_.tables[v];
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
                 signal_of(signature_, binding_.places[v]).name +
                 "'; expected --map-value for both",
             "map-value");
    }
  }
}

}  // namespace

const suite::Signal& signal_of(const suite::Signature& signature,
                               const Place& place) {
  CATENARY_CHECK(place.side != Place::Side::none, "a variable without signal");
  return (place.side == Place::Side::input ? signature.inputs
                                           : signature.outputs)[place.index];
}

Binding bind_values(const model::Interface& interface,
                    const suite::Signature& signature,
                    const BindingTexts& texts) {
  SignalNames names;
  names.of = texts.of;
  for (const suite::Signal& s : signature.inputs)
    names.inputs.push_back(s.name);
  for (const suite::Signal& s : signature.outputs) {
    names.outputs.push_back(s.name);
  }
  Binding out = bind_signals(interface, names, texts.maps);
  TableMaker(interface, signature, out).make(texts.values);
  return out;
}

}  // namespace catenary::engine::contract
