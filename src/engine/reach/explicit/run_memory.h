// SPDX-License-Identifier: Apache-2.0
/// \file
/// The memory that the exploring child process shares with the tool: what was
/// found so far, always readable, however the child ends.
///
/// Everything here only grows. The child first writes an element and then,
/// with a release store, the counter that covers it; the parent believes only
/// what a counter covers. So a child may be killed between any two
/// instructions and what the parent reads is still a sound partial result.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/reach/engine.h"
#include "engine/reach/explicit/mapping.h"
#include "engine/reach/hull.h"
#include "engine/reach/process/child_process.h"

namespace catenary::engine::reach {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free,
              "shared counters must not need locks");

/// Instead of a letter: the state itself, without a step.
inline constexpr std::uint32_t kNoLetter = ~std::uint32_t{0};

/// The step that led to something: `letter` from state `source`, or, where
/// source is kNoState, the initialisation with initial letter `letter`.
struct StepRef {
  StateId source = 0;
  std::uint32_t letter = 0;
};

/// First step that hit a goal. `depth` counts steps from initialisation.
struct GoalHit {
  std::atomic<std::uint32_t> known;  ///< 1 once the rest is valid
  StepRef step;
  std::uint32_t depth;
};

/// A step that went wrong.
struct FindingRecord {
  StepRef step;
  model::StepOutcome outcome;
  std::uint32_t line;
  std::uint32_t column;
  std::uint64_t occurrences;
  char text[256];
  char file[512];
};

/// What a worker is doing now.
struct alignas(64) WorkerSlot {
  /// source << 32 | letter of the step being executed, or kIdle.
  std::atomic<std::uint64_t> step;

  static constexpr std::uint64_t kIdle = ~std::uint64_t{0};
  void begin(StateId source, std::uint32_t letter) {
    step.store(std::uint64_t{source} << 32 | letter, std::memory_order_relaxed);
  }
  void idle() { step.store(kIdle, std::memory_order_relaxed); }
};

/// Counters and flags; zero at the start.
struct RunHeader {
  std::atomic<std::uint32_t> stop_request;   ///< a Stop, mostly of the parent
  std::atomic<std::uint32_t> finished;       ///< by the child: 1 + Stop
  std::atomic<std::uint32_t> started;        ///< every initial letter was run
  std::atomic<std::uint32_t> initial_ended;  ///< 1: some initialisation did
  std::atomic<std::uint32_t> states;         ///< valid in parent and via
  std::atomic<std::uint32_t> levels;         ///< valid in level_start
  std::atomic<std::uint32_t> complete_depth;
  std::atomic<std::uint32_t> expanded;  ///< states with all their edges
  std::atomic<std::uint32_t> goals_hit;
  std::atomic<std::uint32_t> findings;
  std::atomic<std::uint32_t> hit_sets;
  std::atomic<std::uint32_t> initial_edges;
  std::atomic<std::uint64_t> transitions;
  std::atomic<std::uint32_t> hulls_complete;  ///< 1: of all that was explored
  std::atomic<std::uint32_t> hung;            ///< steps that hung
  std::atomic<std::uint32_t> gaps;  ///< 1: some step was hung or unsupported
  /// 1: ended because Options::shortest_ends does not do for this system.
  std::atomic<std::uint32_t> ran_on;
  SharedError error;  ///< what the search threw
};

/// All of it. Made by the parent before it forks.
class RunMemory {
 public:
  static constexpr std::uint32_t kMaxFindings = 256;

  /// `max_states`, `max_edges`: room wanted; the machine may give less.
  RunMemory(const model::StepSystem& system,
            const Options& options,
            std::uint64_t initial_letters,
            std::uint64_t max_states,
            std::uint64_t max_edges);

  [[nodiscard]] RunHeader& header() const { return header_[0]; }

  MappedArray<WorkerSlot> workers;      ///< one for each job
  MappedArray<GoalHit> goals;           ///< one for each goal
  MappedArray<FindingRecord> findings;  ///< header().findings of them
  /// How each state was found first.
  MappedArray<StepRef> found_by;
  /// First state of each distance.
  MappedArray<StateId> level_start;

  /// With Options::ranges: what scalars_of() the system have seen, then what
  /// the outputs have. Sound at any time, as what was seen.
  MappedArray<Hull> hulls;

  // With Options::keep_edges or shortest_ends.
  MappedArray<Edge> initial_edges;
  MappedArray<std::uint64_t> hit_words;  ///< hit_words() for each hit set

  /// With SearchContext::keeps_ends(): the first last step of each hit set.
  MappedArray<StepRef> ends;

  // Only with Options::keep_edges.
  MappedArray<std::uint64_t> first_edge;  ///< header().expanded + 1 of them
  MappedArray<Edge> edges;
  MappedArray<std::uint8_t> is_final;

  /// Steps from initialisation to a state that is covered by the counters.
  [[nodiscard]] std::uint32_t distance(StateId state) const;

 private:
  MappedArray<RunHeader> header_;
};

}  // namespace catenary::engine::reach
