// SPDX-License-Identifier: Apache-2.0
/// \file
/// A prepared program as machine code: every instance links the same object
/// file to a memory of its own, unless states hold addresses.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "model/step/step_system.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// What is needed to make instances.
struct NativeImage {
  /// ELF, position-independent.
  std::string object;
  std::vector<StopEvent> events;
  std::vector<model::ScalarType> outputs;
  std::vector<model::ScalarType> inputs, initial;
  /// An input that the code calls for.
  struct Call {
    /// Symbol of its InputSite::place.
    std::string place;
    bool in_init = false;
    /// Index of the initial choice or input.
    std::uint32_t variable = 0;
  };
  /// Empty where they are not recorded.
  std::vector<Call> calls;
  std::size_t state_bytes = 0;
  std::size_t image_bytes = 0;
  std::size_t hit_words = 1;
  /// Goals of the harness: an in-code assumption that fails takes their hits
  /// back, since the step is not one.
  std::vector<std::uint64_t> harness_goals;
  bool has_final = false;
  /// No state holds an address: see model::StepSystem::portable_states.
  bool portable_states = true;
  std::chrono::milliseconds step_time_limit{2000};
};

/// Makes steppers of an image. With portable states they share nothing that
/// changes; otherwise one copy of the program, which each uses in turn, in one
/// thread: a change of the stepper that is used costs two copies of the image.
[[nodiscard]] std::shared_ptr<const model::StepperFactory> native_factory(
    NativeImage image);

}  // namespace catenary::program
