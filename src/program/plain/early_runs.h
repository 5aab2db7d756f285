// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of the plain program while the search still goes on. They use a
/// processor that has nothing to do: most searches have one thread. Internal to
/// program/plain.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "base/budget.h"
#include "model/step/plain_program.h"
#include "program/plain/job.h"

namespace catenary::program::plain {

/// A thread that prepares the program and then makes runs in batches, as many
/// as its pace allows. The destructor gives up both, within some 100 ms.
class EarlyRuns {
 public:
  /// What the thread does. Both are called there, one after the other, and stop
  /// with a StoppedError or a reason when the budget is spent.
  struct Work {
    /// Waits for the compiler. Returns why there is no program, or nothing.
    std::function<std::string(const base::Budget&)> prepare;
    /// Makes runs, and adds what they did to the report.
    std::function<void(const model::PlainJob&, const base::Budget&, Report&)>
        run;
  };

  /// Starts the thread. Of PlainPace::steps and PlainPace::cap it uses two
  /// thirds: the other runs begin with sequences, which are not known yet.
  EarlyRuns(Work work, model::PlainPace pace, const base::Budget& budget);
  ~EarlyRuns();
  EarlyRuns(const EarlyRuns&) = delete;
  EarlyRuns& operator=(const EarlyRuns&) = delete;

  /// Ends the runs when the program is prepared and the batch that is being
  /// made is complete. Returns what the preparation returned, and throws what
  /// it threw. A failure of the runs is none here: they are made later.
  std::string finish();
  /// What the runs did; empty if there were none. Requires: finish() returned.
  [[nodiscard]] const Report& report() const { return report_; }

 private:
  void work(const std::stop_token& stop);
  void make_runs(const std::stop_token& stop);
  /// Returns false where the runs are to end.
  [[nodiscard]] bool pause(const std::stop_token& stop);
  [[nodiscard]] bool is_enough();

  Work work_;
  model::PlainPace pace_;
  base::Budget budget_;
  base::Budget::Clock::time_point begun_ = base::Budget::Clock::now();
  std::string why_not_;
  std::exception_ptr failure_;
  Report report_;
  std::condition_variable_any changed_;
  std::mutex mutex_;
  /// finish() was called. Guarded by the mutex.
  bool enough_ = false;
  std::jthread thread_;
};

}  // namespace catenary::program::plain
