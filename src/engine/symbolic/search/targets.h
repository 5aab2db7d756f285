// SPDX-License-Identifier: Apache-2.0
/// \file
/// Targets: what paths are to cover, and what a search found out about it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/symbolic/search/envelope.h"
#include "engine/symbolic/search/search.h"
#include "engine/symbolic/search/select.h"

namespace catenary::engine::symbolic {

/// The targets of a criterion, in the order of the model; none for
/// PathCriterion::depth.
[[nodiscard]] std::vector<Target> targets_of(
    const model::TimedAutomaton& automaton, PathCriterion criterion);
/// The target "take this transition".
[[nodiscard]] Target transition_target(const model::TimedAutomaton& automaton,
                                       std::uint32_t transition);

/// The state in which the first step of the target begins; for a state, the
/// state itself.
[[nodiscard]] std::uint32_t source_of(const model::TimedAutomaton& automaton,
                                      const Target& target);
/// Whether the path covers the target. Requires: the path begins in the initial
/// state.
[[nodiscard]] bool covers(const model::TimedAutomaton& automaton,
                          const Path& path,
                          const Target& target);

/// Reachability of each target of a criterion, without asking whether paths are
/// test purposes.
[[nodiscard]] std::vector<Target> find_targets(Execution& execution,
                                               PathCriterion criterion,
                                               const SelectOptions& options,
                                               const base::Budget& budget);

/// The names of the transitions, e.g. "Idle.tr1, Verify.tr2".
[[nodiscard]] std::string path_text(const model::TimedAutomaton& automaton,
                                    const Path& path);

/// Why the transition can be taken from no symbolic state of the search that
/// has this monitor: its state is not reached, or a guard cannot hold there.
/// Empty if that cannot be said. Cost: some queries for each of at most some
/// tens of symbolic states.
[[nodiscard]] std::string blocking_guard(Space& space,
                                         const Search& search,
                                         std::uint32_t transition,
                                         std::uint32_t monitor);

/// Observes a search and notes which targets it reaches.
class TargetFinder {
 public:
  /// Everything given must outlive it. `pairs`: the monitor of the search is
  /// the last transition plus one.
  TargetFinder(const model::TimedAutomaton& automaton,
               const StateGraph& graph,
               std::vector<Target>& targets,
               bool pairs);
  /// To be called for each node, as the visit of the search. Tells the search
  /// to stop when every target was reached.
  Search::Next visit(const Search& search, std::uint32_t node);
  /// Fills paths, reachability and reasons of all targets after the search.
  /// Cost: if the search left something open, the invariants of Envelope.
  void conclude(Space& space, const Search& search);
  /// The node that reached the target. Requires: it was reached.
  [[nodiscard]] std::uint32_t node_of(std::size_t target) const {
    return node_of_[target];
  }

 private:
  /// Whether an unexplored place may lead to the target.
  [[nodiscard]] bool is_open(const Target& target, const Unexplored& u) const;
  /// Whether inductive invariants of the states exclude the target.
  [[nodiscard]] bool is_excluded(const Target& target,
                                 Space& space,
                                 const Envelope& envelope) const;

  /// The automaton.
  const model::TimedAutomaton& automaton_;
  /// Its graph.
  const StateGraph& graph_;
  /// Filled by conclude().
  std::vector<Target>& targets_;
  /// See the constructor.
  bool pairs_;
  /// For each target the first node that reached it; kNone = none.
  std::vector<std::uint32_t> node_of_;
};

}  // namespace catenary::engine::symbolic
