// SPDX-License-Identifier: Apache-2.0
/// \file
/// Search for one path that covers as many targets as possible in the fewest
/// steps.
///
/// Method: A* (Hart, Nilsson, Raphael, "A formal basis for the heuristic
/// determination of minimum cost paths", IEEE TSSC 4(2), 1968,
/// doi:10.1109/TSSC.1968.300136) over symbolic states and sets of covered
/// targets. A node is dominated if earlier nodes that covered at least as much,
/// in no more steps, include its valuations. If that is too much work, a greedy
/// search takes the nearest new target again and again.
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

/// Set of targets, by their index.
using Taken = std::vector<bool>;

/// One search object serves several sets of targets, one after the other.
class ChainSearch {
 public:
  /// Everything given must outlive it.
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

  /// The result of one search.
  struct Result {
    /// A test purpose of the fewest steps that covers everything wanted.
    std::optional<Path> path;
    /// No path that covers everything wanted has fewer steps; -1 = nothing is
    /// known.
    std::int64_t lower = -1;
    /// Proved: no path covers everything wanted.
    bool impossible = false;
    /// The search space was exhausted.
    bool ended = false;
    /// If there is no `path`: a test purpose that covers the most targets among
    /// those that were tried.
    std::optional<Path> most;
    /// Targets that `most` covers.
    std::size_t most_count = 0;
    /// Why the first path that covers everything is not a test purpose.
    std::string why;
  };

  /// Searches for the wanted targets. Deterministic unless the budget ends it.
  /// Cost: at most kNodes symbolic states.
  Result run(const Taken& wanted);

  /// The greedy search: extends a path to the nearest new target until no
  /// target is left or reachable. Nothing if not even one is.
  std::optional<Path> greedy(const Taken& wanted);

 private:
  /// Symbolic states of one search.
  static constexpr std::size_t kNodes = 3000;
  /// Complete paths that may turn out not to be test purposes before the search
  /// ends.
  static constexpr std::size_t kRefusals = 8;

  /// A symbolic state and the path that led to it.
  struct Node {
    /// Index of the node before; meaningless for the root.
    std::uint32_t parent = 0;
    /// The last transition; kNone for the root.
    std::uint32_t transition = SearchNode::kNone;
    /// Length of the path.
    std::uint32_t depth = 0;
    /// The state of the automaton.
    std::uint32_t state = 0;
    /// Targets that the path covers.
    Taken taken;
    /// The valuations.
    Region region;
  };

  /// Whether the path ends with an output, as a test purpose must.
  [[nodiscard]] bool ends_in_output(const Node& node) const;
  /// Number of wanted targets.
  [[nodiscard]] std::size_t wanted_count() const;
  /// Number of wanted targets that the path covers.
  [[nodiscard]] std::size_t taken_of_wanted(const Node& node) const;

  /// Whether the target is the initial state, which every path covers.
  [[nodiscard]] bool is_start(const Target& target) const;

  /// The target of `left` that a step completes; there is at most one.
  /// left.size() if there is none. `last`: the step before; kNone if none.
  [[nodiscard]] std::size_t new_target(std::uint32_t last,
                                       std::uint32_t transition,
                                       const Taken& left) const;

  /// Lower bound on the steps from the node until the target is covered:
  /// distance in the graph of states, guards ignored.
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

  /// The heuristic function: a lower bound on the missing steps. A step
  /// completes at most one target, and the nearest target takes as many steps
  /// as its distance. At the end an output must follow.
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

  /// Adds a node unless it is dominated or too long.
  void add(std::uint32_t parent,
           std::uint32_t transition,
           std::uint32_t state,
           Region region);

  /// Whether earlier nodes make this one superfluous.
  bool dominated(const Node& node);

  /// Adds the successors of a node.
  void expand(std::uint32_t index);

  /// The path from the root.
  [[nodiscard]] Path path_to(std::uint32_t index) const;

  /// Regions and their images.
  Space& space_;
  /// Decides whether paths are test purposes.
  Purposes& purposes_;
  /// All targets; sets of them are masks.
  const std::vector<Target>& targets_;
  /// Bound on the length, seed.
  const SelectOptions& options_;
  /// The automaton.
  const model::TimedAutomaton& automaton_;
  /// The targets of the present search.
  Taken wanted_;
  /// The nodes of the present search.
  std::vector<Node> nodes_;
  /// Nodes that were not dominated, by state.
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_state_;
  /// Lower bound of the whole path, complement of the depth, index: among equal
  /// bounds the deepest node is first.
  using Entry = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  /// The open nodes.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  /// A solver did not say whether some step can be taken.
  bool unknown_ = false;
  /// SelectOptions::max_steps cut some path off.
  bool cut_ = false;
  /// Whether the targets are pairs: the last step then matters.
  bool pairs_ = false;
};

}  // namespace catenary::engine::symbolic
