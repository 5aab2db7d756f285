// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches whose results are kept in the journal of the command
/// (base/journal), where it has one, and are taken from there when the command
/// is resumed.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/reach/engine.h"

namespace catenary::engine::reach {

/// Which results of a whole search are kept.
enum class Kept : std::uint8_t {
  all,
  /// Not where a limit ended it: with another limit there may be more.
  finished
};

/// As Engine::explore(). A result that was kept is charged the work that it
/// took (base/work_clock.h), so that everything after it goes on as it did.
/// `name`: of the task, see base::TaskName.
[[nodiscard]] Result explore_recorded(Engine& engine,
                                      const std::string& name,
                                      const model::StepSystem& system,
                                      const Options& options,
                                      const base::Budget& budget,
                                      const ProgressCallback& progress,
                                      Kept kept = Kept::all);

/// A search that had done less work than this when the command ended is done
/// again, slice by slice, before it goes on, so that it finds what it would
/// have found. One that had done more begins anew, with the runs that were
/// found, and what was decided stays decided.
inline constexpr std::chrono::seconds kRepeatedWork{30};

/// As Engine::begin(). The result of each slice is kept. Slices that were kept
/// are not done, unless the search has to go on after them: see kRepeatedWork.
[[nodiscard]] std::unique_ptr<RunningSearch> begin_recorded(
    Engine& engine,
    const std::string& name,
    const model::StepSystem& system,
    const Options& options,
    const base::Budget& budget,
    const ProgressCallback& progress);

}  // namespace catenary::engine::reach
