// SPDX-License-Identifier: Apache-2.0
/// \file
/// Explicit-state search in a child process, as its parent sees it: the child
/// is forked and watched, may rest between slices of work, and what it found is
/// read back at any time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/work_clock.h"
#include "base/worker.h"
#include "engine/reach/engine.h"
#include "engine/reach/explicit/expander.h"
#include "engine/reach/explicit/run_memory.h"
#include "engine/reach/process/child_process.h"
#include "engine/reach/random/novelty_search.h"

namespace catenary::engine::reach {

/// What a search is about.
struct ExploringTask {
  const model::StepSystem& system;
  /// By value: attempts differ in them.
  Options options;
  const Letters& letters;
  /// States are explored in the order of NoveltySearch with these settings;
  /// null = breadth first.
  const NoveltyOptions* by_novelty = nullptr;
  /// Whether work is granted by start(). Otherwise the child searches at once,
  /// with all that the budget has.
  bool in_slices = false;
};

/// One child process that explores. Its destructor kills it.
///
/// Requires: this process has no other threads when it is made.
class ExploringProcess {
 public:
  /// What to do after the child has ended.
  enum class Next : std::uint8_t {
    done,
    one_worker,  ///< it died: a single worker tells which step killed it
    all_edges    ///< Options::shortest_ends does not do for this system
  };

  /// Forks. What the references refer to must outlive the process. Throws
  /// base::ToolError where the machine refuses memory or processes.
  ExploringProcess(const ExploringTask& task,
                   const base::Budget& budget,
                   const ProgressCallback& progress);

  /// Grants work. Requires: ExploringTask::in_slices, and no slice goes on.
  void start(const base::Budget& slice);
  /// Waits until the slice is used up or the child has ended, which next() and
  /// ended() say. Throws what the search threw in the child.
  void wait();
  /// Says that no slice follows: the child does what is left to do at its end,
  /// for which wait() waits. Requires: ExploringTask::in_slices, and no slice
  /// goes on.
  void finish();

  /// Whether the child has ended.
  [[nodiscard]] bool ended() const { return ended_; }
  /// Requires: ended().
  [[nodiscard]] Next next() const { return next_; }
  /// The work of the child up to its last rest.
  [[nodiscard]] base::WorkClock::duration work() const {
    return base::WorkClock::duration(memory_.header().work_done.load());
  }
  /// What was found, but for Result::seconds. Before the end without graph and
  /// ranges, and with `resting` as the reason to stop. Requires: no slice goes
  /// on; if ended(), next() is `done`.
  [[nodiscard]] Result result(Stop resting) const;

 private:
  using Clock = std::chrono::steady_clock;

  /// What a worker was doing when its slot was last seen to change.
  struct Seen {
    std::uint64_t step;
    Clock::time_point since;
  };
  /// How the search ended, and the step that ended it if the child died.
  struct End {
    Stop stop = Stop::died;
    std::string text;
    std::optional<Finding> last;
  };

  /// What the child does.
  void be_child(const base::Budget& whole);
  /// In the child: waits for the next slice.
  [[nodiscard]] base::Slice next_slice(base::WorkClock::duration done);
  /// Whether the child rests since the last start().
  [[nodiscard]] bool rests() const {
    return task_.in_slices && memory_.header().rests.load() != rests_;
  }
  /// Returns once the child has ended, by itself or killed by this, or rests.
  void watch();
  /// How long to wait before looking again.
  [[nodiscard]] std::chrono::milliseconds pause() const;
  /// Asks the child to stop where the budget says so. Returns false if it was
  /// asked some time ago.
  [[nodiscard]] bool look_at_budget(Clock::time_point now);
  /// Whether some worker has executed the same step for too long.
  [[nodiscard]] bool watch_steps(Clock::time_point now);
  /// Reports progress, at most every 200 ms.
  void tell();
  /// Finds out how the search ended. Returns false if the child died and it is
  /// not known which worker's step was the reason.
  [[nodiscard]] bool find_end();

  ExploringTask task_;
  base::Budget budget_;
  const ProgressCallback& progress_;
  /// In bytes; 0 = none.
  std::uint64_t memory_limit_;
  RunMemory memory_;
  SearchContext context_;
  /// From us to the child: slices.
  base::Pipe slices_;
  std::optional<ChildProcess> child_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_progress_;
  std::vector<Seen> seen_;
  /// Rests when the slice began.
  std::uint64_t rests_ = 0;
  /// Why the child was asked to stop; Stop::none = it was not.
  Stop asked_ = Stop::none;
  Clock::time_point give_up_;
  /// Whether it had to be killed because it did not stop.
  bool cut_off_ = false;
  /// The worker whose step did not return; -1 = none.
  std::int64_t hung_ = -1;
  bool ended_ = false;
  Next next_ = Next::done;
  End end_;
};

}  // namespace catenary::engine::reach
