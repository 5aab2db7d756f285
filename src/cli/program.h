// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program without its main(): finds the command, reads its options, calls
/// it, and turns exceptions into messages and exit codes.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/commands.h"
#include "bench/bench.h"
#include "option/help.h"

namespace catenary::cli {

/// The commands to call; app/ in the program, recorders in tests.
struct Handlers {
  template <typename Options>
  using Handler = std::function<app::ExitCode(const Options&, app::Context&)>;

  Handler<app::CheckOptions> check;
  Handler<app::GenerateOptions> generate;
  Handler<app::RunOptions> run;
  Handler<app::TraceOptions> trace;
  Handler<app::ReportOptions> report;
  Handler<app::ConvertOptions> convert;
  Handler<app::DoctorOptions> doctor;
  Handler<bench::Options> bench;
  std::function<std::vector<std::pair<std::string, std::string>>()> versions;
};

/// What surrounds the program.
struct Surroundings {
  std::ostream& out;
  std::ostream& err;
  base::Budget budget;  ///< interrupted by Ctrl-C
  bool err_is_terminal = false;
  bool color = false;  ///< NO_COLOR is not set
  bool out_is_terminal = false;
  std::size_t columns = 80;
  std::string directory = ".";  ///< where catenary.toml is looked for
  /// Whether whoever read `out` went away, e.g. `head`; may be empty.
  std::function<bool()> reader_gone;
};

/// Name, version and exit codes, for the help.
[[nodiscard]] option::ProgramText program_text();

/// Runs the program; `arguments` without its own name. Never throws, never
/// exits: the exit code is the result. Result on `out`, all else on `err`.
[[nodiscard]] app::ExitCode run_program(
    const std::vector<std::string>& arguments,
    const Handlers& handlers,
    Surroundings& around);

}  // namespace catenary::cli
