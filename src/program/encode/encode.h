// SPDX-License-Identifier: Apache-2.0
/// \file
/// The encoder: a prepared program as terms. The bitcode from which its machine
/// code is made is executed symbolically (King, "Symbolic Execution and Program
/// Testing", CACM 1976, doi:10.1145/360248.360252), all paths at once, merged
/// where they meet.
///
/// One IR with two readings, native code and terms; tests compare both. A
/// condition `unfaithful` holds where the terms do not describe the program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/step/encoding.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// What is needed to encode a program. A value; made once, when the program is
/// built, and used for any number of encodings.
struct EncoderInput {
  /// The optimised module, with debug information, and with stops as calls of
  /// kStop.
  std::string bitcode;
  /// For places in messages.
  std::string directory;
  std::vector<StopEvent> events;
  /// A range of bytes of a variable that belongs to the state. Ranges are in
  /// the order of the packed state.
  struct Range {
    /// The symbol of the variable.
    std::string global;
    /// In bytes.
    std::uint64_t offset = 0, size = 0;
  };
  std::vector<Range> state;
  /// For each byte of the packed state the mask of the bits that are kept;
  /// empty = all.
  std::vector<std::uint8_t> kept_bits;
  /// The scalars of a step's letter, of the initialisation's letter, and of the
  /// outputs.
  std::vector<model::ScalarType> inputs, initial, outputs;
  /// Goals in total; their bits are in kHits.
  std::size_t goals = 0;
  /// Goals of the harness, which are the first ones.
  std::size_t harness_goals = 0;
  /// Iterations of a loop whose end is not known, where EncodeOptions::unroll
  /// is 0.
  std::uint32_t unroll = 64;
};

/// Takes the facts about a program. Requires: it is optimised, and no stop has
/// become a return yet (see add_step_from()). The caller sets types, goals of
/// the harness, kept bits and `unroll`.
[[nodiscard]] EncoderInput encoder_input(const Workspace& w,
                                         const StateLayout& state);

/// An encoder that builds terms on request. Thread-compatible: it has no state
/// of its own; each encoding parses the bitcode again. See model::PathEncoder
/// for following single paths.
[[nodiscard]] std::shared_ptr<const model::Encoder> make_encoder(
    EncoderInput input);

}  // namespace catenary::program
