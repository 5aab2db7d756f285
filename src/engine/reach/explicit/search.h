// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first search over packed states, level by level. This is what the
/// exploring child process does.
///
/// Determinism: the steps of a level are numbered (state, letter). Workers
/// execute disjoint chunks of them, and one thread merges the chunks in their
/// order and numbers what is new. So states, runs and edges are those of the
/// sequential search, whatever the number of threads. The limit of work, too,
/// is reached at the same step.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/reach/explicit/crew.h"
#include "engine/reach/explicit/edge_filter.h"
#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/hit_sets.h"
#include "engine/reach/explicit/pipeline.h"
#include "engine/reach/explicit/run_memory.h"
#include "engine/reach/explicit/state_table.h"

namespace catenary::engine::reach {

/// One search. Execution of steps (Expander) runs in parallel, the merge of
/// their results is sequential.
class Search {
 public:
  /// `memory_limit` in bytes; 0 = none. `budget` limits the work, and may have
  /// slices; time and interrupts come from the parent. Both references must
  /// outlive the search.
  Search(const SearchContext& context,
         const base::Budget& budget,
         std::uint64_t memory_limit);

  /// Searches until everything is known or a limit is reached. Results are
  /// published in the context's RunMemory as they are found. Returns why the
  /// search ended. Throws what a Stepper throws, and std::bad_alloc.
  [[nodiscard]] Stop run();

  /// With Options::ranges, to be called after run(): fills RunMemory::hulls.
  /// Cost: see widen_by_states().
  void find_ranges(Stop stop);

 private:
  /// run() without its final publication.
  [[nodiscard]] Stop search_levels();
  /// Whether Options::settled_states ends the search: every goal was hit and
  /// there are more states than that.
  [[nodiscard]] bool settled() const;
  /// Runs the initialisations and merges their results as level 0.
  [[nodiscard]] Stop initialise();
  /// Executes all steps of the states level .. end - 1.
  [[nodiscard]] Stop expand_level(StateId level, StateId end);
  /// The end of the steps of a level that may be executed from `position` on
  /// before the budget is asked again; `position` where the slice is used up.
  [[nodiscard]] std::uint64_t end_of_part(std::uint64_t position,
                                          std::uint64_t total) const;
  /// Makes the expander of a worker, in that worker's thread.
  void make_expander(std::uint32_t worker);

  /// Executes and merges some steps of the level that begins with state
  /// `level`, from step `position` on, and advances `position`.
  [[nodiscard]] Stop expand_alone(StateId level,
                                  std::uint64_t& position,
                                  std::uint64_t total);
  /// The same for the whole rest of the level, by all threads of the crew.
  [[nodiscard]] Stop expand_together(StateId level,
                                     std::uint64_t& position,
                                     std::uint64_t total);
  /// What each thread of the crew does in a round.
  void work_together(std::uint32_t worker);
  /// What thread 0 does in a round: merges chunks in order, and executes some
  /// while it would wait.
  void merge_together();
  /// Executes chunk `number` of the round.
  void run_chunk(std::uint32_t worker, std::uint64_t number);
  /// Updates `step_ns_` by a measurement.
  void note_cost(double ns, std::uint64_t steps);

  /// Takes the results of a chunk into the search, in the order of its steps.
  /// Chunks must come in their order.
  [[nodiscard]] Stop merge(Chunk& chunk);
  /// Numbers the states of the chunk that are new.
  void place_targets(Chunk& chunk);
  /// Drops hits and findings of steps after `last`, where the search ends
  /// within the chunk.
  void drop_after(StepRef last, Chunk& chunk);
  /// Records a goal that was not hit before.
  void take_hit(const NewHit& hit);
  /// Adds the edges of the chunk to the graph.
  void take_edges(Chunk& chunk);
  /// With SearchContext::keeps_ends(): keeps the first step to each set of
  /// goals that ends a run.
  void take_ends(Chunk& chunk);
  /// Adds one edge. Returns false, and sets `out_of_memory_`, if there is no
  /// room.
  [[nodiscard]] bool take_edge(const Candidate& candidate,
                               std::uint32_t worker);
  /// Marks the states before `end` as expanded. Returns false, and sets
  /// `out_of_memory_`, if the memory limit is reached.
  [[nodiscard]] bool close_states(StateId end);
  /// Takes memory for more edges.
  void prepare_edges();
  /// The number in `hit_sets_` of a hit set that a worker numbered.
  [[nodiscard]] HitSetId global_hits(HitSetId local, std::uint32_t worker);
  /// Calls at_final() for the states that were found but not expanded.
  void judge_unexpanded();
  /// Makes what was merged visible to the parent.
  void publish();
  /// Takes over the hulls of all workers.
  void keep_output_hulls();
  /// The Stop that was requested; Stop::none if there is none.
  [[nodiscard]] Stop requested_stop() const;

