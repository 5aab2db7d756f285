// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/messages.h"

#include <algorithm>

namespace catenary::engine::concolic {

namespace {

constexpr std::size_t kFewValues = 16;
constexpr std::uint32_t kMostMessages = 4096;

}  // namespace

Messages::Messages(const model::StepSystem& system) {
  for (const model::Variable& v : system.inputs) {
    if (v.names.empty()) continue;
    std::vector<logic::Value> values;
    for (const model::NamedValue& n : v.names) values.push_back(n.value);
    add(v, values);
  }
  if (!choices_.empty()) return;
  for (const model::Variable& v : system.inputs) {
    if (v.exhaustive && v.domain.size() <= kFewValues) add(v, v.domain);
  }
}

void Messages::add(const model::Variable& v,
                   const std::vector<logic::Value>& values) {
  Choice choice;
  choice.offset = v.offset;
  choice.size = model::size_bytes(v.type);
  for (const logic::Value& value : values) {
    classes::Bytes bytes(choice.size);
    model::encode_scalar(v.type, value, bytes.data());
    const auto& known = choice.values;
    if (std::find(known.begin(), known.end(), bytes) == known.end()) {
      choice.values.push_back(std::move(bytes));
    }
  }
  const std::uint64_t product = std::uint64_t{count_} * choice.values.size();
  if (choice.values.size() < 2 || product > kMostMessages) return;
  count_ = static_cast<std::uint32_t>(product);
  choices_.push_back(std::move(choice));
}

void Messages::choose(std::uint32_t m, classes::Bytes& letter) const {
  for (const Choice& c : choices_) {
    const auto n = static_cast<std::uint32_t>(c.values.size());
    const classes::Bytes& value = c.values[m % n];
    m /= n;
    std::copy(value.begin(),
              value.end(),
              letter.begin() + static_cast<std::ptrdiff_t>(c.offset));
  }
}

std::uint32_t Messages::of(const classes::Bytes& letter) const {
  std::uint32_t m = 0, weight = 1;
  for (const Choice& c : choices_) {
    const auto begin = letter.begin() + static_cast<std::ptrdiff_t>(c.offset);
    const auto same = [&](const classes::Bytes& value) {
      return std::equal(value.begin(), value.end(), begin);
    };
    const auto at = std::find_if(c.values.begin(), c.values.end(), same);
    if (at == c.values.end()) return count_;
    m += weight * static_cast<std::uint32_t>(at - c.values.begin());
    weight *= static_cast<std::uint32_t>(c.values.size());
  }
  return m;
}

}  // namespace catenary::engine::concolic
