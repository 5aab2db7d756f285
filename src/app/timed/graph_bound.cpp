// SPDX-License-Identifier: Apache-2.0
#include "app/timed/graph_bound.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/chain/chain.h"
#include "engine/symbolic/search/graph_form.h"

namespace catenary::app {

void raise_to_graph(const model::TimedAutomaton& automaton,
                    const engine::symbolic::Chains& chains,
                    const base::Budget& budget,
                    suite::Bound& bound) {
  std::int64_t steps = 0;
  for (const auto& path : chains.selection.paths) {
    steps += static_cast<std::int64_t>(path.size());
  }
  if (bound.fewest_chains && bound.lower >= steps) return;
  std::vector<std::optional<engine::symbolic::Target>> targets;
  std::vector<std::uint32_t> goals;
  for (const engine::symbolic::Target& t : chains.selection.targets) {
    if (t.covered_by < 0) continue;
    goals.push_back(static_cast<std::uint32_t>(targets.size()));
    targets.emplace_back(t);
  }
  if (goals.empty()) return;
  constexpr std::chrono::seconds kMost{10};
  engine::chain::ChainOptions options;
  options.budget = budget.share(kMost);
  options.max_product_states = 1'000'000;
  engine::chain::ChainResult found;
  try {
    found = engine::chain::find_chains(
        engine::symbolic::graph_of(automaton, targets), goals, options);
  } catch (const base::StoppedError&) {
    return;
  }
  const auto lower = static_cast<std::int64_t>(found.bounds.lower);
  if (found.chains.size() != chains.selection.paths.size() ||
      !found.bounds.chains_fewest || lower < bound.lower) {
    return;
  }
  bound.lower = lower;
  bound.fewest_chains = true;
  bound.by = found.bounds.by + ", in the graph of states";
}

}  // namespace catenary::app
