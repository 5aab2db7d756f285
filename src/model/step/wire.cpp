// SPDX-License-Identifier: Apache-2.0
#include "model/step/wire.h"

#include <array>
#include <cstring>

#include "base/check.h"
#include "model/step/input_value.h"

namespace catenary::model {

namespace {

using base::WireReader;
using base::WireWriter;

/// A value in machine representation, with zeros behind it.
using Packed = std::array<std::byte, 8>;

void write_values(WireWriter& to,
                  const std::vector<Variable>& variables,
                  const std::vector<logic::Value>& values) {
  // A shorter list would shift everything that follows.
  CATENARY_CHECK(variables.size() == values.size(),
                 "a value for each variable");
  for (std::size_t i = 0; i < values.size(); ++i) {
    Packed packed{};
    encode_scalar(variables[i].type, values[i], packed.data());
    to.put_bytes(packed.data(), packed.size());
  }
}

/// `decode` is decode_scalar() or decode_input().
std::vector<logic::Value> read_values(
    WireReader& from,
    const std::vector<Variable>& variables,
    logic::Value (*decode)(ScalarType, const std::byte*)) {
  std::vector<logic::Value> values;
  values.reserve(variables.size());
  for (const Variable& v : variables) {
    Packed packed;
    std::memcpy(
        packed.data(), from.get_bytes(packed.size()).data(), packed.size());
    values.push_back(decode(v.type, packed.data()));
  }
  return values;
}

void write(WireWriter& to,
           const StepSystem& system,
           const SimulatedStep& step) {
  to.put(step.outcome, step.hits);
  write_outputs(to, system, step.outputs);
  to.put(step.called, step.event);
}

void read(WireReader& from, const StepSystem& system, SimulatedStep& step) {
  step.outcome = from.get_enum(StepOutcome::unsupported);
  from.get(step.hits);
  step.outputs = read_outputs(from, system);
  from.get(step.called, step.event);
}

}  // namespace

void write(WireWriter& to, const StepSystem& system, const Trace& trace) {
  write_values(to, system.initial, trace.initial);
  to.put(std::uint64_t{trace.steps.size()});
  for (const auto& step : trace.steps) write_values(to, system.inputs, step);
}

void read(WireReader& from, const StepSystem& system, Trace& trace) {
  trace.initial = read_values(from, system.initial, &decode_input);
  // Steps without inputs take no bytes: nothing limits their number.
  trace.steps.resize(system.inputs.empty()
                         ? from.get<std::uint64_t>()
                         : from.get_count(8 * system.inputs.size()));
  for (auto& step : trace.steps) {
    step = read_values(from, system.inputs, &decode_input);
  }
}

void write_inputs(WireWriter& to,
                  const StepSystem& system,
                  const std::vector<logic::Value>& values) {
  write_values(to, system.inputs, values);
}

std::vector<logic::Value> read_inputs(WireReader& from,
                                      const StepSystem& system) {
  return read_values(from, system.inputs, &decode_input);
}

void write(WireWriter& to, const Stepper::Event& event) {
  to.put(event.text, event.where);
}

void read(WireReader& from, Stepper::Event& event) {
  from.get(event.text, event.where);
}

void write(WireWriter& to, const StepSystem& system, const Simulation& run) {
  write(to, system, run.initial);
  to.put(std::uint64_t{run.steps.size()});
  for (const SimulatedStep& step : run.steps) write(to, system, step);
  to.put(run.ends_final);
}

void read(WireReader& from, const StepSystem& system, Simulation& run) {
  read(from, system, run.initial);
  run.steps.resize(from.get_count());
  for (SimulatedStep& step : run.steps) read(from, system, step);
  from.get(run.ends_final);
}

void write_outputs(WireWriter& to,
                   const StepSystem& system,
                   const std::vector<logic::Value>& values) {
  to.put(!values.empty());
  if (!values.empty()) write_values(to, system.outputs, values);
}

std::vector<logic::Value> read_outputs(WireReader& from,
                                       const StepSystem& system) {
  if (!from.get<bool>()) return {};
  return read_values(from, system.outputs, &decode_scalar);
}

}  // namespace catenary::model
