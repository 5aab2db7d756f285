// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of timed tests for people.
#pragma once

#include <iosfwd>
#include <vector>

#include "report/console/console.h"
#include "suite/results.h"

namespace catenary::report {

/// Prints one line: verdict, id, and the reason unless it is pass.
void print_verdict(std::ostream& out,
                   const suite::TestResult& result,
                   const ConsoleStyle& style);

/// Prints the last events of a run, a line each; nothing if there are none.
void print_events(std::ostream& out,
                  const std::vector<suite::TimedObservation>& events);

}  // namespace catenary::report
