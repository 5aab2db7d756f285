// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs that are bit-fields. A compiler sets a bit-field by reading and
/// writing what it shares bytes with, which makes the last input look like a
/// part of the state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/build/workspace.h"

namespace catenary::program {

/// Bits of a byte of a variable that every step sets before it reads them.
struct SetBits {
  /// Its name: an optimiser may replace the variable.
  std::string global;
  std::uint64_t offset = 0;
  std::uint8_t bits = 0;
};

/// The bits that the setters of inputs overwrite. Requires: memory promoted to
/// registers, and no further optimisation.
[[nodiscard]] std::vector<SetBits> find_set_bits(
    const Workspace& w, const std::vector<BuiltVariable>& inputs);

/// Of each byte of a packed state the bits that are kept; the others are 0.
[[nodiscard]] std::vector<std::uint8_t> kept_bits(
    const StateLayout& state, const std::vector<SetBits>& set);

/// Makes kSave clear the other bits. Requires: add_save_and_load() was called
/// for this state.
void clear_in_save(Workspace& w, const std::vector<std::uint8_t>& kept);

/// Whether all bits of a scalar are kept; false for bit-fields that every step
/// sets.
[[nodiscard]] bool is_kept(const model::StateScalar& s,
                           const std::vector<std::uint8_t>& kept);

}  // namespace catenary::program
