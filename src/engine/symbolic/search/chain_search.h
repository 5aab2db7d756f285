// SPDX-License-Identifier: Apache-2.0
/// \file
/// One path that covers as many targets as it can, of the fewest steps.
///
/// Method: best-first search (Hart, Nilsson, Raphael, "A formal basis for the
/// heuristic determination of minimum cost paths", IEEE TSSC 4(2), 1968,
/// doi:10.1109/TSSC.1968.300136) over symbolic states and what was covered; a
/// node is left where earlier ones that covered at least as much, in no more
/// steps, include its valuations. Where that is too much, the nearest new
/// target is taken again and again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "engine/symbolic/search/search.h"
#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/targets.h"
#include "engine/symbolic/testing/purposes.h"

namespace catenary::engine::symbolic {

using Taken = std::vector<bool>;  ///< by target

class ChainSearch {
 public:
  /// All must outlive it.
  ChainSearch(Space& space,
              Purposes& purposes,
              const std::vector<Target>& targets,
              const SelectOptions& options)
      : space_(space),
        purposes_(purposes),
        targets_(targets),
        options_(options),
        automaton_(space.automaton()) {
    for (const Target& t : targets_) {
      pairs_ = pairs_ || t.kind == Target::Kind::pair;
    }
  }

  struct Result {
    /// A test purpose that takes all that is wanted, of the fewest steps.
    std::optional<Path> path;
    /// No path that takes all has fewer steps; -1: nothing is known.
    std::int64_t lower = -1;
    bool impossible = false;  ///< proved: no path takes all
    bool ended = false;       ///< there is nothing left to search
    /// Else: one that takes most, and how many.
    std::optional<Path> most;
    std::size_t most_count = 0;
    std::string why;  ///< why the first complete path was no purpose
  };

  Result run(const Taken& wanted);

  /// Takes the nearest target that is new, until there is none.
  std::optional<Path> greedy(const Taken& wanted);

 private:
  static constexpr std::size_t kNodes = 3000;
  static constexpr std::size_t kRefusals = 8;

  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t transition = SearchNode::kNone;
    std::uint32_t depth = 0;
    std::uint32_t state = 0;
    Taken taken;
    Region region;
  };

  [[nodiscard]] bool ends_in_output(const Node& node) const;
  [[nodiscard]] std::size_t wanted_count() const;
  [[nodiscard]] std::size_t taken_of_wanted(const Node& node) const;

  [[nodiscard]] bool is_start(const Target& target) const;

  /// The target of `left` that a step completes: there is one at most.
  /// left.size() where there is none. `last`: the step before it, if any.
  [[nodiscard]] std::size_t new_target(std::uint32_t last,
                                       std::uint32_t transition,
                                       const Taken& left) const;

  /// Steps until the target is complete, guards ignored.
  [[nodiscard]] std::uint32_t steps_to(const Target& target,
                                       const Node& node) const {
    const std::uint32_t there =
        purposes_.graph().distance(node.state, source_of(automaton_, target));
    switch (target.kind) {
      case Target::Kind::state:
        return there;
      case Target::Kind::transition:
        return there + 1;
      case Target::Kind::pair:
        return target.what[0] == node.transition ? 1 : there + 2;
    }
    return there;
  }

  /// Steps that are missing at least: a step completes one target at most, and
  /// the nearest takes as many as it does; then an output.
  [[nodiscard]] std::uint32_t missing(const Node& node) const {
    std::uint32_t count = 0;
    std::uint32_t nearest = StateGraph::kFar;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      if (!wanted_[i] || node.taken[i]) continue;
      const std::uint32_t steps = steps_to(targets_[i], node);
      if (steps >= StateGraph::kFar) return StateGraph::kFar;
      ++count;
      nearest = std::min(nearest, steps);
    }
    if (count > 0) return count + nearest - 1;
    return ends_in_output(node) ? 0 : purposes_.graph().to_output(node.state);
  }

  void add(std::uint32_t parent,
           std::uint32_t transition,
           std::uint32_t state,
           Region region);

  bool dominated(const Node& node);

  void expand(std::uint32_t index);

  [[nodiscard]] Path path_to(std::uint32_t index) const;

  Space& space_;
  Purposes& purposes_;
  const std::vector<Target>& targets_;
  const SelectOptions& options_;
  const model::TimedAutomaton& automaton_;
  Taken wanted_;
  std::vector<Node> nodes_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_state_;
  using Entry = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  bool unknown_ = false;  ///< whether something can be taken
  bool cut_ = false;      ///< by max_steps
  bool pairs_ = false;
};

}  // namespace catenary::engine::symbolic
