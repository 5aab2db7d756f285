// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lists the coverage targets of a timed model (see select.h), and finds out
/// which of them a search reaches.
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

/// Determines the reachability of each target of a criterion. Does not ask
/// whether a path can be a test purpose, so Target::covered_by stays -1.
[[nodiscard]] std::vector<Target> find_targets(Execution& execution,
                                               PathCriterion criterion,
                                               const SelectOptions& options,
                                               const base::Budget& budget);

/// The names of the transitions, e.g. "Idle.tr1, Verify.tr2".
[[nodiscard]] std::string path_text(const model::TimedAutomaton& automaton,
                                    const Path& path);

/// Returns the reason why the transition is enabled in no symbolic state of the
/// search with this value of the monitor: its source was not reached, or a
/// guard is unsatisfiable there. Returns an empty string if the reason is not
/// known. `monitor` is 0, or in a search for pairs the last transition plus
/// one. Cost: some queries for each of at most 50 symbolic states.
[[nodiscard]] std::string why_blocked(Space& space,
                                      const Search& search,
                                      std::uint32_t transition,
                                      std::uint32_t monitor);

/// Observes a search and notes which targets it reaches.
class TargetFinder {
 public:
  /// Keeps references to its arguments, which must outlive it. If `pairs` is
  /// true, the monitor of the search must be the last transition plus one.
  TargetFinder(const model::TimedAutomaton& automaton,
               const StateGraph& graph,
               std::vector<Target>& targets,
               bool pairs);
  /// The visitor of the search, which calls it once for each node. Returns
  /// `stop` if every target was reached, and `leave` if no open target can be
  /// reached behind the node.
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
