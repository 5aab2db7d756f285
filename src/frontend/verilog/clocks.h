// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clock of a design, and what in a design a transition system with one
/// clock cannot express. Only for this folder.
#pragma once

#include <string>

namespace catenary::frontend::verilog {

/// The clock of all registers, memories and statements: the name of an input of
/// one bit; "" where nothing has a clock. `json` is the flattened design as
/// Yosys writes it, `path` the file. Cost: linear.
///
/// Throws base::InputError where
///   - there are several clocks, or both edges of one are used;
///   - the clock is not an input of one bit;
///   - registers of Yosys' global clock stand beside registers of another;
///   - a statement stands beside an asynchronous set and reset;
///   - a module has no contents.
[[nodiscard]] std::string clock_of(const std::string& json,
                                   const std::string& path);

}  // namespace catenary::frontend::verilog
