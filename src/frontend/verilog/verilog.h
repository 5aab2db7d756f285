// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verilog and SystemVerilog designs, through Yosys (Wolf, Glaser, Kepler,
/// "Yosys - A Free Verilog Synthesis Suite", Austrochip 2013), which writes
/// them as BTOR2. docs/verilog.md describes what is read.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "model/transition/transition_system.h"

namespace catenary::frontend::verilog {

/// Whether the path names a file for this front end: it ends in ".v" or ".sv".
/// Does not read the file.
[[nodiscard]] bool handles(const std::string& path);

/// Reads the design whose top module nothing else uses: each `cover` is a goal,
/// each `assert` a property, each `assume` a constraint. A step is one
/// cycle of the clock, which is not an input of the model. Adds a warning for
/// each module of the file that the top module does not use.
///
/// Throws base::InputError, at its place where Yosys tells one, for what Yosys
/// refuses, and for designs with several clocks, with a clock that is read as a
/// value, with liveness, or with nothing to cover; base::ToolError where Yosys
/// is missing; StoppedError where the budget is spent. Cost: that of Yosys.
[[nodiscard]] model::TransitionSystem read(
    const std::string& path,
    const base::Budget& budget,
    std::vector<base::Diagnostic>& warnings);

}  // namespace catenary::frontend::verilog
