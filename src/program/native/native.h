// SPDX-License-Identifier: Apache-2.0
/// \file
/// A prepared program as machine code: every instance links the same object
/// file at addresses of its own, unless states hold addresses.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "model/step/step_system.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// What is needed to make instances: the object file and what is known about
/// its variables. A value without addresses, so it can be kept and copied.
struct NativeImage {
  /// ELF, position-independent, as bytes.
  std::string object;
  /// Where the program may stop, by the index that it passes.
  std::vector<StopEvent> events;
  /// Types of outputs, inputs and initial choices, in their order.
  std::vector<model::ScalarType> outputs;
  std::vector<model::ScalarType> inputs, initial;
  /// An input that the code calls for in the midst of a step, rather than one
  /// that is set before it.
  struct Call {
    /// Symbol of its InputSite::place: a counter that is 0 where the last step
    /// did not call it, else its position among the calls.
    std::string place;
    bool in_init = false;
    /// Index of the initial choice or input.
    std::uint32_t variable = 0;
  };
  /// Empty where calls are not recorded.
  std::vector<Call> calls;
  /// Sizes in bytes of a packed state and of all variables.
  std::size_t state_bytes = 0;
  std::size_t image_bytes = 0;
  /// 64-bit words of the bitmap that hold goals; 0 without goals.
  std::size_t hit_words = 1;
  /// Bitmap of the goals of the harness. A step that an in-code assumption
  /// refuses is not a step: their hits are withdrawn.
  std::vector<std::uint64_t> harness_goals;
  /// Bitmap of the goals that are defects, and of labels, which may be. A step
  /// that ends as unsupported hits no others: no test can contain it, since its
  /// result is unknown, and a run that hits them elsewhere is still searched.
  std::vector<std::uint64_t> kept_if_unsupported;
  /// There is kLoopsLeft, see limit_loops().
  bool counts_loops = false;
  /// There is a condition for final states.
  bool has_final = false;
  /// No state holds an address: see model::StepSystem::portable_states.
  bool portable_states = true;
  /// Wall-clock; a step that takes longer is reported as hung.
  std::chrono::milliseconds step_time_limit{2000};
};

/// Makes steppers of an image. With portable states they share nothing that
/// changes, and several threads may use one each. Otherwise there is one copy
/// of the program, which all steppers use in turn, in one thread: a change of
/// the stepper that is used costs two copies of the image.
[[nodiscard]] std::shared_ptr<const model::StepperFactory> native_factory(
    NativeImage image);

}  // namespace catenary::program
