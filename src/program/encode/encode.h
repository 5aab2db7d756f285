// SPDX-License-Identifier: Apache-2.0
/// \file
/// A prepared program as terms: the bitcode from which its machine code is
/// made, executed symbolically.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/step/encoding.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// What is needed to encode; made once, when the program is built.
struct EncoderInput {
  /// With debug information and kStop as calls.
  std::string bitcode;
  std::string directory;
  std::vector<StopEvent> events;
  /// Of the state, in order of the packed state.
  struct Range {
    std::string global;
    std::uint64_t offset = 0, size = 0;
  };
  std::vector<Range> state;
  /// Of each byte of the packed state the bits that are kept; empty = all.
  std::vector<std::uint8_t> kept_bits;
  std::vector<model::ScalarType> inputs, initial, outputs;
  std::size_t goals = 0;
  /// The first ones.
  std::size_t harness_goals = 0;
  /// Where EncodeOptions leave it open.
  std::uint32_t unroll = 64;
};

/// Takes what is needed of a program. Requires: it is optimised; no stop has
/// become a return yet (see add_step_from()).
[[nodiscard]] EncoderInput encoder_input(const Workspace& w,
                                         const StateLayout& state);

[[nodiscard]] std::shared_ptr<const model::Encoder> make_encoder(
    EncoderInput input);

}  // namespace catenary::program
