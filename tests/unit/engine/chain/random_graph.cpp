// SPDX-License-Identifier: Apache-2.0
#include "unit/engine/chain/random_graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace catenary::engine::chain {

reach::HitSetId hit_set(reach::Graph& graph, std::vector<std::uint32_t> goals) {
  std::sort(goals.begin(), goals.end());
  if (graph.hit_sets.empty()) graph.hit_sets.emplace_back();
  const auto found =
      std::find(graph.hit_sets.begin(), graph.hit_sets.end(), goals);
  if (found != graph.hit_sets.end()) {
    return static_cast<reach::HitSetId>(found - graph.hit_sets.begin());
  }
  graph.hit_sets.push_back(std::move(goals));
  return static_cast<reach::HitSetId>(graph.hit_sets.size() - 1);
}

reach::Graph random_graph(std::mt19937& rng, const GraphShape& shape) {
  const auto draw = [&rng](std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(rng() % (high - low + 1));
  };
  reach::Graph graph;
  graph.closed = true;
  graph.goal_count = draw(1, shape.max_goals);
  const std::uint32_t n = draw(1, shape.max_states);
  const std::uint32_t letters = draw(1, shape.max_letters);
  const std::uint32_t hits = draw(0, 1) == 0 ? shape.hit_percent : 5;
  const bool acyclic = draw(0, 2) == 0;
  const auto edge = [&](std::uint32_t from, std::uint32_t letter) {
    reach::Edge made;
    made.letter = letter;
    if (draw(0, 99) >= shape.ended_percent) {
      made.target = draw(acyclic && from + 1 < n ? from + 1 : 0, n - 1);
    }
    std::vector<std::uint32_t> goals;
    for (std::uint32_t g = 0; g < graph.goal_count; ++g) {
      if (draw(0, 99) < hits) goals.push_back(g);
    }
    made.hits = hit_set(graph, goals);
    return made;
  };
  hit_set(graph, {});
  const std::uint32_t starts = draw(1, 3);
  for (std::uint32_t i = 0; i < starts; ++i) {
    graph.initial.push_back(edge(0, i));
    if (i == 0) graph.initial[0].target = 0;
  }
  graph.first_edge.push_back(0);
  const std::uint32_t finals = draw(0, 3) == 0 ? 5 : shape.final_percent;
  for (std::uint32_t s = 0; s < n; ++s) {
    for (std::uint32_t l = 0; l < letters; ++l) {
      if (draw(0, 9) > 0) graph.edges.push_back(edge(s, l));
    }
    graph.first_edge.push_back(graph.edges.size());
    graph.is_final.push_back(draw(0, 99) < finals ? 1 : 0);
    graph.distance.push_back(0);
  }
  graph.ended_is_final = draw(0, 2) > 0;
  graph.complete_depth = n;
  return graph;
}

std::optional<Optimum> cheapest_suite(const reach::Graph& graph,
                                      const std::vector<std::uint32_t>& goals,
                                      std::optional<std::uint64_t> reset_cost) {
  // (cost key, chains, steps, state, open goals): with no reset cost the key
  // is (chains, steps), else (steps + reset cost, 0).
  using Place = std::pair<reach::StateId, std::set<std::uint32_t>>;
  using Cost =
      std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;
  const auto price = [&](std::uint64_t chains, std::uint64_t steps) {
    return reset_cost
               ? Cost{steps + *reset_cost * (chains - 1), 0, chains, steps}
               : Cost{chains, steps, chains, steps};
  };
  const auto ends = [&](reach::StateId s) {
    return s == reach::kEnded ? graph.ended_is_final : graph.is_final[s] != 0;
  };
  std::set<std::uint32_t> open(goals.begin(), goals.end());
  if (open.empty()) return Optimum{};
  std::map<Place, Cost> best;
  std::set<std::pair<Cost, Place>> queue;
  const auto reach = [&](const Place& place, const Cost& cost) {
    const auto known = best.find(place);
    if (known != best.end()) {
      if (known->second <= cost) return;
      queue.erase({known->second, place});
    }
    best[place] = cost;
    queue.insert({cost, place});
  };
  const auto without = [&](std::set<std::uint32_t> left, reach::HitSetId hits) {
    for (const std::uint32_t goal : graph.hit_sets[hits]) left.erase(goal);
    return left;
  };
  const auto begin = [&](const std::set<std::uint32_t>& left,
                         std::uint64_t chains,
                         std::uint64_t steps) {
    for (const reach::Edge& edge : graph.initial) {
      reach({edge.target, without(left, edge.hits)}, price(chains, steps));
    }
  };
  begin(open, 1, 0);
  while (!queue.empty()) {
    const auto [cost, place] = *queue.begin();
    queue.erase(queue.begin());
    const auto& [state, left] = place;
    const std::uint64_t chains = std::get<2>(cost), steps = std::get<3>(cost);
    if (ends(state)) {
      if (left.empty()) return Optimum{chains, steps};
      begin(left, chains + 1, steps);
    }
    if (state == reach::kEnded) continue;
    for (const reach::Edge& edge : graph.out(state)) {
      reach({edge.target, without(left, edge.hits)}, price(chains, steps + 1));
    }
  }
  return std::nullopt;
}

}  // namespace catenary::engine::chain
