// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plain program is made, and runs, while the model is still being read and
/// searched. That uses a processor that has nothing to do: most searches have
/// one thread. Internal to program/plain.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/budget.h"
#include "model/step/plain_program.h"
#include "program/plain/report.h"

namespace catenary::program::plain {

/// A thread that prepares the program and then, if begin() was called, makes
/// runs in batches, as many as the pace allows. The destructor gives up both.
class EarlyRuns {
 public:
  /// The work of the thread: it calls `prepare` once, then `run` for each
  /// batch. Both must return soon after the budget is spent.
  struct Work {
    /// Waits for the compiler. Returns an empty text, or the reason why the
    /// program could not be made.
    std::function<std::string(const base::Budget&)> prepare;
    /// Makes runs, and adds what they did to the report.
    std::function<void(const model::PlainJob&, const base::Budget&, Report&)>
        run;
  };

  /// Starts the thread.
  explicit EarlyRuns(Work work);
  ~EarlyRuns();
  EarlyRuns(const EarlyRuns&) = delete;
  EarlyRuns& operator=(const EarlyRuns&) = delete;

  /// Allows runs, once the program is prepared. Of PlainPace::steps and
  /// PlainPace::cap they use two thirds: the other runs begin with sequences,
  /// which are not known yet.
  void begin(model::PlainPace pace);
  /// Ends the runs when the program is prepared and the batch that is being
  /// made is complete; gives up when the budget is spent. Returns what the
  /// preparation returned, and throws what it threw. A failure of the runs is
  /// none here: they are made later.
  std::string finish(const base::Budget& budget);
  /// What the runs did; empty if there were none. Requires: finish() returned.
  [[nodiscard]] const Report& report() const { return report_; }

 private:
  void work();
  void make_runs();
  /// Waits for begin(). Returns false if finish() is called first.
  [[nodiscard]] bool wait_for_begin();
  /// Waits a little. Returns false if finish() is called meanwhile.
  [[nodiscard]] bool pause();
  [[nodiscard]] bool is_enough();

  Work work_;
  /// Of the thread alone; interrupted when it is to give up.
  base::Budget budget_;
  std::string why_not_;
  std::exception_ptr failure_;
  Report report_;
  std::condition_variable changed_;
  std::mutex mutex_;
  // Guarded by the mutex.
  /// Not empty: begin() was called.
  std::optional<model::PlainPace> pace_;
  base::Budget::Clock::time_point begun_;
  /// finish() or the destructor was called.
  bool enough_ = false;
  /// The thread is at its end.
  bool done_ = false;
  std::jthread thread_;
};

}  // namespace catenary::program::plain
