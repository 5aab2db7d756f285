// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs steps: one worker's part of a breadth-first level.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/reach/explicit/hit_sets.h"
#include "engine/reach/explicit/run_memory.h"
#include "engine/reach/explicit/state_table.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// The alphabets of a search.
struct Letters {
  explicit Letters(const model::StepSystem& system)
      : input(system.inputs), initial(system.initial) {}
  model::Alphabet input;
  model::Alphabet initial;
};

/// Fixed facts of a search that every worker needs.
struct SearchContext {
  const model::StepSystem& system;
  const Options& options;
  const Letters& letters;
  RunMemory& memory;

  [[nodiscard]] bool stop_requested() const {
    return memory.header().stop_request.load(std::memory_order_relaxed) != 0;
  }
  /// Keep one shortest step to each set of goals that ends a run, and nothing
  /// else of the graph.
  [[nodiscard]] bool keeps_ends() const {
    return options.shortest_ends && !options.keep_edges;
  }
  /// Whether at_final() must be asked for every state.
  [[nodiscard]] bool asks_final() const {
    return options.keep_edges && !system.any_state_final;
  }
};

/// A step whose target is not in the table yet, or that makes an edge.
struct Candidate {
  StepRef step;
  StateId target = kNoState;  ///< kNoState: the next state of Chunk::states
  std::uint32_t hash = 0;     ///< where the target is kNoState
  HitSetId hits = 0;          ///< numbered by the worker
};

/// A step that hit a goal not hit before this chunk.
struct NewHit {
  StepRef step;
  std::uint32_t goal = 0;
};

/// A step that went wrong.
struct NewFinding {
  StepRef step;
  model::StepOutcome outcome = model::StepOutcome::crashed;
  model::Stepper::Event event;
};

/// Goals hit so far, as bits. One thread sets them while others look: who sees
/// a bit late reports a hit that is known already.
using CoveredWords = std::vector<std::atomic<std::uint64_t>>;

/// A range of steps of one level and what they did, in order. Step i of a
/// level is letter i % L from state i / L of the level, of L letters.
struct Chunk {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// Steps before this one were executed; less than `end` only where a stop
  /// was requested.
  std::uint64_t done = 0;
  std::uint32_t worker = 0;
  std::uint64_t transitions = 0;
  std::vector<Candidate> candidates;
  /// Packed, of the candidates without target; more room than that.
  std::vector<std::byte> states;
  std::vector<NewHit> hits;
  std::vector<NewFinding> findings;
  /// Hit sets that the worker numbered since its last chunk, hit_words() words
  /// each.
  std::vector<std::uint64_t> new_sets;
  /// With SearchContext::keeps_ends(): the first step that hit a goal of
  /// chains and ran on.
  std::optional<StepRef> ran_on;

  void clear(std::uint64_t new_begin, std::uint64_t new_end);
};

/// One worker: a stepper and its scratch memory.
class Expander {
 public:
  /// `covered`: hit_words() words. The table may grow during expand() where
  /// that does not prefetch.
  Expander(const SearchContext& context,
           std::uint32_t worker,
           std::unique_ptr<model::Stepper> stepper,
           const StateTable& table,
           const CoveredWords& covered);

  /// Executes steps chunk.begin .. chunk.end of the level that starts at state
  /// `level`. All targets but those of self-loops are left to the caller;
  /// `prefetch`: who looks them up in the table soon, in this thread.
  void expand(StateId level, bool prefetch, Chunk& chunk);

  /// Runs the initialisation with every initial letter into `chunk`.
  void initialise(Chunk& chunk);

  /// Asks at_final() of a state; names it in the worker's slot.
  [[nodiscard]] bool final_state(StateId state);

  /// With Options::ranges: what every output was since the last call.
  [[nodiscard]] std::vector<Hull> take_output_hulls();
  /// The same for the scalars of the state after steps that ended the run.
  [[nodiscard]] std::vector<Hull> take_end_hulls();

 private:
  void begin_chunk(Chunk& chunk);
  void end_chunk(Chunk& chunk);
  HitSetId take_hits(StepRef step, bool runs_on, Chunk& chunk);
  void take_end(StepRef step, HitSetId hits, Chunk& chunk);
  bool take_outcome(StepRef step, model::StepOutcome outcome, Chunk& chunk);
  void count_hung();
  bool has_hits() const;
  void take_outputs();
  void take_last_state();

  const SearchContext& context_;
  WorkerSlot& slot_;
  std::uint32_t worker_;
  const StateTable& table_;
  const CoveredWords& covered_;
  std::unique_ptr<model::Stepper> stepper_;
  HitSets hit_sets_;
  HitSetId sets_told_ = 0;  ///< in new_sets of some chunk
  std::size_t words_;
  std::vector<std::uint64_t> seen_;        ///< covered_ and what the chunk hit
  std::vector<std::uint64_t> for_chains_;  ///< goals that are no violations
  std::vector<bool> ends_seen_;    ///< sets of goals that ended a run, by id
  std::vector<std::byte> source_;  ///< a state that is expanded
  std::vector<Hull> outputs_;  ///< with Options::ranges, one for each output
  std::vector<const model::StateScalar*> scalars_;  ///< with Options::ranges
  std::vector<Hull> ends_;                          ///< one for each of them
  std::vector<std::byte> last_state_;
};

}  // namespace catenary::engine::reach
