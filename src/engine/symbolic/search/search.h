// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first search over symbolic states with subsumption.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// A symbolic state and how it was reached. `monitor` is what the user of the
/// search remembers about the path.
struct SearchNode {
  std::uint32_t parent = 0;  ///< its own index for the root
  std::uint32_t transition = kNone;
  std::uint32_t depth = 0;
  std::uint32_t state = 0;
  std::uint32_t monitor = 0;
  Region region;

  static constexpr std::uint32_t kNone =
      std::numeric_limits<std::uint32_t>::max();
};

/// What was not looked into, and why: whatever the graph of states reaches from
/// there is not proved unreachable.
struct Unexplored {
  std::uint32_t state = 0;
  std::uint32_t transition = SearchNode::kNone;  ///< undecided itself
  std::uint32_t monitor = 0;
  Reachability why = Reachability::undecided;
  std::string reason;
};

/// Distances in the graph of states, guards ignored. Cost: linear in the
/// automaton for each state that distances are asked from. Not thread-safe.
class StateGraph {
 public:
  explicit StateGraph(const model::TimedAutomaton& automaton);
  static constexpr std::uint32_t kFar = 1U << 30U;
  /// Steps from a state to a state; 0 to itself.
  [[nodiscard]] std::uint32_t distance(std::uint32_t from,
                                       std::uint32_t to) const;
  /// Steps up to and including the next output.
  [[nodiscard]] std::uint32_t to_output(std::uint32_t from) const {
    return to_output_[from];
  }

 private:
  /// Breadth first from what is in the queue.
  static void spread(const std::vector<std::vector<std::uint32_t>>& next,
                     std::deque<std::uint32_t>& queue,
                     std::vector<std::uint32_t>& distance);

  std::vector<std::vector<std::uint32_t>> next_;
  mutable std::vector<std::vector<std::uint32_t>> rows_;  ///< empty: not asked
  std::vector<std::uint32_t> to_output_;
};

class Search {
 public:
  struct Settings {
    std::uint32_t max_steps = 0;  ///< 0 = no bound
    std::uint64_t max_nodes = 0;  ///< 0 = no bound
    std::uint64_t seed = 1;       ///< 1: transitions in the order written
    bool subsume = true;
  };
  [[nodiscard]] static Settings settings_of(const SelectOptions& options) {
    return {options.max_steps, options.max_contexts, options.seed, true};
  }
  enum class Next : std::uint8_t {
    expand,
    leave,  ///< nothing below matters
    stop    ///< everything has been found
  };
  /// The monitor after a transition.
  using Monitor = std::function<std::uint32_t(std::uint32_t monitor,
                                              std::uint32_t transition)>;
  /// Called for each node once, when it is made.
  using Visit = std::function<Next(std::uint32_t node)>;

  /// The space must outlive the search.
  Search(Space& space, const Settings& settings)
      : space_(space), settings_(settings) {}

  /// From the start of the automaton.
  void run(std::uint32_t monitor, const Monitor& next, const Visit& visit);
  /// From some symbolic state.
  void run_from(std::uint32_t state,
                Region region,
                std::uint32_t monitor,
                const Monitor& next,
                const Visit& visit);

  [[nodiscard]] const std::vector<SearchNode>& nodes() const { return nodes_; }
  [[nodiscard]] Path path_to(std::uint32_t node) const;
  [[nodiscard]] const std::vector<Unexplored>& unexplored() const {
    return unexplored_;
  }
  /// Nothing was left out but what is subsumed.
  [[nodiscard]] bool exhaustive() const {
    return unexplored_.empty() && !stopped_ && !left_;
  }

 private:
  /// True: expand it.
  [[nodiscard]] bool add(SearchNode node, const Visit& visit);
  void give_up(std::size_t first, Reachability why, const std::string& reason);

  Space& space_;
  Settings settings_;
  std::vector<SearchNode> nodes_;
  std::vector<std::uint32_t> queue_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>
      seen_;  ///< by state and monitor
  std::vector<Unexplored> unexplored_;
  bool stopped_ = false;
  bool left_ = false;
};

/// The transitions of a state in the order of the seed.
[[nodiscard]] std::vector<std::uint32_t> ordered_transitions(
    const model::TimedAutomaton& automaton,
    std::uint32_t state,
    std::uint64_t seed);

}  // namespace catenary::engine::symbolic
