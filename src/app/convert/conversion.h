// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shared by the exports of `catenary convert`: reading the input and writing
/// the result. Internal to app/convert.
#pragma once

#include <string>
#include <vector>

#include "app/commands.h"
#include "app/convert/exports.h"
#include "model/transition/transition_system.h"
#include "report/export/coverage/coverage.h"
#include "report/export/harness.h"
#include "suite/suite.h"

namespace catenary::app {

/// One call of the command.
class Conversion {
 public:
  /// Both must outlive it.
  Conversion(const ConvertOptions& options, Context& context)
      : options_(options), context_(context) {}

  [[nodiscard]] const ConvertOptions& options() const { return options_; }
  [[nodiscard]] Context& context() const { return context_; }

  /// The suite that is the input, without the tests that --test leaves out.
  /// InputError where the input is none, or no test is left.
  [[nodiscard]] suite::Suite suite() const;

  /// Writes the result to --output, or to standard output.
  void write(const std::string& text) const;

 private:
  const ConvertOptions& options_;
  Context& context_;
};

/// C source that makes the program of the input a system under test
/// (include/catenary/adapter.h).
[[nodiscard]] std::string make_adapter(const Conversion& conversion);
/// The same with `directory` as in frontend::c::write_adapter().
[[nodiscard]] std::string adapter_text(const std::string& model,
                                       const std::string& directory,
                                       Context& context);

/// The bytes of an FMU of the input, a program or a state machine, which is
/// compiled for this platform. InputError where there is no --output.
[[nodiscard]] std::string make_fmu(const Conversion& conversion,
                                   ExportSource source);

/// The steps of the input, a program, state machine or transition system, as
/// terms. Messages tell what the form cannot show. InputError where the model
/// has no encoding.
[[nodiscard]] model::TransitionSystem transition_of_input(
    const Conversion& conversion, ExportSource source);

/// Writes stand-alone tests of the input, a suite, into the directory --output:
/// C tests of a program, or C++ tests of a state machine. They need nothing of
/// Catenary.
void write_harness_files(const Conversion& conversion);

/// How the harness of a suite of a C program is compiled; folders of headers
/// are as seen from `directory` ("" = absolute). Throws base::InputError where
/// the model cannot be read.
[[nodiscard]] report::HarnessOptions program_harness_options(
    const suite::Suite& s, const std::string& directory, Context& context);

/// The files that report::write_harness() does not write: adapter.c, which
/// includes sources as seen from `directory` ("" = by absolute paths), and
/// catenary/c.h. Throws base::InputError where no adapter can be made.
[[nodiscard]] std::vector<report::HarnessFile> program_harness_parts(
    const suite::Suite& s, const std::string& directory, Context& context);

/// The coverage that the tests of the input, a suite, reach. Tests of a C
/// program whose inputs can be set are run with Clang's coverage, and llvm-cov
/// counts; for others, the goals count (see
/// report::coverage_of_goals()), which a message tells. Throws base::ToolError
/// where llvm-cov or llvm-profdata is missing.
[[nodiscard]] report::Coverage reached_coverage(const Conversion& conversion);

/// Writes the tests of the input, a suite of a C program whose inputs are calls
/// of the code, into the directory --output, in the format of Test-Comp.
void write_test_comp_files(const Conversion& conversion);

/// Writes the tests of the input, a suite, into the directory --output, as a
/// TTCN-3 module with a test port for Eclipse Titan.
void write_ttcn3_files(const Conversion& conversion);

/// The file --into, ReqIF or an archive with such files, with the verdicts of
/// the input, a suite, and its results. Messages tell of requirements that are
/// not in it.
[[nodiscard]] std::string make_reqif(const Conversion& conversion);

/// Writes files into the directory --output, which is made if it is missing.
/// None is written where one is there already and --force is not given.
void write_files(const Conversion& conversion,
                 const std::vector<report::HarnessFile>& files);

}  // namespace catenary::app
