// SPDX-License-Identifier: Apache-2.0
/// \file
/// Execution of steps: the part of a breadth-first level that one worker does.
/// It calls the native step function and notes new states, goals that were hit
/// and errors. It changes nothing that workers share.
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

/// The input alphabet and the alphabet of initial choices of a system, each
/// enumerated. Letters are numbered from 0.
struct Letters {
  explicit Letters(const model::StepSystem& system)
      : input(system.inputs), initial(system.initial) {}
  model::Alphabet input;
  model::Alphabet initial;
};

/// What all workers of one search share and never change.
struct SearchContext {
  const model::StepSystem& system;
  const Options& options;
  const Letters& letters;
  RunMemory& memory;

  /// Whether the parent process or another worker asked to stop.
  [[nodiscard]] bool stop_requested() const {
    return memory.header().stop_request.load(std::memory_order_relaxed) != 0;
  }
  /// Options::shortest_ends applies: of the graph only one shortest step is
  /// kept to each set of goals that ends a run.
  [[nodiscard]] bool keeps_ends() const {
    return options.shortest_ends && !options.keep_edges;
  }
  /// Whether Stepper::at_final() must be called for every state.
  [[nodiscard]] bool asks_final() const {
    return options.keep_edges && !system.any_state_final;
  }
};

/// A step that may add to the result: its target is not in the table yet, or it
/// makes an edge of the graph.
struct Candidate {
  /// The state and the letter of the step.
  StepRef step;
  /// The state after it, or kEnded; kNoState: the next of the states in
  /// Chunk::states, in the order of the candidates.
  StateId target = kNoState;
  /// StateTable::hash() of the target; only if the target is kNoState.
  std::uint32_t hash = 0;
  /// The set of goals hit, numbered by the worker: see Chunk::new_sets.
  HitSetId hits = 0;
};

/// The first step of a chunk that hits a goal which nothing covered when the
/// chunk began. Other chunks may report the same goal.
struct NewHit {
  StepRef step;
  std::uint32_t goal = 0;
};

/// A step that ended with an error.
struct NewFinding {
  /// The state and the letter of the step.
  StepRef step;
  /// `crashed`, `hung` or `unsupported`.
  model::StepOutcome outcome = model::StepOutcome::crashed;
  /// What happened, and where in the source.
  model::Stepper::Event event;
};

/// The goals hit so far, as bits. One thread sets them while others read. A
/// thread that reads an old value reports a hit that is known already, which is
/// harmless.
using CoveredWords = std::vector<std::atomic<std::uint64_t>>;

/// A contiguous part of the steps of one level, and their results in order.
/// Step i of a level takes letter i % L from state i / L of the level, where L
/// is the number of letters.
struct Chunk {
  /// First step of the chunk in its level.
  std::uint64_t begin = 0;
  /// First step behind the chunk.
  std::uint64_t end = 0;
  /// The steps before this one were executed. Less than `end` only if a stop
  /// was requested.
  std::uint64_t done = 0;
  /// The worker that executed it: candidates use the numbers of its hit sets.
  std::uint32_t worker = 0;
  /// Steps executed, without discarded ones that hit nothing.
  std::uint64_t transitions = 0;
  /// The price of loops in its steps.
  base::WorkClock::duration loops{0};
  /// Steps that may add to the result, in the order of the steps.
  std::vector<Candidate> candidates;
  /// The packed states of the candidates without a target, in their order. The
  /// vector is longer than that: it keeps its memory between chunks.
  std::vector<std::byte> states;
  /// First hits, in the order of the steps.
  std::vector<NewHit> hits;
  /// Errors, in the order of the steps.
  std::vector<NewFinding> findings;
  /// The hit sets that the worker numbered since its last chunk, as bits of
  /// hit_words() words each. Chunks of one worker are merged in their order, so
  /// that the numbers always have a meaning.
  std::vector<std::uint64_t> new_sets;
  /// With SearchContext::keeps_ends(): the first step that ran on and hit a
  /// goal other than a violation. It shows that Options::shortest_ends does not
  /// apply to this system.
  std::optional<StepRef> ran_on;

  /// Makes the chunk empty, for steps new_begin .. new_end. Keeps its memory.
  void clear(std::uint64_t new_begin, std::uint64_t new_end);
};

