// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs that are bit-fields. A compiler sets a bit-field by reading and
/// writing the bytes that it shares with others, which makes the input of the
/// last step look like a part of the state. Without this pass each value of
/// such an input would be a state of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/build/workspace.h"

namespace catenary::program {

/// Bits of one byte of a variable that every step sets before it reads them.
struct SetBits {
  /// Symbol of the variable, not a pointer: an optimiser may replace the
  /// variable.
  std::string global;
  std::uint64_t offset = 0;
  std::uint8_t bits = 0;
};

/// The bits that the setters of inputs overwrite. Empty where a condition for
/// final states exists, since that is evaluated without a step. Requires:
/// memory promoted to registers, and no further optimisation.
[[nodiscard]] std::vector<SetBits> find_set_bits(
    const Workspace& w, const std::vector<BuiltVariable>& inputs);

/// For each byte of a packed state the mask of the bits that are kept; the
/// others are saved as 0.
[[nodiscard]] std::vector<std::uint8_t> kept_bits(
    const StateLayout& state, const std::vector<SetBits>& set);

/// Makes kSave clear the bits that are not kept. Requires: add_save_and_load()
/// was called for this state.
void clear_in_save(Workspace& w, const std::vector<std::uint8_t>& kept);

/// Whether all bits of a scalar are kept; false for bit-fields that every step
/// sets.
[[nodiscard]] bool is_kept(const model::StateScalar& s,
                           const std::vector<std::uint8_t>& kept);

}  // namespace catenary::program
