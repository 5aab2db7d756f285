// SPDX-License-Identifier: Apache-2.0
/// \file
/// The result of a command, for machines or for people.
#pragma once

#include <ostream>
#include <string>

#include "app/commands.h"
#include "report/console/console.h"
#include "suite/json.h"

namespace catenary::app {

/// Takes the progress off the terminal and writes the report: `document` for
/// --json, else what `print` does.
template <typename Report>
void show(const Report& report,
          bool json,
          suite::Json (*document)(const Report&),
          void (*print)(std::ostream&,
                        const Report&,
                        const report::ConsoleStyle&),
          Context& context) {
  context.progress.finish();
  if (json) {
    context.out << document(report).pretty();
    return;
  }
  report::ConsoleStyle style = report::console_style(1);
  style.colour = context.color;
  print(context.out, report, style);
}

/// On a terminal, prints the command that writes the page of a suite that was
/// written to a file, and of its results if there are some.
inline void hint_at_page(const std::string& suite,
                         const std::string& results,
                         Context& context) {
  if (!context.out_is_terminal) return;
  context.out << "as a page: "
              << report::printable(report::report_command(suite, results))
              << "\n";
}

}  // namespace catenary::app
