// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/process/trace_bytes.h"

#include <cstring>

#include "base/check.h"
#include "model/step/input_value.h"

namespace catenary::engine::reach {

void ByteWriter::number(std::uint64_t n) {
  bytes_.append(reinterpret_cast<const char*>(&n), sizeof n);
}

void ByteWriter::text(const std::string& t) {
  number(t.size());
  bytes_ += t;
}

void ByteWriter::values(const std::vector<model::Variable>& variables,
                        const std::vector<logic::Value>& list) {
  // A shorter list would shift everything that follows.
  CATENARY_CHECK(variables.size() == list.size(), "a value for each variable");
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::byte packed[8] = {};
    model::encode_scalar(variables[i].type, list[i], packed);
    bytes_.append(reinterpret_cast<const char*>(packed), sizeof packed);
  }
}

void ByteWriter::trace(const model::StepSystem& system, const model::Trace& t) {
  values(system.initial, t.initial);
  number(t.steps.size());
  for (const auto& step : t.steps) values(system.inputs, step);
}

std::string_view ByteReader::take(std::size_t size) {
  // Lengths come from the other process, so they are checked.
  CATENARY_CHECK(size <= bytes_.size(), "a message is complete");
  const std::string_view part = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  return part;
}

std::uint64_t ByteReader::number() {
  std::uint64_t n = 0;
  std::memcpy(&n, take(sizeof n).data(), sizeof n);
  return n;
}

std::string ByteReader::text() {
  const std::uint64_t size = number();
  return std::string(take(size));
}

std::vector<logic::Value> ByteReader::values(
    const std::vector<model::Variable>& variables) {
  std::vector<logic::Value> list;
  for (const model::Variable& v : variables) {
    std::byte packed[8];
    std::memcpy(packed, take(sizeof packed).data(), sizeof packed);
    list.push_back(model::decode_input(v.type, packed));
  }
  return list;
}

model::Trace ByteReader::trace(const model::StepSystem& system) {
  model::Trace t;
  t.initial = values(system.initial);
  t.steps.resize(number());
  for (auto& step : t.steps) step = values(system.inputs);
  return t;
}

}  // namespace catenary::engine::reach
