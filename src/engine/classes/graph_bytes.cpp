// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/graph_bytes.h"

#include <utility>

#include "base/wire.h"
#include "model/step/wire.h"

/// Three numbers of 32 bits.
template <>
inline constexpr bool
    catenary::base::is_wire_block<catenary::engine::reach::Edge> = true;

namespace catenary::engine::classes {

std::string bytes_of(const model::StepSystem& system,
                     const reach::Graph& graph) {
  base::WireWriter to;
  to.put(graph.goal_count, graph.ended_is_final, graph.closed);
  to.put(graph.complete_depth, graph.initial, graph.first_edge, graph.edges);
  to.put(graph.distance, graph.is_final, graph.hit_sets);
  // The letters as the steps of a run, which it is not.
  model::Trace letters;
  for (const model::Variable& v : system.initial) {
    letters.initial.push_back(v.domain.front());
  }
  letters.steps = graph.letters;
  write(to, system, letters);
  return to.bytes();
}

reach::Graph graph_of(const model::StepSystem& system, std::string_view bytes) {
  base::WireReader from(bytes);
  reach::Graph graph;
  from.get(graph.goal_count, graph.ended_is_final, graph.closed);
  from.get(graph.complete_depth, graph.initial, graph.first_edge, graph.edges);
  from.get(graph.distance, graph.is_final, graph.hit_sets);
  model::Trace letters;
  read(from, system, letters);
  graph.letters = std::move(letters.steps);
  return graph;
}

}  // namespace catenary::engine::classes
