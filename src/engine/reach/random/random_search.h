// SPDX-License-Identifier: Apache-2.0
/// \file
/// The child process of random testing: makes runs, several at a time, takes
/// them in order, and writes what is worth keeping into shared memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "engine/reach/explicit/crew.h"
#include "engine/reach/explicit/mapping.h"
#include "engine/reach/process/child_process.h"
#include "engine/reach/random/random_runs.h"
#include "engine/reach/random/random_worker.h"

namespace catenary::engine::reach {

/// Counters and flags; zero at the start.
struct RandomHeader {
  std::atomic<std::uint32_t> stop_request;  ///< a Stop, of the parent
  std::atomic<std::uint32_t> finished;      ///< by the child: 1 + Stop
  std::atomic<std::uint64_t> runs, steps;   ///< taken so far
  std::atomic<std::uint32_t> goals_hit;
  std::atomic<std::uint64_t> written;  ///< bytes of records; complete up to it
  SharedError error;
};

/// Beginnings of runs to which no other is preferable. Offers have to come in
/// the same order for the same result.
class BestTests {
 public:
  struct Entry {
    GoalBits goals;
    std::uint64_t steps = 0;
    std::uint64_t id = 0;
  };
  /// Whether it was taken; then what it makes needless is dropped.
  bool offer(const GoalBits& goals, std::uint64_t steps, std::uint64_t id);
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

/// What a record is about.
enum class RecordKind : std::uint32_t {
  test = 1,    ///< a beginning of a run: goals
  hit = 2,     ///< the shortest run to a goal so far: its number
  finding = 3  ///< the shortest run that went wrong so far: what
};

/// In front of each record; behind it the goals (test) or the texts (finding),
/// the initial letter and the letters of `steps` steps.
struct RecordHead {
  RecordKind kind = RecordKind::test;
  std::uint32_t goal = 0;
  std::uint64_t steps = 0;
  model::StepOutcome outcome = model::StepOutcome::running;
  std::uint32_t line = 0, column = 0;
  std::uint32_t text_size = 0, file_size = 0;
};

/// Memory of one search, made by the parent before it forks.
struct RandomMemory {
  RandomMemory(const model::StepSystem& system, const RandomOptions& options);

  MappedArray<RandomHeader> header;
  MappedArray<RandomSlot> slots;  ///< one for each job
  MappedArray<std::byte> logs;    ///< log_bytes for each job
  MappedArray<std::byte> records;
  std::uint64_t log_bytes = 0;
};

class RandomSearch {
 public:
  /// Everything given must outlive the search.
  RandomSearch(const model::StepSystem& system,
               const RandomOptions& options,
               RandomMemory& memory);

  /// Runs until everything wanted is covered or something is used up.
  [[nodiscard]] Stop run();

 private:
  using EventKey = std::tuple<model::StepOutcome,
                              std::string,
                              std::string,
                              std::uint32_t,
                              std::uint32_t>;

  void make_batch(std::uint32_t worker);
  [[nodiscard]] Stop take(const RandomRun& run);
  [[nodiscard]] bool take_finding(const RandomRun& run);
  [[nodiscard]] bool take_test(const RandomRun& run,
                               const RandomRun::Test& test);
  [[nodiscard]] bool write(RecordHead head,
                           const GoalBits* goals,
                           const RandomRun& run,
                           const RunPrefix& prefix);
  [[nodiscard]] bool all_covered() const;

  const model::StepSystem& system_;
  const RandomOptions& options_;
  RandomMemory& memory_;
  std::uint64_t memory_limit_;
  std::vector<std::unique_ptr<RandomWorker>> workers_;
  std::mutex making_;  ///< one stepper is made at a time
  std::unique_ptr<Crew> crew_;
  std::vector<RandomRun> batch_;
  std::uint64_t first_ = 0;  ///< number of the first run of the batch
  std::atomic<std::size_t> next_{0};

  BestTests best_;
  GoalBits covered_, wanted_;
  std::vector<std::uint64_t> hit_steps_;   ///< shortest run to each goal
  std::vector<std::uint64_t> test_steps_;  ///< shortest test of each goal
  std::vector<std::pair<EventKey, std::uint64_t>> events_;  ///< and its steps
  std::uint32_t hung_ = 0;
};

}  // namespace catenary::engine::reach
