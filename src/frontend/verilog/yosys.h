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
  /// With a comment after the cells that it is made of.
  std::string btor2;
  /// The flattened design before anything was optimised, as JSON.
  std::string json;
  /// Modules of the file that the design does not use.
  std::vector<std::string> unused;
};

/// Elaborates the design in a file. Errors: see read(). Deterministic.
[[nodiscard]] Netlist run_yosys(const std::string& path,
                                const base::Budget& budget);

/// The first error in what Yosys printed; at `path` where it tells no place.
[[nodiscard]] base::Diagnostic first_error(const std::string& output,
                                           const std::string& path);

}  // namespace catenary::frontend::verilog
