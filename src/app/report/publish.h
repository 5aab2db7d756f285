// SPDX-License-Identifier: Apache-2.0
/// \file
/// What commands leave for code hosts besides what they print.
#pragma once

#include "app/commands.h"
#include "app/show.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::app {

/// Appends a summary in Markdown to the file that the environment variable
/// GITHUB_STEP_SUMMARY names. Without that variable it does nothing. The file
/// stays below the size that GitHub shows. If the file cannot be written, there
/// is a warning. `results` is null if no tests were run.
void append_step_summary(const suite::Suite& suite,
                         const suite::RunResults* results,
                         Context& context);

/// Publishes what `check` found: the summary, and the file of --sarif.
void publish_check(const CheckOptions& options,
                   const suite::Suite& suite,
                   Context& context);

/// Publishes and shows the report of a check; see show().
template <typename Report>
void show_check(const Report& report,
                const CheckOptions& options,
                suite::Json (*document)(const Report&),
                void (*print)(std::ostream&,
                              const Report&,
                              const report::ConsoleStyle&),
                Context& context) {
  publish_check(options, report.suite, context);
  show(report, options.json, document, print, context);
}

}  // namespace catenary::app
