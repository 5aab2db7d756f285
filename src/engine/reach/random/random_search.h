// SPDX-License-Identifier: Apache-2.0
/// \file
/// The child process of random testing. It makes runs, several at a time, takes
/// their results in order, and writes the ones worth keeping to memory that it
/// shares with the parent.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "base/wire.h"
#include "engine/reach/explicit/crew.h"
#include "engine/reach/explicit/mapping.h"
#include "engine/reach/process/child_process.h"
#include "engine/reach/random/random_runs.h"
#include "engine/reach/random/random_worker.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Counters and flags; zero at the start.
struct RandomHeader {
  /// A Stop that ends the search soon; written by the parent.
  std::atomic<std::uint32_t> stop_request;
  /// 1 + Stop once the search ended by itself; 0 before.
  std::atomic<std::uint32_t> finished;
  /// Runs and steps whose results were taken.
  std::atomic<std::uint64_t> runs, steps;
  /// Goals hit so far, violations included.
  std::atomic<std::uint32_t> goals_hit;
  /// Bytes of records; every record before this is complete.
  std::atomic<std::uint64_t> written;
  /// An exception that the search threw.
  SharedError error;
};

/// The Pareto front of test candidates by length and goals. The result depends
/// on the order of the offers, so they must come in the order of the runs.
class BestTests {
 public:
  /// One candidate.
  struct Entry {
    /// The goals that it hits.
    GoalBits goals;
    /// Its length.
    std::uint64_t steps = 0;
    /// Chosen by the caller.
    std::uint64_t id = 0;
  };
  /// Adds a candidate unless one that is no longer hits at least the same
  /// goals. Returns whether it was added; candidates that it dominates are
  /// removed then. Cost: linear in the number of entries.
  bool offer(const GoalBits& goals, std::uint64_t steps, std::uint64_t id);
  /// The front, in the order in which its members were added.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

/// The kinds of records.
enum class RecordKind : std::uint8_t {
  /// A candidate for a test: its goals and the run.
  test,
  /// The shortest run to a goal so far. A later record replaces it.
  hit,
  /// The shortest run to an error so far. A later record with the same event
  /// replaces it.
  finding
};

/// The beginning of a record. The initial letter and the letters of `steps`
/// steps follow.
struct RandomRecord {
  /// Decides which members are used.
  RecordKind kind = RecordKind::test;
  /// Steps of the run.
  std::uint64_t steps = 0;
  /// test: what it hits.
  GoalBits goals;
  /// hit: index of the goal.
  std::uint32_t goal = 0;
  /// finding: how the last step ended.
  model::StepOutcome outcome = model::StepOutcome::running;
  model::Stepper::Event event;
};
/// Write a record into bytes for the shared memory, and read it back.
void write(base::WireWriter& to, const RandomRecord& record);
void read(base::WireReader& from, RandomRecord& record);

/// The shared memory of one search. The parent makes it before it forks.
struct RandomMemory {
  /// Reserves address space. Throws base::ToolError.
  RandomMemory(const model::StepSystem& system, const RandomOptions& options);

  /// The header, the only element of its array.
  MappedArray<RandomHeader> header;
  /// One for each worker: what it does now.
  MappedArray<RandomSlot> slots;
  /// `log_bytes` for each worker: the letters of its current run. If the child
  /// dies, the parent reads the run from here.
  MappedArray<std::byte> logs;
  /// The records, one behind the other.
  MappedArray<std::byte> records;
  /// Bytes of the longest run.
  std::uint64_t log_bytes = 0;
};

/// The search. Workers make runs in parallel; thread 0 takes their results in
/// the order of the runs, so that the result does not depend on the number of
/// workers.
class RandomSearch {
 public:
  /// `budget` limits the work; time and interrupts come from the parent.
  /// Everything given must outlive the search.
  RandomSearch(const model::StepSystem& system,
               const RandomOptions& options,
               const base::Budget& budget,
               RandomMemory& memory);

  /// Makes runs until all wanted goals are covered by test candidates
  /// (Stop::goals), all runs were made (Stop::none), or a limit is reached.
  [[nodiscard]] Stop run();

 private:
  /// Findings with the same key are the same error.
  using EventKey = std::tuple<model::StepOutcome,
                              std::string,
                              std::string,
                              std::uint32_t,
                              std::uint32_t>;

  /// What each thread does in a round: makes runs of the batch until none is
  /// left.
  void make_batch(std::uint32_t worker);
  /// Takes the results of one run; Stop::none = go on.
  [[nodiscard]] Stop take(const RandomRun& run);
  /// Writes the error of the run, if it is the shortest run to it so far.
  /// Returns false if there is no room.
  [[nodiscard]] bool take_finding(const RandomRun& run);
  /// Writes a candidate if it belongs to the front. Returns false if there is
  /// no room.
  [[nodiscard]] bool take_test(const RandomRun& run,
                               const RandomRun::Test& test);
  /// Writes one record with a prefix of the run. Returns false if there is no
  /// room.
  [[nodiscard]] bool keep(RandomRecord record,
                          const RandomRun& run,
                          const RunPrefix& prefix);
  /// Whether there are wanted goals and all of them are covered.
  [[nodiscard]] bool all_covered() const;

  const model::StepSystem& system_;
  const RandomOptions& options_;
  const base::Budget& budget_;
  RandomMemory& memory_;
  /// Bytes of records at most.
  std::uint64_t memory_limit_;
  /// One for each thread; null until its first run.
  std::vector<std::unique_ptr<RandomWorker>> workers_;
  std::mutex making_;  ///< one stepper is made at a time
  /// The threads; null with one worker.
  std::unique_ptr<Crew> crew_;
  /// The runs of the current round.
  std::vector<RandomRun> batch_;
  std::uint64_t first_ = 0;  ///< number of the first run of the batch
  std::uint64_t end_ = 0;    ///< behind the number of the last run
  /// Index in the batch of the next run to make.
  std::atomic<std::size_t> next_{0};

  /// The same front that the parent builds from the records.
  BestTests best_;
  /// Goals of test candidates; goals that end the search when all are covered.
  GoalBits covered_, wanted_;
  /// For each goal, the length of the shortest run to it.
  std::vector<std::uint64_t> hit_steps_;
  /// For each goal, the length of the shortest candidate that hits it.
  std::vector<std::uint64_t> test_steps_;
  /// The errors so far, with the lengths of their shortest runs.
  std::vector<std::pair<EventKey, std::uint64_t>> events_;
  /// Steps that hung.
  std::uint32_t hung_ = 0;
  /// What a step costs on the clock of work.
  base::WorkClock::duration step_price_{1};
};

}  // namespace catenary::engine::reach
