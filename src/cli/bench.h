// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command `bench` as far as `catenary` knows it: its options, and the call
/// of the program `catenary-bench`, which measures (tools/bench). Both programs
/// read the command line by the same table, bench_table() in cli/tables.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"

namespace catenary::cli {

/// The names that BenchOptions::make_machine may hold, for the help.
inline constexpr const char* kRandomMachineKeys =
    "branches, states, transitions, depth, choices, junctions, histories, "
    "points, attributes, values, messages, parameters, infeasible, constants, "
    "arithmetic, seed";

/// The options of `catenary bench`.
struct BenchOptions : app::CommonOptions {
  /// Benchmark files, or their bare names; empty: all.
  std::vector<std::string> tables;
  /// The directory for CSV and Markdown; empty: none is written.
  std::string output;
  /// The directory of benchmark files that are given by name; empty: it is
  /// looked for.
  std::string directory;
  /// A part of the names of rows; empty: all rows.
  std::string only;
  /// Measured runs of each row, after one to warm up.
  std::uint32_t runs = 5;
  /// Sizes of a random machine that is written instead of a measurement; empty:
  /// measure.
  std::string make_machine;
  /// Overwrite the file that make_machine writes.
  bool force = false;
  /// Limit on everything together; 0: none.
  std::chrono::milliseconds timeout{0};
};

/// Replaces this process by the program `catenary-bench` with the same
/// arguments, which were checked before. Returns only by an exception:
/// base::ToolError if the program is not there or cannot be started,
/// base::StoppedError if the budget was interrupted.
///
/// `hand_over` is called just before: it must leave signals blocked, so that
/// one that comes now waits for the new program, and end what else reads them
/// (SignalWatch::hand_over()).
[[noreturn]] void call_bench_program(const std::vector<std::string>& arguments,
                                     app::Context& context,
                                     const std::function<void()>& hand_over);

}  // namespace catenary::cli
