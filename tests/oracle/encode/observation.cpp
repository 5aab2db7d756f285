// SPDX-License-Identifier: Apache-2.0
#include "observation.h"

#include <fmt/format.h>

namespace catenary::oracle {

using model::StepOutcome;

NativeRun::NativeRun(const model::StepSystem& system)
    : system_(system), stepper_(system.factory->make()) {}

Observation NativeRun::reset(const std::vector<Bits>& initial) {
  const std::vector<std::byte> letter =
      letter_of(system_.initial, system_.initial_letter_bytes(), initial);
  return observe(stepper_->reset(letter.data()));
}

Observation NativeRun::step(const std::vector<Bits>& inputs) {
  if (set_back_) stepper_->load(before_.data());
  set_back_ = false;
  const std::vector<std::byte> letter =
      letter_of(system_.inputs, system_.letter_bytes(), inputs);
  return observe(stepper_->step(letter.data()));
}

Observation NativeRun::observe(StepOutcome outcome) {
  Observation o;
  o.outcome = outcome;
  const std::uint64_t* hits = stepper_->hits();
  for (std::size_t g = 0; g < system_.goals.size(); ++g) {
    o.hits.push_back((hits[g / 64] >> (g % 64) & 1) != 0);
  }
  if (outcome != StepOutcome::running) o.event = stepper_->event();
  set_back_ = outcome != StepOutcome::running;
  if (outcome == StepOutcome::running) {
    o.packed.resize(stepper_->state_bytes());
    stepper_->save(o.packed.data());
    before_ = o.packed;
    o.final = stepper_->at_final();
  }
  if (outcome == StepOutcome::running || outcome == StepOutcome::ended) {
    for (std::size_t k = 0; k < system_.outputs.size(); ++k) {
      o.outputs.push_back(
          bits_of(system_.outputs[k].type, stepper_->output(k)));
    }
  }
  return o;
}

void write_inputs(char kind,
                  const std::vector<Bits>& values,
                  std::string& out) {
  out += kind;
  for (const Bits bits : values) out += fmt::format(" {:x}", bits);
  out += '\n';
}

void write_observation(const model::StepSystem& system,
                       const Observation& seen,
                       std::string& out) {
  out += model::to_string(seen.outcome);
  out += ' ';
  for (std::size_t g = 0; g < seen.hits.size(); ++g) {
    if (seen.hits[g]) out += system.goals[g].id + ",";
  }
  for (std::size_t k = 0; k < seen.outputs.size(); ++k) {
    out += is_nan(system.outputs[k].type, seen.outputs[k])
               ? " nan"
               : fmt::format(" {:x}", seen.outputs[k]);
  }
  out += '\n';
}

}  // namespace catenary::oracle
