// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an initialisation or a step did, and how to see it natively.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "model/step/step_system.h"
#include "random_letters.h"

namespace catenary::oracle {

struct Observation {
  model::StepOutcome outcome = model::StepOutcome::running;
  std::vector<bool> hits;         ///< one for each goal
  std::vector<Bits> outputs;      ///< where running or ended
  std::vector<std::byte> packed;  ///< where running: the state after it
  bool final = false;             ///< where running
  model::Stepper::Event event;    ///< where not running
};

/// A natively run system that can be set back by one step.
class NativeRun {
 public:
  /// The system must outlive it.
  explicit NativeRun(const model::StepSystem& system);

  Observation reset(const std::vector<Bits>& initial);
  /// A step from the state after the last one that ran on.
  Observation step(const std::vector<Bits>& inputs);

 private:
  Observation observe(model::StepOutcome outcome);

  const model::StepSystem& system_;
  std::unique_ptr<model::Stepper> stepper_;
  std::vector<std::byte> before_;
  bool set_back_ = false;  ///< the state is not what is in memory
};

/// Writes a run as the stand-alone program of replay.h takes and tells it:
/// "R VALUES" or "S VALUES", a line "OUTCOME GOAL,GOAL,… OUTPUTS" behind each.
/// Values are in hexadecimal, NaNs are "nan".
void write_inputs(char kind, const std::vector<Bits>& values, std::string& out);
void write_observation(const model::StepSystem& system,
                       const Observation& seen,
                       std::string& out);

}  // namespace catenary::oracle
