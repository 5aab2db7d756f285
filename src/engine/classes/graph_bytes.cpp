// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/graph_bytes.h"

#include <cstring>
#include <type_traits>
#include <vector>

#include "engine/reach/process/trace_bytes.h"

namespace catenary::engine::classes {

namespace {

using reach::ByteReader;
using reach::ByteWriter;

template <typename T>
void write(ByteWriter& out, const std::vector<T>& list) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.number(list.size());
  out.text(std::string(reinterpret_cast<const char*>(list.data()),
                       list.size() * sizeof(T)));
}

template <typename T>
void read(ByteReader& in, std::vector<T>& list) {
  static_assert(std::is_trivially_copyable_v<T>);
  list.resize(in.number());
  const std::string bytes = in.text();
  std::memcpy(list.data(), bytes.data(), list.size() * sizeof(T));
}

}  // namespace

std::string bytes_of(const model::StepSystem& system,
                     const reach::Graph& graph) {
  ByteWriter out;
  out.number(graph.goal_count);
  out.number(graph.ended_is_final ? 1 : 0);
  out.number(graph.closed ? 1 : 0);
  out.number(graph.complete_depth);
  write(out, graph.initial);
  write(out, graph.first_edge);
  write(out, graph.edges);
  write(out, graph.distance);
  write(out, graph.is_final);
  out.number(graph.hit_sets.size());
  for (const auto& set : graph.hit_sets) write(out, set);
  // The letters as the steps of a run, which it is not.
  model::Trace letters;
  for (const model::Variable& v : system.initial) {
    letters.initial.push_back(v.domain.front());
  }
  letters.steps = graph.letters;
  out.trace(system, letters);
  return out.bytes();
}

reach::Graph graph_of(const model::StepSystem& system, std::string_view bytes) {
  ByteReader in(bytes);
  reach::Graph graph;
  graph.goal_count = static_cast<std::uint32_t>(in.number());
  graph.ended_is_final = in.number() != 0;
  graph.closed = in.number() != 0;
  graph.complete_depth = static_cast<std::uint32_t>(in.number());
  read(in, graph.initial);
  read(in, graph.first_edge);
  read(in, graph.edges);
  read(in, graph.distance);
  read(in, graph.is_final);
  graph.hit_sets.resize(in.number());
  for (auto& set : graph.hit_sets) read(in, set);
  graph.letters = in.trace(system).steps;
  return graph;
}

}  // namespace catenary::engine::classes
