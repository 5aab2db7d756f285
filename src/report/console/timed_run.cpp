// SPDX-License-Identifier: Apache-2.0
/// \file
/// What runs of timed tests print.
#include "report/console/timed_run.h"

#include <ostream>

#include "report/console/paint.h"
#include "suite/write.h"

namespace catenary::report {
void print_verdict(std::ostream& out,
                   const suite::TestResult& result,
                   // Verdicts are of different lengths; twelve columns hold all
                   // of them.
                   const ConsoleStyle& style) {
  out << paint(padded(suite::to_string(result.verdict), 12),
               colour_of(result.verdict),
               style)
      << "  " << short_id(result.id);
  if (result.verdict != suite::Verdict::pass) {
    out << "  " << suite::to_string(result.code) << ": "
        << printable(result.reason);
  }
  if (result.flaky) out << "  (flaky)";
  out << "\n";
}

void print_events(std::ostream& out,
                  const std::vector<suite::TimedObservation>& events) {
  constexpr std::size_t kShown = 8;
  // One more is shown rather than a line that says one was left out.
  const std::size_t first =
      events.size() > kShown + 1 ? events.size() - kShown : 0;
  if (first > 0) {
    out << "    " << plural(first, "event") << " before\n";
  }
  for (std::size_t i = first; i < events.size(); ++i) {
    const suite::TimedObservation& e = events[i];
    out << "    " << padded(suite::show_time(e.at), 8) << " "
        << padded(suite::to_string(e.kind), 8);
    if (!e.channel.empty()) out << " " << printable(e.channel);
    for (std::size_t k = 0; k < e.values.size(); ++k) {
      out << (k == 0 ? "(" : ", ") << e.values[k].to_string();
    }
    out << (e.values.empty() ? "" : ")") << "\n";
  }
}

}  // namespace catenary::report
