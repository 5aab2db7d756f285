// SPDX-License-Identifier: Apache-2.0
/// \file
/// Choice of test purposes among the paths that cover a target.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/symbolic/search/search.h"
#include "engine/symbolic/search/select.h"

namespace catenary::engine::symbolic {

/// Whether `longer` begins with the steps of `path`.
[[nodiscard]] bool begins(const Path& path, const Path& longer);

/// What a path is wanted for.
struct Wanted {
  /// Whether a path serves.
  std::function<bool(const Path&)> covers;
  /// A lower bound on the steps that a path, which ends in the state, still
  /// needs until it serves; StateGraph::kFar = it never will.
  std::function<std::uint32_t(std::uint32_t state, const Path&)> missing;
};

/// Candidate paths for test purposes, with memory of those that were checked.
class Purposes {
 public:
  /// Everything given must outlive it.
  Purposes(Execution& execution,
           Space& space,
           const SelectOptions& options,
           const base::Budget& budget);

  /// Why the path is not a test purpose, as text; empty if it is one.
  /// Remembered: the reference stays valid. If the time-outs are the reason,
  /// is_late() knows of it.
  [[nodiscard]] const std::string& refusal(const Path& path);

  /// The path, extended by as few steps as possible so that it ends in an
  /// output. Nothing if no output can follow. `end`: the symbolic state after
  /// the path.
  [[nodiscard]] std::optional<Path> extended(const Path& path,
                                             const SearchNode& end);
  /// The same for every output transition that can follow in as few steps as
  /// the first one: each of these answers can reveal a fault of its own.
  [[nodiscard]] std::vector<Path> answered(const Path& path,
                                           const SearchNode& end);

  /// The result of find().
  struct Found {
    /// The path; nothing if there is none.
    std::optional<Path> path;
    /// If there is none: why the shortest candidate is not a test purpose.
    std::string why;
  };
  /// The path `first`, or else the shortest feasible path that serves, ends in
  /// an output and is a test purpose. Cost: at most kCandidates checks of paths
  /// and kExpansions symbolic states.
  [[nodiscard]] Found find(const std::optional<Path>& first,
                           const Wanted& wanted);

  /// Candidates that are checked.
  static constexpr std::size_t kCandidates = 12;
  /// Symbolic states that are expanded.
  static constexpr std::size_t kExpansions = 1500;

  /// Distances between states, guards ignored.
  [[nodiscard]] const StateGraph& graph() const { return graph_; }
  /// Whether an internal transition leaves the state: its time cannot be
  /// observed.
  [[nodiscard]] bool has_internal(std::uint32_t state) const;

 private:
  /// Whether the path begins with steps that no run takes within the time-outs,
  /// as far as refusal() found them. No extension of it is a test purpose then.
  [[nodiscard]] bool is_late(const Path& path) const;
  /// Whether the path is not empty and its last transition is an output.
  [[nodiscard]] bool ends_in_output(const Path& path) const;
  /// Lower bound on the steps that the path still needs until it serves and
  /// ends in an output.
  [[nodiscard]] std::uint32_t missing(const Path& path,
                                      std::uint32_t state,
                                      const Wanted& wanted) const;

  /// The tree of contexts.
  Execution& execution_;
  /// Regions and queries.
  Space& space_;
  /// Seed, bounds, time-outs.
  const SelectOptions& options_;
  /// Of all searches.
  const base::Budget& budget_;
  /// See graph().
  StateGraph graph_;
  /// Answers of refusal().
  std::map<Path, std::string> known_;
  /// See is_late().
  std::set<Path> late_;
  /// By state and region: the shortest extensions to an output.
  std::map<std::pair<std::uint32_t, logic::Term>, std::vector<Path>> tails_;
};

}  // namespace catenary::engine::symbolic
