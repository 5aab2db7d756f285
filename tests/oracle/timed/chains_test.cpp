// SPDX-License-Identifier: Apache-2.0
// What is claimed of chains of random automata, against all paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <vector>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/targets.h"
#include "frontend/xlia/xlia.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/settings.h"

namespace catenary::oracle {
namespace {

namespace symbolic = engine::symbolic;
using symbolic::Path;
using symbolic::PathCriterion;

/// Steps of the shortest beginning of one of the paths that covers all; nothing
/// where none does.
std::optional<std::size_t> shortest(
    const model::TimedAutomaton& a,
    const std::vector<symbolic::Target>& targets,
    const std::vector<Path>& paths) {
  std::optional<std::size_t> best;
  for (const Path& path : paths) {
    for (std::size_t n = 1; n <= path.size(); ++n) {
      const Path begin(path.begin(), path.begin() + static_cast<long>(n));
      const bool all = std::all_of(
          targets.begin(), targets.end(), [&](const symbolic::Target& t) {
            return t.covered_by < 0 || covers(a, begin, t);
          });
      if (!all) continue;
      if (!best || n < *best) best = n;
      break;
    }
  }
  return best;
}

TEST(Chains, ClaimsHoldAgainstAllPaths) {
  constexpr std::uint32_t kDeepest = 6;
  std::uint64_t chains = 0;
  std::uint64_t minimal = 0;
  std::uint64_t several = 0;
  const std::uint64_t automata = automata_to_try() / 10;
  for (std::uint64_t n = 0; n < automata; ++n) {
    const std::string text = random_automaton(kSeed + 11, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    for (const PathCriterion criterion : {PathCriterion::transitions,
                                          PathCriterion::pairs,
                                          PathCriterion::states}) {
      symbolic::Execution execution(a);
      symbolic::SelectOptions options;
      options.test_case.check = false;
      options.max_contexts = 60;
      const symbolic::Chains c = symbolic::select_chains(
          execution, criterion, options, base::Budget());
      const std::size_t count = c.selection.paths.size();
      if (count == 0) continue;
      ++chains;
      std::size_t steps = 0;
      for (const Path& p : c.selection.paths) steps += p.size();
      EXPECT_LE(c.lower, static_cast<std::int64_t>(steps)) << n << text;
      for (const symbolic::Target& t : c.selection.targets) {
        if (t.covered_by < 0) continue;
        EXPECT_TRUE(covers(
            a, c.selection.paths[static_cast<std::size_t>(t.covered_by)], t));
      }
      // All test purposes that are short enough, without any subsumption.
      const bool claims_one = count == 1 && c.lower > 1;
      if (!claims_one && !(count > 1 && c.fewest)) continue;
      options.depth =
          claims_one ? std::min<std::uint32_t>(
                           kDeepest, static_cast<std::uint32_t>(c.lower - 1))
                     : kDeepest;
      options.max_contexts = 400;
      const symbolic::Selection all = symbolic::select_paths(
          execution, PathCriterion::depth, options, base::Budget());
      const auto best = shortest(a, c.selection.targets, all.paths);
      EXPECT_FALSE(best.has_value())
          << *best << " steps do, "
          << (claims_one ? "fewer than claimed" : "in one path")
          << ", automaton " << n << "\n"
          << text;
      ++(claims_one ? minimal : several);
    }
  }
  std::cout << chains << " sets of chains; " << minimal
            << " lower bounds of one, " << several << " of several hold\n";
  EXPECT_GT(minimal, automata / 4);
}

}  // namespace
}  // namespace catenary::oracle
