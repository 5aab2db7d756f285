// SPDX-License-Identifier: Apache-2.0
/// \file
/// What paths are to cover, and what a search says about it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/symbolic/search/envelope.h"
#include "engine/symbolic/search/search.h"
#include "engine/symbolic/search/select.h"

namespace catenary::engine::symbolic {

/// None for Criterion::depth.
[[nodiscard]] std::vector<Target> targets_of(
    const model::TimedAutomaton& automaton, Criterion criterion);
[[nodiscard]] Target transition_target(const model::TimedAutomaton& automaton,
                                       std::uint32_t transition);

/// The state where its first step begins; for a state, itself.
[[nodiscard]] std::uint32_t source_of(const model::TimedAutomaton& automaton,
                                      const Target& target);
/// Requires: a path from the initial state.
[[nodiscard]] bool covers(const model::TimedAutomaton& automaton,
                          const Path& path,
                          const Target& target);

/// What a search says of each target of a criterion, without asking whether
/// paths are test purposes.
[[nodiscard]] std::vector<Target> find_targets(Execution& execution,
                                               Criterion criterion,
                                               const SelectOptions& options,
                                               const base::Budget& budget);

/// Names, e.g. "Idle.tr1, Verify.tr2".
[[nodiscard]] std::string path_text(const model::TimedAutomaton& automaton,
                                    const Path& path);

/// Why the transition is taken from no symbolic state of the search (with that
/// monitor): its state is not reached, or which guard cannot hold there.
[[nodiscard]] std::string blocking_guard(Space& space,
                                         const Search& search,
                                         std::uint32_t transition,
                                         std::uint32_t monitor);

/// Notes which targets a search reaches.
class TargetFinder {
 public:
  /// `pairs`: the search's monitor is the last transition plus one.
  TargetFinder(const model::TimedAutomaton& automaton,
               const StateGraph& graph,
               std::vector<Target>& targets,
               bool pairs);
  /// To be called for each node.
  Search::Next visit(const Search& search, std::uint32_t node);
  /// Fills paths, reachability and reasons of all targets.
  void conclude(Space& space, const Search& search);
  /// The node that reached it. Requires: it was reached.
  [[nodiscard]] std::uint32_t node_of(std::size_t target) const {
    return node_of_[target];
  }

 private:
  [[nodiscard]] bool is_open(const Target& target, const Unexplored& u) const;
  /// Whether invariants of the states exclude it.
  [[nodiscard]] bool is_excluded(const Target& target,
                                 Space& space,
                                 const Envelope& envelope) const;

  const model::TimedAutomaton& automaton_;
  const StateGraph& graph_;
  std::vector<Target>& targets_;
  bool pairs_;
  std::vector<std::uint32_t> node_of_;
};

}  // namespace catenary::engine::symbolic
