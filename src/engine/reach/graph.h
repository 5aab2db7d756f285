// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reachability graph: the explored part of a step system, with the goals
/// that each step hits. Exploration fills it, the search for chains reads it.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "logic/value/value.h"

namespace catenary::engine::reach {

/// Index of a state in a Graph. States are numbered in breadth-first order.
using StateId = std::uint32_t;
/// Target of an edge whose step ended the run, for example by exit() or an
/// error call.
inline constexpr StateId kEnded = std::numeric_limits<StateId>::max();
/// Index into Graph::hit_sets. 0 is the empty set.
using HitSetId = std::uint32_t;

/// One step. If several letters lead to the same target and hit the same goals,
/// only the smallest letter is kept.
struct Edge {
  /// The state after the step, or kEnded.
  StateId target = kEnded;
  /// Set of goals that the step hits, violations included.
  HitSetId hits = 0;
  /// Index into the input alphabet or, if Graph::letters is not empty, into
  /// Graph::letters.
  std::uint32_t letter = 0;
  /// Compares all three members.
  bool operator==(const Edge&) const = default;
};

/// States, steps and the goals they hit. States are numbered in the order in
/// which a sequential breadth-first search with ascending letters finds them.
/// So the graph does not depend on the number of threads.
///
/// Memory: 12 bytes for each edge and about 13 for each state.
struct Graph {
  /// Goals of the system. All goal indices in `hit_sets` are less than this.
  std::uint32_t goal_count = 0;
  /// One entry for each initial letter that led somewhere: `letter` is into
  /// the alphabet of initial choices, `hits` what the initialisation hit;
  /// target kEnded where the initialisation itself ended the run.
  std::vector<Edge> initial;
  /// The inputs that Edge::letter indexes, if they are not letters of the input
  /// alphabet: one input for each class of inputs that some state cannot
  /// distinguish. Empty for graphs of the explicit engine.
  std::vector<std::vector<logic::Value>> letters;
  /// The edges of state s are edges[first_edge[s]] .. edges[first_edge[s + 1]),
  /// by ascending letter. A state that was not expanded has no edges. Size:
  /// state_count() + 1.
  std::vector<std::uint64_t> first_edge;
  /// All edges, in the order of their sources.
  std::vector<Edge> edges;
  /// The sets of goals by their id: sorted lists of goal indices, all distinct.
  /// Entry 0 is the empty set.
  std::vector<std::vector<std::uint32_t>> hit_sets;
  /// Shortest number of steps from an initialisation to each state.
  std::vector<std::uint32_t> distance;
  /// For each state, whether a chain may end in it (1) or not (0).
  std::vector<std::uint8_t> is_final;
  /// Whether a chain may end with a step that ended the run (kEnded).
  bool ended_is_final = true;
  /// Every reachable state is in the graph and was expanded with every letter,
  /// and the domains are exhaustive. Then the absence of a path is a proof.
  bool closed = false;
  /// Every state at a distance of less than this was expanded. So a state that
  /// is not in the graph is at least this far from every initialisation.
  std::uint32_t complete_depth = 0;

  /// Number of states; kEnded is not one of them.
  [[nodiscard]] StateId state_count() const {
    return static_cast<StateId>(distance.size());
  }
  /// The edges that leave `s`. The span is valid while the graph is not
  /// changed. Requires: s < state_count().
  [[nodiscard]] std::span<const Edge> out(StateId s) const {
    return {edges.data() + first_edge[s], edges.data() + first_edge[s + 1]};
  }
};

}  // namespace catenary::engine::reach
