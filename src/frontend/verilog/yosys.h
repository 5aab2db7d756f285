// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs Yosys. Only for this folder.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"

namespace catenary::frontend::verilog {

/// What Yosys writes of a design.
struct Netlist {
  /// The design as BTOR2, with comments that name the cell of each line.
  std::string btor2;
  /// The flattened design before anything was optimised, as JSON.
  std::string json;
  /// Modules of the file that the design does not use.
  std::vector<std::string> unused;
};

/// Elaborates the design in a file, whose top module Yosys chooses. Throws what
/// read() of verilog.h throws. Deterministic.
[[nodiscard]] Netlist run_yosys(const std::string& path,
                                const base::Budget& budget);

/// Returns the first error that Yosys printed, at `path` if it has no place.
[[nodiscard]] base::Diagnostic first_error(const std::string& output,
                                           const std::string& path);

}  // namespace catenary::frontend::verilog
