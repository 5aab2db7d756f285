// SPDX-License-Identifier: Apache-2.0
/// \file
/// The explored part of a step system as an explicit graph: what exploration
/// hands to chaining.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "logic/value/value.h"

namespace catenary::engine::reach {

/// Index of a state in a Graph, in breadth-first order.
using StateId = std::uint32_t;
/// Target of an edge whose step ended the run (exit, error call, …).
inline constexpr StateId kEnded = std::numeric_limits<StateId>::max();
/// Index into Graph::hit_sets; 0 is the empty set.
using HitSetId = std::uint32_t;

/// A step. Of several letters with the same target and hits only the smallest
/// is kept.
struct Edge {
  StateId target = kEnded;
  HitSetId hits = 0;  ///< goals the step hits
  /// Index into the input alphabet, or into Graph::letters.
  std::uint32_t letter = 0;
  bool operator==(const Edge&) const = default;
};

/// States, steps and the goals they hit. States are numbered in the order a
/// sequential breadth-first search with ascending letters finds them, so the
/// graph does not depend on the number of workers.
struct Graph {
  std::uint32_t goal_count = 0;
  /// One entry for each initial letter that led somewhere: `letter` is into
  /// the alphabet of initial choices, `hits` what the initialisation hit;
  /// target kEnded where the initialisation itself ended the run.
  std::vector<Edge> initial;
  /// Inputs that the edges name, where they are not letters of the alphabet:
  /// one for each class of inputs that some state does not tell apart.
  std::vector<std::vector<logic::Value>> letters;
  /// Edges of state s: edges[first_edge[s]] .. edges[first_edge[s + 1]), by
  /// ascending letter. A state that was not expanded has no edges.
  std::vector<std::uint64_t> first_edge;
  std::vector<Edge> edges;
  /// Each a sorted list of goal indices, all distinct; entry 0 is empty.
  std::vector<std::vector<std::uint32_t>> hit_sets;
  /// Shortest number of steps from initialisation, per state.
  std::vector<std::uint32_t> distance;
  /// Whether a chain may end in the state.
  std::vector<std::uint8_t> is_final;
  /// Whether a chain may end where a run ended by itself (kEnded).
  bool ended_is_final = true;
  /// Every reachable state is in the graph and was expanded with every letter
  /// of exhaustive domains: absence of a path is a proof.
  bool closed = false;
  /// Every state at a distance of less than this was expanded; what is not in
  /// the graph is at least this far from initialisation.
  std::uint32_t complete_depth = 0;

  [[nodiscard]] StateId state_count() const {
    return static_cast<StateId>(distance.size());
  }
  [[nodiscard]] std::span<const Edge> out(StateId s) const {
    return {edges.data() + first_edge[s], edges.data() + first_edge[s + 1]};
  }
};

}  // namespace catenary::engine::reach
