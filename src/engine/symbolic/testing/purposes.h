// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which of the paths that cover something are test purposes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/symbolic/search/search.h"
#include "engine/symbolic/search/select.h"

namespace catenary::engine::symbolic {

/// What a path is wanted for.
struct Wanted {
  std::function<bool(const Path&)> covers;
  /// At most the number of steps a path that ends in the state needs until it
  /// covers; StateGraph::kFar: never.
  std::function<std::uint32_t(std::uint32_t state, const Path&)> missing;
};

class Purposes {
 public:
  /// All must outlive it.
  Purposes(Execution& execution,
           Space& space,
           const SelectOptions& options,
           const base::Budget& budget);

  /// Why the path is no test purpose, in words; empty where it is one.
  /// Remembered.
  [[nodiscard]] const std::string& refusal(const Path& path);

  /// The path with the fewest steps after it that make its end an output;
  /// nothing where no output can follow. `end`: the symbolic state after it.
  [[nodiscard]] std::optional<Path> extended(const Path& path,
                                             const SearchNode& end);
  /// The same for every output transition that can follow in as few steps as
  /// the first: whichever of them answers shows a fault of its own.
  [[nodiscard]] std::vector<Path> answered(const Path& path,
                                           const SearchNode& end);

  struct Found {
    std::optional<Path> path;
    std::string why;  ///< where there is none: why the shortest one is none
  };
  /// `first`, or the shortest other feasible path that covers what is wanted,
  /// ends in an output, and is a test purpose. Tries at most kCandidates.
  [[nodiscard]] Found find(const std::optional<Path>& first,
                           const Wanted& wanted);

  static constexpr std::size_t kCandidates = 12;
  static constexpr std::size_t kExpansions = 1500;

  [[nodiscard]] const StateGraph& graph() const { return graph_; }
  /// Whether a transition without communication leaves the state.
  [[nodiscard]] bool has_internal(std::uint32_t state) const;

 private:
  Execution& execution_;
  Space& space_;
  const SelectOptions& options_;
  const base::Budget& budget_;
  StateGraph graph_;
  std::map<Path, std::string> known_;
  std::map<std::pair<std::uint32_t, logic::Term>, std::vector<Path>> tails_;
};

}  // namespace catenary::engine::symbolic
