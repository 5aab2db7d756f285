// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which paths: shortest feasible ones that cover a criterion, go through
/// milestones, or visit every transition in one go; and what no run reaches.
///
/// Method: breadth-first symbolic execution; a context is subsumed by an
/// earlier one of its state whose valuations include its own (after Gaston,
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

namespace catenary::engine::symbolic {

enum class Criterion : std::uint8_t {
  transitions,
  pairs,  ///< of consecutive transitions
  states,
  depth  ///< every feasible path of at most SelectOptions::depth steps that
         ///< ends in an output
};

struct SelectOptions {
  TestCaseOptions test_case;
  std::uint32_t max_steps = 0;  ///< length of a path; 0 = no bound
  std::uint32_t depth = 0;      ///< Criterion::depth
  std::uint64_t seed = 1;       ///< breaks ties between paths of one length
  /// Symbolic states a search looks at; 0 = no bound.
  std::uint64_t max_contexts = 1000;
};

enum class Reachability : std::uint8_t {
  reached,           ///< `path` leads there
  unreachable,       ///< proved
  not_within_bound,  ///< max_steps
  undecided          ///< a solver gave up, or the time ended: see the reason
};

/// A state, transition or pair, and what is known about it.
struct Target {
  enum class Kind : std::uint8_t { state, transition, pair };
  Kind kind = Kind::transition;
  std::string id;    ///< e.g. "q0", "q0.tr1", "q0.tr1/q1.tr2"
  std::string text;  ///< for people
  base::SourceLocation where;
  std::vector<std::uint32_t> what;  ///< state, transition, or two of them
  Reachability reachability = Reachability::undecided;
  Path path;           ///< the shortest one found that covers it
  std::string reason;  ///< never empty
  /// Covered by the test case of that path of Selection::paths; -1 where none
  /// is a test purpose (the reason says why).
  std::int64_t covered_by = -1;
};

struct Selection {
  std::vector<Target> targets;
  std::vector<Path> paths;  ///< of which each is a test purpose
  std::vector<std::string> warnings;
  bool exhaustive = false;  ///< everything reachable was explored
  std::uint64_t contexts = 0;
};

/// Shortest paths that cover the criterion; paths that begin others are left
/// out. Each is extended to the nearest output where it ends in an input; for
/// pairs to each output transition that is as near.
/// Targets that only paths reach which are no test purposes (because of
/// non-determinism, say) name the reason.
[[nodiscard]] Selection select_paths(Execution& execution,
                                     Criterion criterion,
                                     const SelectOptions& options,
                                     const base::Budget& budget);

/// A shortest path that takes these transitions in order, others between them.
[[nodiscard]] Selection select_through(Execution& execution,
                                       const Path& milestones,
                                       const SelectOptions& options,
                                       const base::Budget& budget);

/// As few paths as are found, of as few steps, that together cover every target
/// of the criterion that can be covered; a proof of minimality where there is
/// one.
struct Chains {
  Selection selection;
  /// No set of that many paths, or of fewer, that covers all of it has fewer
  /// steps together; -1 = open.
  std::int64_t lower = -1;
  bool fewest = false;  ///< proved: no fewer paths do
  std::string by;       ///< method of the bound
};
/// Requires: not Criterion::depth.
[[nodiscard]] Chains select_chains(Execution& execution,
                                   Criterion criterion,
                                   const SelectOptions& options,
                                   const base::Budget& budget);

/// What `check` says about an automaton beyond its syntax: reachability of
/// every state and transition (witness or proof), non-determinism of states
/// (witness), time-locks (a reachable configuration that time cannot pass and
/// no transition leaves), assignments out of range, uninitialised variables
/// that are read, channels not connected.
struct Analysis {
  std::vector<Target> states;
  std::vector<Target> transitions;
  std::vector<suite::Finding> findings;  ///< by source location
  bool exhaustive = false;               ///< everything reachable was explored
  std::vector<std::string> undecided;    ///< checks that no solver decided
};
[[nodiscard]] Analysis analyse(Execution& execution,
                               const SelectOptions& options,
                               const base::Budget& budget);

}  // namespace catenary::engine::symbolic
