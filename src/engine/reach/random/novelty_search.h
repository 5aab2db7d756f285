// SPDX-License-Identifier: Apache-2.0
/// \file
/// Search for goals that lie too deep for breadth-first search: states with
/// something new about them come first, whatever it is.
///
/// Every unit of the state has a lane of its own, first in, first out, and the
/// lanes take turns: what has few values gets as much attention as what has a
/// new value at every step. States with nothing new have one lane together, so
/// that none is left out for ever.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/run_memory.h"
#include "engine/reach/explicit/state_table.h"
#include "engine/reach/random/novelty.h"

namespace catenary::engine::reach {

/// When a novelty search has looked for long enough.
struct NoveltyOptions {
  /// It ends when it took so many steps, and this many times as many as when
  /// it last hit a new goal, without hitting another. 0 = goes on.
  std::uint64_t patience_steps = 0;
  std::uint64_t patience_factor = 4;
};

class NoveltySearch {
 public:
  /// `memory_limit` in bytes, 0 = none. Everything given must outlive the
  /// search. Of SearchContext::options, edges and ranges are not kept.
  NoveltySearch(const SearchContext& context,
                const NoveltyOptions& options,
                std::uint64_t memory_limit);

  /// Searches until every goal was hit, all states were expanded
  /// (Stop::none), or something is used up. Everything found is in the
  /// context's RunMemory, but RunHeader::complete_depth stays 0: runs are not
  /// shortest ones. Same system, same result, but where time or the user ends
  /// it.
  [[nodiscard]] Stop run();

 private:
  /// Letters of a state that are still to be tried, from this one on.
  struct Task {
    StateId state = 0;
    std::uint32_t letter = 0;
  };

  [[nodiscard]] Stop initialise();
  [[nodiscard]] Task next();
  [[nodiscard]] Stop expand(Task task);
  [[nodiscard]] bool place(std::uint32_t depth, std::uint64_t behaviour);
  void add(Task task, std::uint32_t lane);
  void take_hits(std::uint32_t depth);
  [[nodiscard]] bool all_hit() const;
  [[nodiscard]] bool out_of_patience() const;
  void publish();

  const SearchContext& context_;
  const RunMemory& memory_;
  NoveltyOptions options_;
  std::uint32_t letters_;
  CoveredWords covered_;
  std::unique_ptr<StateTable> table_;
  std::unique_ptr<Expander> expander_;
  std::unique_ptr<Novelty> novelty_;
  Chunk chunk_;
  std::vector<std::byte> source_;
  std::vector<std::uint32_t> depths_;  ///< of each state, as it was found
  std::vector<std::deque<Task>> lanes_;
  std::size_t turn_ = 0;  ///< lane of the last task
  std::uint64_t open_ = 0;
  bool cut_off_ = false;  ///< Options::max_steps kept a state from expansion
  std::uint64_t transitions_ = 0;
  std::uint64_t steps_ = 0, last_news_ = 0;  ///< tried; when a goal was hit
};

}  // namespace catenary::engine::reach