  const SearchContext& context_;
  const base::Budget& budget_;
  /// Shared with the parent.
  RunMemory& memory_;
  /// In bytes; 0 = none.
  std::uint64_t memory_limit_;
  /// Letters of the input alphabet.
  std::uint64_t letters_;
  /// Goals hit so far.
  CoveredWords covered_;

  /// All states found. Only the merging thread inserts.
  std::unique_ptr<StateTable> table_;
  /// One for each worker; null until the worker is needed.
  std::vector<std::unique_ptr<Expander>> expanders_;
  std::mutex making_;  ///< one stepper is made at a time
  /// The threads; null with one worker.
  std::unique_ptr<Crew> crew_;

  /// Length of the runs that the current level makes; 0 during the
  /// initialisation.
  std::uint32_t depth_ = 0;
  /// Of all merged chunks.
  std::uint64_t transitions_ = 0;
  /// What a step costs on the clock of work, without loops.
  base::WorkClock::duration step_price_{1};
  /// The price of all loops so far.
  base::WorkClock::duration loops_{0};
  /// What steps cost with their loops, on the average of the parts so far.
  base::WorkClock::duration mean_price_{1};
  /// Steps in all parts so far.
  std::uint64_t steps_in_parts_ = 0;
  /// States that are part of the result. With edges, a state counts once an
  /// edge to it was kept.
  StateId numbered_ = 0;
  bool out_of_memory_ = false;
  /// Recent cost of a step in ns, used to choose sizes of chunks; 0 = not known
  /// yet. No result depends on it.
  double step_ns_ = 0;

  /// Hulls of the outputs over complete levels, so that they do not depend on
  /// the threads.
  std::vector<Hull> output_hulls_;
  /// The same for the scalars of the states in which runs ended.
  std::vector<Hull> end_hulls_;

  // The following members are used if edges are kept.

  /// Edges so far.
  std::uint64_t edge_count_ = 0;
  /// Edges for which memory was prepared.
  std::uint64_t edges_ready_ = 0;
  /// The first state whose edges are not complete.
  StateId expanding_ = 0;
  /// Removes duplicate edges of `expanding_`.
  EdgeFilter filter_;
  /// All hit sets of the search, in the order in which steps have them.
  HitSets hit_sets_;
  /// [worker][local number]: the number in hit_sets_; 0 = not yet known.
  std::vector<std::vector<HitSetId>> global_hits_;
  /// [worker]: the hit sets that the worker numbered, from merged chunks.
  std::vector<std::vector<std::uint64_t>> local_sets_;

  // The round of expand_together(): the steps of one level, or the rest of it.

  /// The chunks that the threads work on, one for each slot of the pipeline.
  std::vector<Chunk> chunks_;
  /// Distributes the chunks.
  Pipeline pipeline_;
  /// First state of the level.
  StateId round_level_ = 0;
  /// The steps of the level that the round executes.
  std::uint64_t round_begin_ = 0, round_end_ = 0;
  /// Steps of each chunk; the last one may have fewer.
  std::uint64_t chunk_steps_ = 0;
  /// Why thread 0 ended the round.
  Stop round_stop_ = Stop::none;
};

/// Bytes that `states` states need, with everything that is kept for each of
/// them but edges. Increasing in `states`.
[[nodiscard]] std::uint64_t kept_bytes(std::size_t state_bytes,
                                       bool keep_edges,
                                       std::uint64_t states);

/// The largest number of states that fits into `memory_limit` bytes with
/// everything kept for each. If the limit is 0, a bound derived from the memory
/// of the machine.
[[nodiscard]] std::uint64_t state_limit(std::size_t state_bytes,
                                        bool keep_edges,
                                        std::uint64_t memory_limit);

}  // namespace catenary::engine::reach
