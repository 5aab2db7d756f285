// SPDX-License-Identifier: Apache-2.0
/// \file
/// The unmodified program as an executable of its own, made by the plain
/// compiler, for differential testing of claims: its runs share nothing with
/// the engines. They start in a new process each, and no state is saved or
/// loaded.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// A set of runs to make. The same job observes the same on any machine, unless
/// it is cut off by time.
struct PlainJob {
  /// Seed of the inputs.
  std::uint64_t seed = 1;
  /// The runs are numbered; this one is the first to be made.
  std::uint64_t first_run = 0;
  /// The end of the range of runs; excluded.
  std::uint64_t last_run = 1'000'000;
  /// No run begins after so many steps in all.
  std::uint64_t steps = 20'000;
  /// The largest number of steps of one run.
  std::uint64_t length = 1'000'000;
  /// Processor time of all runs.
  std::chrono::milliseconds cap{2000};
  /// Wall-clock time of all runs.
  std::chrono::milliseconds wall{2000};
  /// Processor time of one run; see limit_of_run().
  std::chrono::milliseconds limit{50};
  /// Inputs with which some runs begin; for the described inputs only. Not
  /// owned: they may be long, and must outlive the use of the job.
  std::vector<const Trace*> sequences;
};

/// The processor time of one run, as a share of `cap`, that of all runs. So a
/// run that hangs does not keep the others from being made.
[[nodiscard]] inline std::chrono::milliseconds limit_of_run(
    std::chrono::milliseconds cap) {
  using std::chrono::milliseconds;
  return std::clamp(cap / 4, milliseconds(50), milliseconds(1000));
}

/// Limits of the runs that are made while the caller goes on, as functions of
/// the seconds since they began. Both functions must be non-decreasing.
struct PlainPace {
  /// Steps, of all runs.
  std::function<std::uint64_t(double)> steps;
  /// Processor time of all runs.
  std::function<std::chrono::milliseconds(double)> cap;
};

/// The range of values that a number was observed to have.
struct PlainSpan {
  /// A value other than NaN was observed; otherwise `lo` and `hi` are void.
  bool seen = false;
  /// A NaN was observed.
  bool nan = false;
  logic::Value lo, hi;
};

/// An observed hit of one of some goals.
struct PlainHit {
  /// More than one if they share a place in the code.
  std::vector<std::uint32_t> goals;
  /// The earliest step that hit them; -1 = unknown.
  std::int64_t step = -1;
};

/// Observations of runs.
struct PlainSeen {
  std::vector<PlainHit> hits;
  /// One for each output, after steps that ran on.
  std::vector<PlainSpan> outputs;
  /// One for each number of scalars_of().
  std::vector<PlainSpan> state;
  std::uint64_t steps = 0;
  /// All runs that were made have numbers below PlainJob::first_run plus this.
  std::uint64_t runs = 0;
  /// Cut off by PlainJob::cap or PlainJob::wall.
  bool cut = false;
};

/// A value that a run received.
struct PlainGiven {
  /// 0 = an initial choice; else the step from 1.
  std::uint64_t step = 0;
  std::string name;
  logic::Value value;
  /// The machine representation, in which NaNs differ.
  std::uint64_t bits = 0;
  /// Index in the inputs or initial choices.
  std::uint32_t variable = 0;
  /// The code asked for it by a call; `variable` is void then.
  bool called = false;
};

/// The executable; runs happen in child processes.
class PlainProgram {
 public:
  virtual ~PlainProgram() = default;

  /// Waits for the compiler, and ends the runs of PlainRequest::pace. Returns
  /// an empty string, or the reason why the program could not be made. Must be
  /// called before the other functions.
  [[nodiscard]] virtual std::string wait(const base::Budget& budget) = 0;
  /// For each goal whether its hits can be observed. Requires: wait() was
  /// successful.
  [[nodiscard]] virtual std::vector<bool> observable_goals() const = 0;
  /// The same for the numbers of the state.
  [[nodiscard]] virtual std::vector<bool> observable_state(
      const StepSystem& system) const = 0;
  /// Makes the runs of a job. Runs that were made early (PlainRequest::pace)
  /// are taken over by the first job with the default seed, length and range of
  /// runs, and are not made again. Throws base::ToolError if the program cannot
  /// be run.
  [[nodiscard]] virtual PlainSeen observe(const StepSystem& system,
                                          const PlainJob& job,
                                          const base::Budget& budget) = 0;
  /// The values that run PlainJob::first_run receives, in order.
  [[nodiscard]] virtual std::vector<PlainGiven> given(
      const StepSystem& system,
      const PlainJob& job,
      const base::Budget& budget) = 0;
  /// The same program with another level of optimisation and other bytes on the
  /// stack, to find out whether its behaviour depends on these; null if it does
  /// not compile.
  [[nodiscard]] virtual std::unique_ptr<PlainProgram> otherwise(
      const base::Budget& budget) = 0;
  /// Keeps files alive that the compiler may still read.
  virtual void keep(std::shared_ptr<void> files) = 0;
};

/// Asks a front end for the plain program beside the system that it loads.
struct PlainRequest {
  /// Limits of early runs. These are made while the caller goes on, as soon as
  /// the program is compiled and the system's inputs, outputs and state are
  /// known: the runs of seed 1 from run 0 on, except those that begin with one
  /// of PlainJob::sequences. Empty functions: no early runs.
  PlainPace pace;
  /// The front end sets it. It stays null if the model is not compiled.
  std::shared_ptr<PlainProgram> program;
};

}  // namespace catenary::model
