// SPDX-License-Identifier: Apache-2.0
#include "app/generate/generation_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/check/conclusions.h"

namespace catenary::app {

namespace reach = engine::reach;

suite::GenerateStats generation_stats(const Made& made,
                                      double compile_seconds,
                                      double challenge_seconds) {
  const reach::Result& reached = made.reached;
  suite::GenerateStats stats;
  stats.states = static_cast<std::int64_t>(reached.states);
  stats.transitions = static_cast<std::int64_t>(reached.transitions);
  stats.closed = reached.closed;
  stats.encoded_instructions =
      static_cast<std::int64_t>(reached.encoded.instructions);
  stats.encoded_terms = static_cast<std::int64_t>(reached.encoded.terms);
  stats.encoded_variables =
      static_cast<std::int64_t>(reached.encoded.variables);
  stats.encoded_clauses = static_cast<std::int64_t>(reached.encoded.clauses);
  stats.compile_seconds = compile_seconds;
  stats.explore_seconds = made.explore_seconds;
  stats.chain_seconds = made.make_seconds;
  stats.challenge_seconds = challenge_seconds;
  for (const reach::Share& share : made.shares) {
    std::optional<std::int64_t> allowed;
    if (share.allowed) allowed = share.allowed->count();
    stats.engines.push_back(
        {share.engine,
         allowed,
         share.work.count(),
         share.seconds,
         share.stop == reach::Stop::none ? "" : reach::to_string(share.stop),
         share.covered,
         share.unreachable});
  }
  return stats;
}

void report_stats(const reach::Result& reached,
                  const suite::GenerateStats& stats,
                  const std::string& challenged,
                  Context& context) {
  const double rate = static_cast<double>(reached.transitions) /
                      std::max(reached.seconds, 1e-9);
  context.log.info(
      fmt::format("{} states, {} steps ({} a second){}; compiling {:.3f} s, "
                  "exploring {:.3f} s, chaining {:.3f} s, challenging {:.3f} s",
                  with_thousands(reached.states),
                  with_thousands(reached.transitions),
                  with_thousands(static_cast<std::uint64_t>(rate)),
                  reached.closed ? ", closed" : "",
                  stats.compile_seconds,
                  stats.explore_seconds,
                  stats.chain_seconds,
                  stats.challenge_seconds));
  if (!challenged.empty()) context.log.info(challenged);
  for (const suite::EngineShare& share : stats.engines) {
    const std::string allowed =
        share.allowed_work ? " of " + with_thousands(static_cast<std::uint64_t>(
                                          *share.allowed_work))
                           : "";
    const std::string stopped =
        share.stopped_by.empty() ? "" : "; stopped by " + share.stopped_by;
    context.log.info(
        fmt::format("engine {}: {} covered, {} proved unreachable, in {:.2f} "
                    "s and {}{} units of work{}",
                    share.engine,
                    share.covered,
                    share.unreachable,
                    share.seconds,
                    with_thousands(static_cast<std::uint64_t>(share.work)),
                    allowed,
                    stopped));
  }
  if (reached.encoded.terms == 0) return;
  context.log.info(fmt::format(
      "a step as a formula: {} instructions, {} terms, {} variables, {} "
      "clauses",
      with_thousands(reached.encoded.instructions),
      with_thousands(reached.encoded.terms),
      with_thousands(reached.encoded.variables),
      with_thousands(reached.encoded.clauses)));
}

}  // namespace catenary::app