/// One worker: a stepper and its scratch memory. Used by one thread at a time.
class Expander {
 public:
  /// `covered` has hit_words() words. `table` and `covered` may be changed by
  /// another thread during expand(); the table only if expand() does not
  /// prefetch. Everything given must outlive the expander.
  Expander(const SearchContext& context,
           std::uint32_t worker,
           std::unique_ptr<model::Stepper> stepper,
           const StateTable& table,
           const CoveredWords& covered);

  /// Executes steps chunk.begin .. chunk.end of the level whose first state is
  /// `level`. The caller finds the targets of all candidates but self-loops.
  /// `prefetch`: this thread looks the candidates up soon, so that their places
  /// in the table are loaded early.
  /// Cost: one call of the step function each, plus some 10 ns.
  void expand(StateId level, bool prefetch, Chunk& chunk);

  /// Runs the initialisation once with every initial letter. `chunk` is cleared
  /// and then holds the results; StepRef::source is kNoState in them.
  void initialise(Chunk& chunk);

  /// Calls Stepper::at_final() in a state. If the call does not return, the
  /// parent finds the state in the worker's slot.
  [[nodiscard]] bool final_state(StateId state);

  /// With Options::ranges: the hulls of all outputs since the last call, one
  /// for each output. Empty without it.
  [[nodiscard]] std::vector<Hull> take_output_hulls();
  /// The same for the scalars of the state, over steps that ended their run.
  [[nodiscard]] std::vector<Hull> take_end_hulls();

 private:
  /// Reads which goals are covered, for take_hits().
  void begin_chunk(Chunk& chunk);
  /// Hands over the hit sets that are new, and marks the worker idle.
  void end_chunk(Chunk& chunk);
  /// Notes the goals that the step hits for the first time. Returns the number
  /// of its hit set, or 0 if the search does not keep it.
  HitSetId take_hits(StepRef step, bool runs_on, Chunk& chunk);
  /// Notes a step that ended its run and makes an edge to kEnded.
  void take_end(StepRef step, HitSetId hits, Chunk& chunk);
  /// Counts a step with an outcome other than `running` and notes its error.
  /// Returns whether the step makes an edge to kEnded.
  bool take_outcome(StepRef step, model::StepOutcome outcome, Chunk& chunk);
  /// Takes a step that ended, was discarded or failed: a rare case, without a
  /// state to keep.
  void take_stopped(StepRef step, model::StepOutcome outcome, Chunk& chunk);
  /// Memory for the states and candidates of all steps of the chunk.
  [[nodiscard]] std::byte* make_room(Chunk& chunk) const;
  /// Requests a stop after Options::max_hung steps that hang.
  void count_hung();
  /// Whether the last step hit any goal.
  bool has_hits() const;
  /// Takes the outputs after the last step into their hulls.
  void take_outputs();
  /// Takes the state after a step that ended its run into the hulls.
  void take_last_state();

  const SearchContext& context_;
  /// What the worker does now, in memory shared with the parent.
  WorkerSlot& slot_;
  std::uint32_t worker_;
  /// Read only; another thread inserts.
  const StateTable& table_;
  const CoveredWords& covered_;
  std::unique_ptr<model::Stepper> stepper_;
  /// Numbers the hit sets of this worker.
  HitSets hit_sets_;
  /// The hit sets below this number are in Chunk::new_sets of some chunk.
  HitSetId sets_told_ = 0;
  /// Words of a set of goals.
  std::size_t words_;
  /// The goals that were covered when the chunk began, and those that the chunk
  /// hit since.
  std::vector<std::uint64_t> seen_;
  /// The goals that are not violations: those that chains must cover.
  std::vector<std::uint64_t> for_chains_;
  /// With keeps_ends(): by number, the sets of goals that already ended a run.
  std::vector<bool> ends_seen_;
  /// Room for a state that is expanded, if the table folds states.
  std::vector<std::byte> source_;
  /// Hulls of the outputs; empty without Options::ranges.
  std::vector<Hull> outputs_;
  /// The scalars of the state; empty without Options::ranges.
  std::vector<const model::StateScalar*> scalars_;
  /// Hulls of scalars_ after steps that ended their run.
  std::vector<Hull> ends_;
  /// Room for a state after such a step.
  std::vector<std::byte> last_state_;
};

}  // namespace catenary::engine::reach
