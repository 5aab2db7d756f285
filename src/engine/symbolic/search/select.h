// SPDX-License-Identifier: Apache-2.0
/// \file
/// Selection of paths: shortest feasible paths that cover a criterion, pass
/// milestones, or cover everything in as few paths as possible; and what no run
/// reaches.
///
/// Method: breadth-first symbolic execution, in which a context is subsumed by
/// an earlier one of its state whose valuations include its own (after Gaston,
/// Le Gall, Rapin, Touil, "Symbolic execution techniques for test purpose
/// definition", TestCom 2006, doi:10.1007/11754008_1). A search that ends
/// because everything is subsumed is exhaustive, and so a proof.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/symbolic/execution.h"
#include "engine/symbolic/testing/test_case.h"
#include "model/reachability.h"

namespace catenary::engine::symbolic {

/// What the selected paths cover.
enum class PathCriterion : std::uint8_t {
  /// Each transition.
  transitions,
  /// Each pair of consecutive transitions.
  pairs,
  /// Each state.
  states,
  /// Every feasible path of at most SelectOptions::depth steps that ends in an
  /// output.
  depth
};

/// Settings of a selection.
struct SelectOptions {
  /// Solvers, limits and time-outs of test cases.
  TestCaseOptions test_case;
  /// Length of a path; 0 = no bound.
  std::uint32_t max_steps = 0;
  /// For PathCriterion::depth.
  std::uint32_t depth = 0;
  /// Decides between paths of the same length.
  std::uint64_t seed = 1;
  /// Symbolic states of one search; 0 = no bound.
  std::uint64_t max_contexts = 1000;
};

using model::Reachability;

/// A state, transition or pair, and what is known about it.
struct Target {
  /// What it is.
  enum class Kind : std::uint8_t { state, transition, pair };
  /// See Kind.
  Kind kind = Kind::transition;
  /// E.g. "q0", "q0.tr1", "q0.tr1/q1.tr2".
  std::string id;
  /// For messages, e.g. "transition q0.tr1".
  std::string text;
  /// Position in the model.
  base::SourceLocation where;
  /// Index of the state or transition, or of the two transitions.
  std::vector<std::uint32_t> what;
  /// reached: by `path`. not_within_bound: the bound is max_steps or
  /// max_contexts of SelectOptions. undecided: see the reason.
  Reachability reachability = Reachability::undecided;
  /// The shortest path found that covers it; empty if there is none, and for
  /// the initial state.
  Path path;
  /// Why reachability is what it is; never empty in a result.
  std::string reason;
  /// Index of the path in Selection::paths whose test case covers it; -1 = no
  /// path that covers it is a test purpose (the reason says why).
  std::int64_t covered_by = -1;
};

/// Selected paths and what they cover.
struct Selection {
  /// The targets of the criterion, in the order of the model.
  std::vector<Target> targets;
  /// The paths; each of them is a test purpose.
  std::vector<Path> paths;
  /// What was left out, as messages.
  std::vector<std::string> warnings;
  /// Everything reachable was explored.
  bool exhaustive = false;
  /// Symbolic states that were looked at.
  std::uint64_t contexts = 0;
};

/// Shortest paths that cover the criterion. Paths that are the beginning of
/// others are left out. A path that ends in an input is extended to the nearest
/// output; for pairs, to each output transition that is as near. Targets that
/// are covered only by paths that are not test purposes, for example because of
/// non-determinism, name the reason.
/// Cost: one search, and a check of each candidate path.
[[nodiscard]] Selection select_paths(Execution& execution,
                                     PathCriterion criterion,
                                     const SelectOptions& options,
                                     const base::Budget& budget);

/// A shortest path that takes these transitions in this order, with others
/// between them. The targets of the result are the milestones.
[[nodiscard]] Selection select_through(Execution& execution,
                                       const Path& milestones,
                                       const SelectOptions& options,
                                       const base::Budget& budget);

/// As few paths as are found, with as few steps as are found, that together
/// cover every target of the criterion that can be covered; and a proof of
/// minimality if there is one.
struct Chains {
  /// The paths and targets.
  Selection selection;
  /// No set of at most this many paths that covers everything has fewer steps
  /// together; -1 = open.
  std::int64_t lower = -1;
  /// Proved: fewer paths do not cover everything.
  bool fewest = false;
  /// The argument for `lower`; may be empty.
  std::string by;
};
/// Requires: not PathCriterion::depth (checked). Cost: that of select_paths(),
/// and an A* search of some thousand symbolic states for each path.
[[nodiscard]] Chains select_chains(Execution& execution,
                                   PathCriterion criterion,
                                   const SelectOptions& options,
                                   const base::Budget& budget);

/// What `check` reports about an automaton beyond its syntax: reachability of
/// every state and transition with a witness or a proof, non-determinism with a
/// witness, time-locks (a reachable configuration in which time cannot pass and
/// no transition can be taken), assignments out of range, divisions by zero,
/// uninitialised variables that are read, and channels that are not connected.
struct Analysis {
  /// All states, with their reachability.
  std::vector<Target> states;
  /// All transitions, with their reachability.
  std::vector<Target> transitions;
  /// Sorted by source location.
  std::vector<suite::Finding> findings;
  /// Everything reachable was explored.
  bool exhaustive = false;
  /// Checks that no solver decided, as messages.
  std::vector<std::string> undecided;
};
/// Analyses the automaton. Cost: one search, and some queries for each of at
/// most some hundred symbolic states of a state.
[[nodiscard]] Analysis analyse(Execution& execution,
                               const SelectOptions& options,
                               const base::Budget& budget);

}  // namespace catenary::engine::symbolic
