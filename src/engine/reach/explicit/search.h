// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first search over packed states, level by level; what the exploring
/// child process does.
///
/// Order: the steps of a level are numbered (state, letter). Workers run
/// disjoint chunks of them; meanwhile one thread takes the chunks in order and
/// numbers what is new. So states, traces and edges are those of the sequential
/// search, whatever the number of workers.
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

class Search {
 public:
  /// `memory_limit` in bytes, 0 = none. Everything given must outlive the
  /// search.
  Search(const SearchContext& context, std::uint64_t memory_limit);

  /// Searches until all is known or something is used up. Everything found is
  /// in the context's RunMemory, published as it is found.
  [[nodiscard]] Stop run();

  /// With Options::ranges, after run(): fills RunMemory::hulls. Cost: see
  /// widen_by_states().
  void find_ranges(Stop stop);

 private:
  [[nodiscard]] Stop search_levels();
  [[nodiscard]] bool settled() const;
  [[nodiscard]] Stop initialise();
  [[nodiscard]] Stop expand_level(StateId level, StateId end);
  void make_expander(std::uint32_t worker);

  // Runs and merges some steps of a level from `position` on, and moves it.
  [[nodiscard]] Stop expand_alone(StateId level,
                                  std::uint64_t& position,
                                  std::uint64_t total);
  [[nodiscard]] Stop expand_together(StateId level,
                                     std::uint64_t& position,
                                     std::uint64_t total);
  void work_together(std::uint32_t worker);
  void merge_together();
  void run_chunk(std::uint32_t worker, std::uint64_t number);
  void note_cost(double ns, std::uint64_t steps);

  [[nodiscard]] Stop merge(Chunk& chunk);
  void place_targets(Chunk& chunk);
  void drop_after(StepRef last, Chunk& chunk);
  void take_hit(const NewHit& hit);
  void take_edges(Chunk& chunk);
  void take_ends(Chunk& chunk);
  [[nodiscard]] bool take_edge(const Candidate& candidate,
                               std::uint32_t worker);
  [[nodiscard]] bool close_states(StateId end);
  void prepare_edges();
  [[nodiscard]] HitSetId global_hits(HitSetId local, std::uint32_t worker);
  void judge_unexpanded();
  void publish();
  void keep_output_hulls();
  [[nodiscard]] Stop requested_stop() const;

  const SearchContext& context_;
  RunMemory& memory_;
  std::uint64_t memory_limit_;
  std::uint64_t letters_;
  CoveredWords covered_;

  std::unique_ptr<StateTable> table_;
  std::vector<std::unique_ptr<Expander>> expanders_;
  std::mutex making_;  ///< one stepper is made at a time
  std::unique_ptr<Crew> crew_;

  std::uint32_t depth_ = 0;  ///< of the runs that the current level makes
  std::uint64_t transitions_ = 0;
  StateId numbered_ = 0;  ///< states that belong to what was merged
  bool out_of_memory_ = false;
  double step_ns_ = 0;  ///< recent cost of a step; 0 = not known yet

  std::vector<Hull> output_hulls_;  ///< of complete levels
  std::vector<Hull> end_hulls_;     ///< the same for last states

  // Edges, if they are kept.
  std::uint64_t edge_count_ = 0;
  std::uint64_t edges_ready_ = 0;  ///< edges whose memory was prepared
  StateId expanding_ = 0;          ///< first state whose edges are not complete
  EdgeFilter filter_;
  HitSets hit_sets_;
  std::vector<std::vector<HitSetId>> global_hits_;  ///< [worker][local]
  /// What the workers numbered, as far as chunks were merged.
  std::vector<std::vector<std::uint64_t>> local_sets_;

  // What the crew works on: the steps of one level, or the rest of it.
  std::vector<Chunk> chunks_;  ///< one for each slot of the pipeline
  Pipeline pipeline_;
  StateId round_level_ = 0;
  std::uint64_t round_begin_ = 0, round_end_ = 0;  ///< steps of the level
  std::uint64_t chunk_steps_ = 0;
  Stop round_stop_ = Stop::none;
};

/// Bytes that `states` states need, with all that is kept of each but edges.
[[nodiscard]] std::uint64_t kept_bytes(std::size_t state_bytes,
                                       bool keep_edges,
                                       std::uint64_t states);

/// The most states that fit `memory_limit` bytes with all that is kept of
/// each; a bound derived from the machine's memory where the limit is 0.
[[nodiscard]] std::uint64_t state_limit(std::size_t state_bytes,
                                        bool keep_edges,
                                        std::uint64_t memory_limit);

}  // namespace catenary::engine::reach
