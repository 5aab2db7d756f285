// SPDX-License-Identifier: Apache-2.0
/// \file
/// The unmodified program as an executable of its own, made by the plain
/// compiler: the door to runs that share nothing with the engines. They start
/// in a new process each, and no state is saved or loaded.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// Runs to make. The same job sees the same, on any machine, unless it is cut.
struct PlainJob {
  std::uint64_t seed = 1;
  std::uint64_t first_run = 0;
  std::uint64_t last_run = 1'000'000;    ///< not made any more
  std::uint64_t steps = 20'000;          ///< no run begins after so many
  std::uint64_t length = 1'000'000;      ///< steps of a run, at most
  std::chrono::milliseconds cap{2000};   ///< processor time of all runs
  std::chrono::milliseconds wall{2000};  ///< the same by the wall-clock
  /// Inputs to begin some runs with; of the described inputs only.
  std::vector<Trace> sequences;
};

/// Values that a number had.
struct PlainSpan {
  bool seen = false;  ///< a value that is no NaN; else `lo` and `hi` are void
  bool nan = false;
  logic::Value lo, hi;
};

/// A step hit one of these goals.
struct PlainHit {
  std::vector<std::uint32_t> goals;  ///< more than one: they share a place
  std::int64_t step = -1;            ///< the earliest; -1 = not known
};

/// What runs did.
struct PlainSeen {
  std::vector<PlainHit> hits;
  std::vector<PlainSpan> outputs;  ///< one an output, after steps that ran on
  std::vector<PlainSpan> state;    ///< one a number of scalars_of()
  std::uint64_t steps = 0;
  std::uint64_t runs = 0;
  bool cut = false;  ///< by PlainJob::cap or ::wall
};

/// A value that a run was given.
struct PlainGiven {
  std::uint64_t step = 0;  ///< 0 = an initial choice
  std::string name;
  logic::Value value;
  std::uint64_t bits = 0;      ///< of it in the machine: NaNs differ in them
  std::uint32_t variable = 0;  ///< of the inputs, or initial choices
  bool called = false;         ///< asked for by the code: `variable` is void
};

class PlainProgram {
 public:
  virtual ~PlainProgram() = default;

  /// Waits for the compiler. Empty, or why there is no such program.
  [[nodiscard]] virtual std::string wait(const base::Budget& budget) = 0;
  /// Whether hits of a goal are seen. Requires: wait() was successful.
  [[nodiscard]] virtual std::vector<bool> observable_goals() const = 0;
  /// The same for the numbers of the state.
  [[nodiscard]] virtual std::vector<bool> observable_state(
      const StepSystem& system) const = 0;
  /// Throws base::ToolError where it cannot be run.
  [[nodiscard]] virtual PlainSeen observe(const StepSystem& system,
                                          const PlainJob& job,
                                          const base::Budget& budget) = 0;
  /// What run PlainJob::first_run is given, in order.
  [[nodiscard]] virtual std::vector<PlainGiven> given(
      const StepSystem& system,
      const PlainJob& job,
      const base::Budget& budget) = 0;
  /// The same program by another level of optimisation and with other bytes on
  /// the stack, to see whether what it does depends on these; null where it
  /// does not compile.
  [[nodiscard]] virtual std::unique_ptr<PlainProgram> otherwise(
      const base::Budget& budget) = 0;
  /// Files that the compiler may still read.
  virtual void keep(std::shared_ptr<void> files) = 0;
};

}  // namespace catenary::model
