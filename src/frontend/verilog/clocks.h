// SPDX-License-Identifier: Apache-2.0
/// \file
/// What clocks a design has, and what it has that no transition system of one
/// clock says. Only for this folder.
#pragma once

#include <string>

namespace catenary::frontend::verilog {

/// The clock of all registers, memories and statements: the name of an input of
/// one bit; "" where nothing has a clock. `json` is the flattened design as
/// Yosys writes it, `path` the file. Throws base::InputError where there are
/// several clocks or both edges of one, where the clock is no such input, where
/// registers of Yosys' global clock are beside others, where a statement has an
/// asynchronous set and reset, and at modules without contents. Cost: linear.
[[nodiscard]] std::string clock_of(const std::string& json,
                                   const std::string& path);

}  // namespace catenary::frontend::verilog
