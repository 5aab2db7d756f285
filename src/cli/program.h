// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program without its main(): finds the command, reads its options, calls
/// its handler, and turns exceptions into messages and exit codes. The handlers
/// are parameters, so that tests can run everything above them.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/commands.h"
#include "cli/bench.h"
#include "cli/editor/lsp.h"
#include "cli/resume/journalled_call.h"
#include "option/help.h"

namespace catenary::cli {

/// The functions behind the commands: those of app/ in the program, recorders
/// in tests. Those of commands that are called must be set.
struct Handlers {
  /// A handler gets options that were checked against their table, and returns
  /// the exit code. It may throw the exceptions of base/error.h.
  template <typename Options>
  using Handler = std::function<app::ExitCode(const Options&, app::Context&)>;

  /// What is in a model, and is it sound?
  Handler<app::CheckOptions> check;
  /// Makes a suite for a model.
  Handler<app::GenerateOptions> generate;
  /// Runs a suite on a system under test.
  Handler<app::RunOptions> run;
  /// Names the requirements that failed tests violate.
  Handler<app::TraceOptions> trace;
  /// Shows a suite and its results.
  Handler<app::ReportOptions> report;
  /// Writes a model or suite in another form.
  Handler<app::ConvertOptions> convert;
  /// Does all of this for many models.
  Handler<app::BatchOptions> batch;
  /// Runs tasks of batches.
  Handler<app::WorkerOptions> worker;
  /// Writes a description to start from.
  Handler<app::InitOptions> init;
  /// Looks for the programs that Catenary works with.
  Handler<app::DoctorOptions> doctor;
  /// Tests the tool itself against its operational requirements.
  Handler<app::QualifyOptions> qualify;
  /// Serves an editor.
  Handler<LspOptions> lsp;
  /// Measures Catenary against tables of expected results.
  Handler<BenchOptions> bench;
  /// Names and versions of the libraries that are linked, for --version.
  std::function<std::vector<std::pair<std::string, std::string>>()> versions;
};

/// The process around the program, as far as the program may see it. References
/// must outlive run_program().
struct Surroundings {
  /// Standard output: the result, and nothing else.
  std::ostream& out;
  /// Standard error: messages and progress.
  std::ostream& err;
  /// Interrupted by Ctrl-C. run_program() adds the limits of the options.
  base::Budget budget{};
  /// Progress is redrawn in place only on a terminal.
  bool err_is_terminal = false;
  /// Colours are wanted: NO_COLOR is not set and the terminal is not dumb.
  bool color = false;
  /// The result is coloured only on a terminal.
  bool out_is_terminal = false;
  /// Width of the terminal, for the progress line.
  std::size_t columns = 80;
  /// Where catenary.toml is looked for.
  std::string directory = ".";
  /// Whether the reader of `out` went away, e.g. `head`: then a failed write is
  /// not an error. May be empty.
  std::function<bool()> reader_gone{};
  /// Empty unless a person can answer on the terminal.
  app::Ask ask{};
  /// The command line, and whether it is called by `catenary resume`. Set by
  /// run_program().
  JournalledCall call{};
  /// Set by run_program(): the answer is one that was kept (--cache).
  bool from_cache = false;
  /// Set by run_program(): a limit was met, see app::Context::partial.
  bool partial = false;
};

/// Name, version, summary and exit codes, for help and manual.
[[nodiscard]] option::ProgramText program_text();

/// Runs the program; `arguments` without its own name. Never throws and never
/// exits: the exit code is the result. Writes the result to `out`, all else to
/// `err`.
///
/// Exit codes: those of the handler; 2 for InputError; 3 for ToolError and
/// failed writes; 4 or 130 for StoppedError; 70 for defects of this program.
[[nodiscard]] app::ExitCode run_program(
    const std::vector<std::string>& arguments,
    const Handlers& handlers,
    Surroundings& around);

}  // namespace catenary::cli
