// SPDX-License-Identifier: Apache-2.0
/// \file
/// BTOR2, the format of word-level models in hardware verification (Niemetz,
/// Preiner, Wolf, Biere, "BTOR2, BtorMC and Boolector 3.0", CAV 2018,
/// doi:10.1007/978-3-319-96145-3_32). docs/btor2.md describes what is read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/transition/transition_system.h"

namespace catenary::frontend::btor2 {

/// Whether the path names a file for this front end: it ends in ".btor2" or
/// ".btor". Does not read the file.
[[nodiscard]] bool handles(const std::string& path);

/// Reads the model in a file; every `bad` is a goal. Throws base::InputError
/// with the first error, at its line and column, with a stable code; also where
/// the file cannot be read. `fair` and `justice` are refused: they are about
/// infinite runs. Cost: linear in the file.
[[nodiscard]] model::TransitionSystem read(const std::string& path);

/// How an array without a next value is read.
enum class NoNext : std::uint8_t {
  /// An error: by the format it may be anything at each step.
  error,
  /// It keeps its value: the writer, such as Yosys, means a memory that nothing
  /// writes.
  same
};

/// The same as read() for a text in memory; `path` is used in messages only.
[[nodiscard]] model::TransitionSystem parse(std::string_view text,
                                            const std::string& path,
                                            NoNext arrays = NoNext::error);

/// Writes a system as BTOR2, which parse() reads as one that takes the same
/// steps: goals are `bad`, and so is what violates a property, as
/// "NAME.violated". Names are symbols; where one has blanks or occurs twice, a
/// comment says the name. Booleans are single bits.
///
/// Throws base::InputError, at the place of the variable or statement, where
/// something has other sorts than Booleans, bit-vectors and arrays of these.
/// Cost: linear in the terms.
[[nodiscard]] std::string write(const model::TransitionSystem& system);

}  // namespace catenary::frontend::btor2
