// SPDX-License-Identifier: Apache-2.0
/// \file
/// The steps between the states of a set of states, with the goals that each
/// hits, as they are found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/reach/graph.h"

namespace catenary::engine::certificate {

/// A step and where it leads.
struct FoundStep {
  /// States, numbered from 0, which is the one before the initialisation.
  std::uint32_t from = 0, to = 0;
  /// The run ends, so that it leads nowhere.
  bool ends = false;
  /// A test may end with the step.
  bool final = false;
  /// Indices of goals, ascending.
  std::vector<std::uint32_t> hits;
  auto operator<=>(const FoundStep&) const = default;
};

/// The steps so far.
class StepGraph {
 public:
  void add(const FoundStep& step);
  /// All steps from some states were added: those that are there twice go.
  void close_states();
  /// All steps from the states of one more depth were added; or, not all, so
  /// that those of this depth go.
  void close_depth();
  void drop_depth();

  /// No step hits two goals, and none that hits one is followed by another.
  [[nodiscard]] bool apart() const { return apart_; }

  /// The graph of the first `depths` depths; nothing if there are too many
  /// steps. If `closed` is false, steps from the last of them may lead to
  /// states that are not in the graph: they end the run, and hit all of these
  /// goals. `states`: the number of states. Cost: linear.
  [[nodiscard]] std::optional<reach::Graph> graph(
      std::size_t states,
      std::size_t depths,
      bool closed,
      const std::vector<std::uint32_t>& goals) const;

 private:
  struct Edge {
    std::uint32_t from = 0, to = 0;
    /// In `hit_ids_`.
    std::uint32_t hits = 0;
    bool final = false;
    auto operator<=>(const Edge&) const = default;
  };
  /// More of them are not kept.
  static constexpr std::size_t kMostEdges = 8'000'000;

  std::vector<Edge> edges_;
  /// Where the steps of the last states begin, and those of each depth.
  std::size_t open_ = 0;
  std::vector<std::size_t> depths_{0};
  /// The empty set is 0.
  std::map<std::vector<std::uint32_t>, std::uint32_t> hit_ids_{{{}, 0}};
  bool apart_ = true, too_many_ = false;
};

}  // namespace catenary::engine::certificate
