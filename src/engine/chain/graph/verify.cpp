// SPDX-License-Identifier: Apache-2.0
/// \file
/// A check of results that is independent of the search: it walks the chains on
/// the graph itself.

#include <set>

#include "engine/chain/chain.h"

namespace catenary::engine::chain {
namespace {

/// Adds the number of the chain, from 1.
std::string in_chain(std::size_t index, const std::string& fault) {
  return "chain " + std::to_string(index + 1) + ": " + fault;
}

/// The goals that a chain covers and that are in `open`, from which they are
/// removed. `fault` is set if the chain is no run of the graph.
std::vector<std::uint32_t> walk(const reach::Graph& graph,
                                const Chain& chain,
                                std::set<std::uint32_t>& open,
                                std::string& fault) {
  std::vector<std::uint32_t> fresh;
  if (chain.initial >= graph.initial.size()) {
    fault = "starts at no initial edge";
    return fresh;
  }
  const auto hit = [&](reach::HitSetId hits) {
    for (const std::uint32_t goal : graph.hit_sets[hits]) {
      if (open.erase(goal) != 0) fresh.push_back(goal);
    }
  };
  reach::StateId at = graph.initial[chain.initial].target;
  hit(graph.initial[chain.initial].hits);
  for (const ChainStep& step : chain.steps) {
    if (at == reach::kEnded || step.state != at) {
      fault = "a step does not start where the one before it ended";
      return fresh;
    }
    if (step.edge < graph.first_edge[at] ||
        step.edge >= graph.first_edge[at + 1]) {
      fault = "a step is not an edge of its state";
      return fresh;
    }
    hit(graph.edges[step.edge].hits);
    at = graph.edges[step.edge].target;
  }
  const bool ends =
      at == reach::kEnded ? graph.ended_is_final : graph.is_final[at] != 0;
  if (!ends) fault = "does not end in a final state";
  return fresh;
}

}  // namespace

std::string verify(const reach::Graph& graph,
                   const std::vector<std::uint32_t>& goals,
                   const ChainOptions& options,
                   const ChainResult& result) {
  std::set<std::uint32_t> open(goals.begin(), goals.end());
  // Every requested goal must be in a chain or in exactly one of these lists.
  for (const std::uint32_t goal : result.not_hit) {
    if (open.erase(goal) == 0) return "a goal not hit that nobody asked for";
  }
  for (const std::uint32_t goal : result.uncoverable_to_final) {
    if (open.erase(goal) == 0) return "an uncoverable goal given twice";
  }
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < result.chains.size(); ++i) {
    std::string fault;
    const auto fresh = walk(graph, result.chains[i], open, fault);
    if (!fault.empty()) return in_chain(i, fault);
    if (fresh.empty()) return in_chain(i, "covers nothing new");
    if (fresh != result.chains[i].newly_covered) {
      return in_chain(i, "the goals newly covered are not those listed");
    }
    cost += result.chains[i].steps.size();
  }
  if (!open.empty()) {
    return "goal " + std::to_string(*open.begin()) + " is in no chain";
  }
  if (options.reset_cost && !result.chains.empty()) {
    cost += *options.reset_cost * (result.chains.size() - 1);
  }
  const ChainBounds& bounds = result.bounds;
  if (bounds.upper != cost) return "the upper bound is not the cost";
  if (bounds.lower > bounds.upper) return "the lower bound is above the upper";
  if (bounds.minimal && (bounds.lower != cost || !bounds.chains_fewest)) {
    return "minimal without its proof";
  }
  if (bounds.by.empty()) return "a bound without an argument";
  return "";
}

}  // namespace catenary::engine::chain
