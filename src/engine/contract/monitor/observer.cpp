// SPDX-License-Identifier: Apache-2.0
/// \file
/// Observations through a binding.
#include "engine/contract/monitor/observer.h"

#include "base/error.h"

namespace catenary::engine::contract {

using logic::SortKind;
using logic::Value;
using model::InterfaceVariable;

Observer::Observer(const model::Interface& interface,
                   const suite::Signature& signature,
                   const BindingTexts& texts)
    : interface_(interface),
      signature_(signature),
      binding_(bind_values(interface, signature, texts)) {
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    if (binding_.places[v].side != Place::Side::none) check_type(v, texts.of);
  }
}

const std::string& Observer::signal_of(std::uint32_t variable) const {
  return contract::signal_of(signature_, binding_.places[variable]).name;
}

void Observer::check_type(std::uint32_t variable, const std::string& of) const {
  const InterfaceVariable& v = interface_.variables[variable];
  const suite::Signal& s =
      contract::signal_of(signature_, binding_.places[variable]);
  const SortKind from = s.sort().kind();
  const bool whole = from == SortKind::boolean || from == SortKind::integer ||
                     from == SortKind::enumeration;
  const bool number = from == SortKind::integer || from == SortKind::real ||
                      s.sort() == logic::Sort::float32() ||
                      s.sort() == logic::Sort::float64();
  // Rationals accept any number; all other sorts need discrete values.
  if (v.sort().kind() == SortKind::real ? number : whole) return;
  const char* fits = v.sort().kind() == SortKind::real
                         ? "a number"
                         : "a truth value, an integer or an enumeration";
  throw base::InputError({},
                         "'" + v.name + "' of " + interface_.path +
                             " is of type " + v.sort().to_string() + ", but '" +
                             s.name + "' of " + of + " of type " + s.type +
                             "; expected " + fits,
                         "map-type");
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
    if (const auto value = binding_.to_variable(interface_, v, given)) {
      out.values.back() = *value;
    } else {
      out.unfit.emplace_back(v, given);
    }
  }
  return out;
}

}  // namespace catenary::engine::contract
