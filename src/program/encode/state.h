// SPDX-License-Identifier: Apache-2.0
/// \file
/// The state as variables: one for each scalar field of the bytes that are
/// state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/step/encoding.h"
#include "program/encode/encode.h"
#include "program/encode/memory.h"

namespace llvm {
class GlobalVariable;
class Module;
}  // namespace llvm

namespace catenary::program {

/// A scalar field of a variable, or a run of bytes that no field covers.
struct StateSpot {
  /// The variable, in the module that the spots were made for.
  const llvm::GlobalVariable* global = nullptr;
  /// In bytes from the start of the variable.
  std::uint64_t offset = 0;
  /// In bytes: 1, 2, 4 or 8.
  std::uint64_t size = 0;
  /// In bytes from the start of the packed state.
  std::uint64_t packed = 0;
  /// How the bytes are kept in memory: floats and addresses have terms of their
  /// own kind.
  CellKind kind = CellKind::bits;
  /// For people, e.g. "s.limits[2].low".
  std::string name;
};

/// The spots of the ranges, in the order of the packed state, which they cover
/// without gaps. Fields by LLVM's type of the variable.
[[nodiscard]] std::vector<StateSpot> state_spots(
    const llvm::Module& m, const std::vector<EncoderInput::Range>& ranges);

/// The name of the field at an offset, e.g. ".limits[2].low"; "" where debug
/// information does not have it.
[[nodiscard]] std::string field_name(const llvm::GlobalVariable& g,
                                     std::uint64_t offset);

}  // namespace catenary::program
