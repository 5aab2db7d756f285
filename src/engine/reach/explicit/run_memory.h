// SPDX-License-Identifier: Apache-2.0
/// \file
/// The memory that the exploring child process shares with its parent. It holds
/// what was found so far and can be read at any time, however the child ends.
///
/// Invariant: everything here only grows. The child writes an element first and
/// then, with a release store, the counter that covers it. The parent reads
/// only what a counter covers. So the child may be killed between any two
/// instructions, and what the parent reads is still a sound partial result.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/reach/engine.h"
#include "engine/reach/explicit/mapping.h"
#include "engine/reach/hull.h"
#include "engine/reach/process/child_process.h"

namespace catenary::engine::reach {

// The header is shared by processes: a lock in it would stay taken when the
// child is killed.
static_assert(std::atomic<std::uint64_t>::is_always_lock_free,
              "shared counters must not need locks");

/// Stands for "no step": the state itself is meant.
inline constexpr std::uint32_t kNoLetter = ~std::uint32_t{0};

/// The step that led to something: letter `letter` in state `source`. If source
/// is kNoState, it is the initialisation with initial letter `letter`.
struct StepRef {
  /// The state before the step, kNoState for an initialisation.
  StateId source = 0;
  /// Index into the input alphabet or the alphabet of initial choices.
  std::uint32_t letter = 0;
};

/// The first step that hit a goal.
struct GoalHit {
  /// 1 once the other members are valid.
  std::atomic<std::uint32_t> known;
  /// The step.
  StepRef step;
  /// Steps from the initialisation, the hitting one included; 0 if the
  /// initialisation hits the goal.
  std::uint32_t depth;
};

/// A step that ended with an error, as plain data.
struct FindingRecord {
  /// The first step with this error.
  StepRef step;
  /// `crashed`, `hung` or `unsupported`.
  model::StepOutcome outcome;
  /// Line in `file`, from 1; 0 = not known.
  std::uint32_t line;
  /// Column in the line, from 1; 0 = not known.
  std::uint32_t column;
  /// Steps with this error, the first one included.
  std::uint64_t occurrences;
  /// The description, cut to fit; ends with 0.
  char text[256];
  /// The source file, cut to fit; ends with 0. Empty = not known.
  char file[512];
};

/// What a worker does now. On a cache line of its own, since it is written with
/// every step. The parent detects steps that hang by a value that does not
/// change.
struct alignas(64) WorkerSlot {
  /// source << 32 | letter of the step that is executed, or kIdle.
  std::atomic<std::uint64_t> step;

  /// No step is executed.
  static constexpr std::uint64_t kIdle = ~std::uint64_t{0};
  /// Notes the step that is executed next. If it kills the process, the parent
  /// finds it here.
  void begin(StateId source, std::uint32_t letter) {
    step.store(std::uint64_t{source} << 32 | letter, std::memory_order_relaxed);
  }
  /// Notes that no step is executed.
  void idle() { step.store(kIdle, std::memory_order_relaxed); }
};

/// Counters and flags; zero at the start. Written by the child unless noted.
struct RunHeader {
  /// A Stop that ends the search soon; written by the parent, or by the child
  /// after too many steps that hang.
  std::atomic<std::uint32_t> stop_request;
  /// 1 + Stop once the search ended by itself; 0 before.
  std::atomic<std::uint32_t> finished;
  /// 1 once the initialisation was run with every initial letter.
  std::atomic<std::uint32_t> started;
  /// 1 if some initialisation ended the run by itself.
  std::atomic<std::uint32_t> initial_ended;
  /// States whose entries are valid in `found_by`.
  std::atomic<std::uint32_t> states;
  /// Entries that are valid in `level_start`.
  std::atomic<std::uint32_t> levels;
  /// Every state at a smaller distance was expanded. Stays 0 if the order is
  /// not breadth first.
  std::atomic<std::uint32_t> complete_depth;
  /// States whose edges are all in `edges`.
  std::atomic<std::uint32_t> expanded;
  /// Goals with a valid GoalHit.
  std::atomic<std::uint32_t> goals_hit;
  /// Entries that are valid in `findings`.
  std::atomic<std::uint32_t> findings;
  /// Hit sets that are valid in `hit_words`, with the empty one.
  std::atomic<std::uint32_t> hit_sets;
  /// Entries that are valid in `initial_edges`.
  std::atomic<std::uint32_t> initial_edges;
  /// Steps executed, without discarded ones.
  std::atomic<std::uint64_t> transitions;
  /// 1 once the hulls cover everything that was explored.
  std::atomic<std::uint32_t> hulls_complete;
  /// Of a search in slices: the work done when the last slice was used up, in
  /// the unit of WorkClock, and how many were.
  std::atomic<std::int64_t> work_done;
  std::atomic<std::uint64_t> rests;
  /// Steps that hung.
  std::atomic<std::uint32_t> hung;
  /// 1 if some step hung or was unsupported: then nothing is proved.
  std::atomic<std::uint32_t> gaps;
  /// 1 if the search ended because Options::shortest_ends does not apply to
  /// this system.
  std::atomic<std::uint32_t> ran_on;
  /// An exception that the search threw.
  SharedError error;
};

/// All shared arrays of one search. The parent makes it before it forks. The
/// sizes are upper bounds: only pages in use take memory.
class RunMemory {
 public:
  /// Distinct errors that are recorded.
  static constexpr std::uint32_t kMaxFindings = 256;

  /// Reserves address space for `max_states` states and `max_edges` edges; the
  /// machine may give less, see MappedArray::capacity(). Throws
  /// base::ToolError.
  RunMemory(const model::StepSystem& system,
            const Options& options,
            std::uint64_t initial_letters,
            std::uint64_t max_states,
            std::uint64_t max_edges);

  /// The counters. Constness is that of the object, not of its contents.
  [[nodiscard]] RunHeader& header() const { return header_[0]; }

  /// One for each worker thread.
  MappedArray<WorkerSlot> workers;
  /// One for each goal.
  MappedArray<GoalHit> goals;
  /// Distinct errors; the first header().findings entries are valid.
  MappedArray<FindingRecord> findings;
  /// For each state, the step that found it first. Following these steps
  /// backwards gives a shortest run.
  MappedArray<StepRef> found_by;
  /// The first state of each distance.
  MappedArray<StateId> level_start;

  /// With Options::ranges: the hulls of scalars_of() the system, then those of
  /// the outputs. Sound at any time as ranges of what was seen.
  MappedArray<Hull> hulls;

  /// With Options::keep_edges or shortest_ends: one for each initial letter
  /// that led to a state or to an end.
  MappedArray<Edge> initial_edges;
  /// The hit sets by number, hit_words() words each.
  MappedArray<std::uint64_t> hit_words;

  /// With SearchContext::keeps_ends(): for each hit set the first last step
  /// that has it.
  MappedArray<StepRef> ends;

  // The next three arrays are used only with Options::keep_edges.

  /// The edges of state s begin at first_edge[s]. header().expanded + 1 entries
  /// are valid.
  MappedArray<std::uint64_t> first_edge;
  /// All edges, in the order of their sources.
  MappedArray<Edge> edges;
  /// For each state, whether a chain may end in it.
  MappedArray<std::uint8_t> is_final;

  /// Steps from an initialisation to a state. Requires: the counters cover the
  /// state. Cost: logarithmic in the number of levels.
  [[nodiscard]] std::uint32_t distance(StateId state) const;

 private:
  /// One element; shared like the rest.
  MappedArray<RunHeader> header_;
};

}  // namespace catenary::engine::reach
