// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command `bench`: measures Catenary on the rows of benchmark files, in
/// child processes, and prints tables. Nothing else depends on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "app/commands.h"

namespace catenary::bench {

/// What the text of Options::make_machine may hold, for help.
inline constexpr const char* kRandomMachineKeys =
    "branches, states, transitions, depth, choices, junctions, histories, "
    "points, attributes, values, messages, parameters, infeasible, constants, "
    "arithmetic, seed";

struct Options : app::CommonOptions {
  std::vector<std::string> tables;  ///< files or bare names; empty = all
  std::string output;      ///< directory for CSV and Markdown; empty = none
  std::string directory;   ///< of the files given by name; empty = looked for
  std::string only;        ///< part of the names of rows; empty = all rows
  std::uint32_t runs = 5;  ///< measured ones
  /// Sizes of a random machine that is written, and nothing measured; else
  /// empty.
  std::string make_machine;
  bool force = false;  ///< overwrite the file that make_machine writes
  std::chrono::milliseconds timeout{0};  ///< of everything; 0 = no limit
};

/// Measures all rows, each once to warm up and then Options::runs times, and
/// writes the tables; or writes a random machine. Throws as app/commands.h
/// says.
[[nodiscard]] app::ExitCode run(const Options& options, app::Context& context);

}  // namespace catenary::bench
