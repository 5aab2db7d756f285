// SPDX-License-Identifier: Apache-2.0
/// \file
/// Work with a stepper in a forked child process, job by job. The user's code
/// may kill the child or hang in it: then that one job has no result, and a new
/// child goes on with the next one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/budget.h"
#include "base/wire.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// What is done, and what becomes of it.
struct StepperJobs {
  /// Jobs are numbered from 0.
  std::size_t count = 0;
  /// Does one job, in the child, and writes its result.
  std::function<void(
      std::size_t job, model::Stepper& stepper, base::WireWriter& to)>
      work;
  /// Reads the result of a job, in the parent. Called in the order of the jobs.
  std::function<void(std::size_t job, base::WireReader& from)> done;
  /// The job has no result. `step` counts the steps it had begun since its last
  /// reset; it is 0, and `was_tried` false, where no time was left for it.
  std::function<void(std::size_t job,
                     const std::string& reason,
                     bool was_tried,
                     std::uint64_t step)>
      failed;
};

/// Does all jobs. A child that makes no progress within a step for twice
/// `step_time_limit` (0 = no limit) is killed; steppers detect most steps that
/// hang by themselves. Where the budget ends, the rest of the jobs fails.
///
/// Requires and throws: as Engine::explore(). Cost: a fork, and one for each
/// job that kills its child.
void do_stepper_jobs(const model::StepSystem& system,
                     const StepperJobs& jobs,
                     std::chrono::milliseconds step_time_limit,
                     const base::Budget& budget);

}  // namespace catenary::engine::reach
