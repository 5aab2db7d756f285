// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/process/wire.h"

namespace catenary::engine::reach {

void WireWriter::put(const model::StepSystem& system,
                     const model::Simulation& run) {
  put(system, run.initial);
  put_number(run.steps.size());
  for (const model::SimulatedStep& step : run.steps) put(system, step);
  put_number(run.ends_final ? 1 : 0);
}

void WireWriter::put(const model::StepSystem& system,
                     const model::SimulatedStep& step) {
  put_number(static_cast<std::uint64_t>(step.outcome));
  put_number(step.hits.size());
  for (const std::uint32_t goal : step.hits) put_number(goal);
  put_number(step.outputs.size());
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    const model::ScalarType type = system.outputs[i].type;
    std::byte packed[8] = {};
    model::encode_scalar(type, step.outputs[i], packed);
    put_raw(packed, sizeof packed);
  }
  put_number(step.called.size());
  for (const std::uint32_t input : step.called) put_number(input);
  put_text(step.event.text);
  put_text(step.event.where.file);
  put_number(step.event.where.line);
  put_number(step.event.where.column);
}

void WireWriter::put_text(const std::string& text) {
  put_number(text.size());
  put_raw(text.data(), text.size());
}

void WireWriter::put_raw(const void* bytes, std::size_t size) {
  // Nothing is written in part: the reader only reads what is complete.
  if (static_cast<std::size_t>(end_ - at_) < size) {
    good_ = false;
    return;
  }
  std::memcpy(at_, bytes, size);
  at_ += size;
}

model::Simulation WireReader::take(const model::StepSystem& system) {
  model::Simulation run;
  run.initial = take_step(system);
  run.steps.resize(take_number());
  for (model::SimulatedStep& step : run.steps) step = take_step(system);
  run.ends_final = take_number() != 0;
  return run;
}

model::SimulatedStep WireReader::take_step(const model::StepSystem& system) {
  model::SimulatedStep step;
  step.outcome = static_cast<model::StepOutcome>(take_number());
  step.hits.resize(take_number());
  for (std::uint32_t& goal : step.hits) {
    goal = static_cast<std::uint32_t>(take_number());
  }
  const std::uint64_t outputs = take_number();
  for (std::uint64_t i = 0; i < outputs; ++i) {
    step.outputs.push_back(model::decode_scalar(system.outputs[i].type, at_));
    at_ += 8;
  }
  step.called.resize(take_number());
  for (std::uint32_t& input : step.called) {
    input = static_cast<std::uint32_t>(take_number());
  }
  step.event.text = take_text();
  step.event.where.file = take_text();
  step.event.where.line = static_cast<std::uint32_t>(take_number());
  step.event.where.column = static_cast<std::uint32_t>(take_number());
  return step;
}

std::uint64_t WireReader::take_number() {
  std::uint64_t number;
  std::memcpy(&number, at_, sizeof number);
  at_ += sizeof number;
  return number;
}

std::string WireReader::take_text() {
  const std::uint64_t size = take_number();
  std::string text(reinterpret_cast<const char*>(at_), size);
  at_ += size;
  return text;
}

}  // namespace catenary::engine::reach
