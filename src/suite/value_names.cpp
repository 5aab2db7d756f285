// SPDX-License-Identifier: Apache-2.0
#include "suite/value_names.h"

#include <algorithm>

#include "logic/value/as_sort.h"

namespace catenary::suite {

namespace {

using logic::Value;

bool is_same(const Value& a, const Value& b) {
  return logic::as_sort(a, b.sort()) == b;
}

const std::string* find_name(const NamedValues& names, const Value& value) {
  const auto at = std::ranges::find_if(
      names, [&value](const auto& n) { return is_same(value, n.second); });
  return at == names.end() ? nullptr : &at->first;
}

const Value* find_value(const NamedValues& names, const std::string& name) {
  const auto at =
      std::ranges::find(names, name, &NamedValues::value_type::first);
  return at == names.end() ? nullptr : &at->second;
}

}  // namespace

NamedValues named_values(const Signal& signal) {
  if (signal.enumeration == nullptr) return signal.names;
  NamedValues out;
  for (std::uint32_t k = 0; k < signal.enumeration->values.size(); ++k) {
    out.emplace_back(signal.enumeration->values[k],
                     Value::enumerator(signal.enumeration, k));
  }
  return out;
}

NamedValues named_values(const model::Variable& variable) {
  NamedValues out;
  for (const model::NamedValue& n : variable.names) {
    out.emplace_back(n.name, n.value);
  }
  return out;
}

ValueNames::ValueNames(NamedValues from, NamedValues to)
    : from_(std::move(from)), to_(std::move(to)) {
  for (const auto& [name, value] : from_) {
    const Value* other = find_value(to_, name);
    if (other == nullptr) continue;
    has_common_ = true;
    same_numbers_ = same_numbers_ && is_same(value, *other);
  }
}

std::optional<Value> ValueNames::translate(const Value& value) const {
  // Names that have nothing to do with each other are for people only.
  if (!has_common_) return value;
  const std::string* here = find_name(from_, value);
  const Value* other = here == nullptr ? nullptr : find_value(to_, *here);
  if (other != nullptr) return *other;
  const std::string* there = find_name(to_, value);
  if (here != nullptr && there != nullptr) return std::nullopt;
  if (here == nullptr && there == nullptr) return value;
  return same_numbers_ ? std::optional(value) : std::nullopt;
}

std::string ValueNames::name_of(const Value& value) const {
  const std::string* name = find_name(from_, value);
  return name == nullptr ? "" : *name;
}

}  // namespace catenary::suite
