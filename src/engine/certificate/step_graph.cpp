// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/step_graph.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::certificate {

void StepGraph::add(const FoundStep& step) {
  const auto& hits = step.hits;
  if (hits.size() > 1 || (!hits.empty() && !step.ends)) apart_ = false;
  if (too_many_ || (step.ends && !step.final && hits.empty())) return;
  const auto id = static_cast<std::uint32_t>(hit_ids_.size());
  edges_.push_back({step.from,
                    step.ends ? reach::kEnded : step.to,
                    hit_ids_.try_emplace(hits, id).first->second,
                    step.final});
}

void StepGraph::close_states() {
  const auto begin = edges_.begin() + static_cast<std::ptrdiff_t>(open_);
  std::sort(begin, edges_.end());
  edges_.erase(std::unique(begin, edges_.end()), edges_.end());
  if (edges_.size() > kMostEdges) {
    too_many_ = true;
    edges_ = {};
  }
  open_ = edges_.size();
}

void StepGraph::close_depth() {
  depths_.push_back(edges_.size());
}

void StepGraph::drop_depth() {
  edges_.resize(std::min(depths_.back(), edges_.size()));
  open_ = edges_.size();
}

std::optional<reach::Graph> StepGraph::graph(
    std::size_t states,
    std::size_t depths,
    bool closed,
    const std::vector<std::uint32_t>& goals) const {
  if (too_many_ || states == 0) return std::nullopt;
  reach::Graph out;
  out.closed = closed;
  out.hit_sets.resize(hit_ids_.size());
  for (const auto& [hits, id] : hit_ids_) out.hit_sets[id] = hits;
  const auto all = static_cast<reach::HitSetId>(out.hit_sets.size());
  out.hit_sets.push_back(goals);
  std::ranges::sort(out.hit_sets.back());
  for (const auto& hits : out.hit_sets) {
    for (const std::uint32_t goal : hits) {
      out.goal_count = std::max(out.goal_count, goal + 1);
    }
  }
  // The state before the initialisation is none of the graph.
  out.distance.assign(states - 1, 0);
  out.is_final.assign(states - 1, 0);
  std::vector<Edge> edges(
      edges_.begin(),
      edges_.begin() + static_cast<std::ptrdiff_t>(depths_.at(depths)));
  for (std::size_t e = depths_[closed ? depths : depths - 1]; e < edges.size();
       ++e) {
    edges[e].to = reach::kEnded;
    edges[e].final = true;
    edges[e].hits = all;
  }
  std::ranges::sort(edges);
  out.first_edge.assign(states, 0);
  for (const Edge& edge : edges) {
    if (edge.to == 0) return std::nullopt;
    const bool ends = edge.to == reach::kEnded;
    // No test ends here, nor goes on.
    if (ends && !edge.final) continue;
    if (!ends && edge.final) out.is_final[edge.to - 1] = 1;
    const reach::Edge step{ends ? reach::kEnded : edge.to - 1, edge.hits, 0};
    if (edge.from == 0) {
      out.initial.push_back(step);
    } else {
      out.edges.push_back(step);
      ++out.first_edge[edge.from];
    }
  }
  for (std::size_t s = 1; s < states; ++s) {
    out.first_edge[s] += out.first_edge[s - 1];
  }
  return out;
}

}  // namespace catenary::engine::certificate
