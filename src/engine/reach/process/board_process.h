// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search in a forked child process that reports what it knows through a
/// Board. If the solver or the program under test crashes, or takes all the
/// memory, goals stay undecided and nothing else happens.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/process.h"
#include "base/worker.h"
#include "engine/reach/process/board.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// A search to be run in a child process.
struct BoardTask {
  /// The search. It runs in the child and writes what it finds to the board it
  /// is given, and at last why it stopped. It must watch the budget that it is
  /// given; for lack of time, of memory or of a tool it may throw, after which
  /// the board has the reason. A base::StoppedError of a share of the budget is
  /// lack of time.
  std::function<void(Board&, const base::Budget&)> search;
  /// Called in the parent with its board, after each message of the child; may
  /// be empty.
  std::function<void(const Board&)> on_news;
  /// Limit for the address space of the child, in bytes, beyond what the parent
  /// uses; 0 = none.
  std::uint64_t memory_bytes = 0;
  /// Whether the search reads the runs of other engines by
  /// Board::take_offered(). Runs are sent to it only then.
  bool takes_runs = true;
  /// Subject of the message if the child ends early, e.g. "the solving
  /// process". The string must outlive the call.
  const char* name = "the process";
};

/// A search in a child that rests between slices of work. Its destructor kills
/// the child.
///
/// Requires: this process has no other threads.
class SlicedSearch final : public RunningSearch {
 public:
  /// Makes the result of a board.
  using Read = std::function<Result(const Board&)>;

  /// Forks; the child waits for its first slice. `budget` is that of all slices
  /// together. It and the system must outlive the search. Throws what
  /// base::ForkedRun throws.
  SlicedSearch(const model::StepSystem& system,
               BoardTask task,
               Read read,
               const base::Budget& budget);

  void start(const base::Budget& slice,
             const std::vector<model::Trace>& news) override;
  void look() override;
  void wait() override;
  [[nodiscard]] bool ended() const override { return ended_; }
  [[nodiscard]] Result result() const override { return read_(board_); }

 private:
  /// What the child does.
  void be_child(base::ForkedOutput& output);
  /// In the child: waits for the next slice, and offers the news to the board.
  base::Slice next_slice(Board& board) const;
  /// Takes what the child sends for at most so long. Returns whether the slice
  /// goes on.
  [[nodiscard]] bool serve(std::chrono::milliseconds at_most);
  /// After the child has ended: what that means.
  void finish();

  const model::StepSystem& system_;
  BoardTask task_;
  Read read_;
  const base::Budget& budget_;
  /// When the child is killed.
  base::Budget limits_;
  Board board_;
  /// From us to the child: slices.
  base::Pipe slices_;
  std::optional<base::ForkedRun> child_;
  /// Rests of the board when the slice began.
  std::uint64_t rests_ = 0;
  /// Work of the child that was charged to this thread.
  base::WorkClock::duration charged_{0};
  bool ended_ = false;
};

/// Runs the task until it ends. If it does not end by itself, it is killed some
/// time after the budget is used up. Afterwards `board` has what the child
/// reported, and a reason to stop in any case.
///
/// Requires: this process has no other threads.
/// Throws: what base::run_forked() throws, and what the search throws in the
/// child, but for base::ToolError and std::bad_alloc.
void search_in_child(const model::StepSystem& system,
                     const BoardTask& task,
                     const base::Budget& budget,
                     Board& board);

/// An engine whose searches report through a board, in a child process.
class BoardEngine : public Engine {
 public:
  [[nodiscard]] std::unique_ptr<RunningSearch> begin(
      const model::StepSystem& system,
      const Options& options,
      const base::Budget& budget,
      const ProgressCallback& progress) final;
  [[nodiscard]] Result explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) final;

 private:
  /// The search, without limits and progress. What it refers to of this engine
  /// is valid as long as the engine.
  [[nodiscard]] virtual BoardTask task(const model::StepSystem& system,
                                       const Options& options) const = 0;
  /// The result of a board of such a search; `seconds` is not filled.
  [[nodiscard]] virtual Result read(const model::StepSystem& system,
                                    const Board& board) const = 0;
};

}  // namespace catenary::engine::reach
