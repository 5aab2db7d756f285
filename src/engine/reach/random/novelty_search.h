// SPDX-License-Identifier: Apache-2.0
/// \file
/// Novelty search: search for goals that lie too deep for breadth-first search.
/// States with something novel about them are expanded first.
///
/// Each unit of the state has a lane, a first-in-first-out queue, and the lanes
/// take turns. So a unit with few values gets as much attention as one with a
/// new value in every step. All states with nothing novel share one more lane,
/// so that every state is expanded in the end. The measure of novelty and its
/// source: see novelty.h.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/run_memory.h"
#include "engine/reach/explicit/state_table.h"
#include "engine/reach/random/novelty.h"

namespace catenary::engine::reach {

/// When a novelty search ends without success.
struct NoveltyOptions {
  /// The search ends after this many steps, if it also took `patience_factor`
  /// times as many steps as when it last hit a new goal. 0 = it never ends for
  /// this reason.
  std::uint64_t patience_steps = 0;
  /// See patience_steps; 0 counts as 1.
  std::uint64_t patience_factor = 4;
};

/// One search. It runs in the child process, in one thread.
class NoveltySearch {
 public:
  /// `budget` limits the work; time and interrupts come from the parent.
  /// `memory_limit` in bytes; 0 = derived from the memory of the machine.
  /// Everything given must outlive the search. Options for edges and ranges are
  /// ignored.
  NoveltySearch(const SearchContext& context,
                const NoveltyOptions& options,
                const base::Budget& budget,
                std::uint64_t memory_limit);

  /// Searches until every goal was hit (Stop::goals), all reachable states were
  /// expanded (Stop::none), or a limit is reached. Results are published in the
  /// context's RunMemory as they are found. RunHeader::complete_depth stays 0,
  /// because runs are not shortest ones. The result depends on the system and
  /// the options only, unless time or the user ends the search.
  [[nodiscard]] Stop run();

 private:
  /// The letters of a state from `letter` on, which are still to be tried.
  struct Task {
    /// The state to expand.
    StateId state = 0;
    /// The first letter to try.
    std::uint32_t letter = 0;
  };

  /// Runs the initialisations.
  [[nodiscard]] Stop initialise();
  /// Removes the first task of the next lane that has one.
  [[nodiscard]] Task next();
  /// Tries some letters of a state; the others become a new task.
  [[nodiscard]] Stop expand(Task task);
  /// Numbers the new states of the chunk. Returns false if there is no room.
  [[nodiscard]] bool place(std::uint32_t depth, std::uint64_t behaviour);
  /// Appends a task to a lane.
  void add(Task task, std::uint32_t lane);
  /// Records new goals and errors of the chunk.
  void take_hits(std::uint32_t depth);
  /// Whether every goal of the system was hit.
  [[nodiscard]] bool all_hit() const;
  /// Whether NoveltyOptions end the search.
  [[nodiscard]] bool out_of_patience() const;
  /// Makes the figures visible to the parent.
  void publish();

  const SearchContext& context_;
  const base::Budget& budget_;
  const RunMemory& memory_;
  NoveltyOptions options_;
  /// Letters of the input alphabet.
  std::uint32_t letters_;
  /// Goals hit so far.
  CoveredWords covered_;
  std::unique_ptr<StateTable> table_;
  std::unique_ptr<Expander> expander_;
  std::unique_ptr<Novelty> novelty_;
  /// Results of the task at hand.
  Chunk chunk_;
  /// Room for a state.
  std::vector<std::byte> source_;
  /// For each state, the length of the run that found it.
  std::vector<std::uint32_t> depths_;
  /// The queues, by lane.
  std::vector<std::deque<Task>> lanes_;
  /// The lane of the last task.
  std::size_t turn_ = 0;
  /// Tasks in all lanes.
  std::uint64_t open_ = 0;
  /// Options::max_steps kept a state from being expanded.
  bool cut_off_ = false;
  /// Steps executed, without discarded ones.
  std::uint64_t transitions_ = 0;
  /// Steps tried in all, and their number when a goal was last hit for the
  /// first time.
  std::uint64_t steps_ = 0, last_news_ = 0;
  /// What a step costs on the clock of work.
  base::WorkClock::duration step_price_{1};
};

}  // namespace catenary::engine::reach
