// SPDX-License-Identifier: Apache-2.0
/// \file
/// The search of a generation: alone, or first alone and then by workers, each
/// with a group of the goals that the first search left open.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/generate/generate_methods.h"
#include "app/generate/goals/fleet_goals.h"
#include "base/budget.h"
#include "engine/reach/engine.h"

namespace catenary::app {

/// The searches of one method.
class GoalSearch {
 public:
  /// `job` must outlive the object.
  explicit GoalSearch(const GenerateJob& job) : job_(job) {}

  /// Searches for all goals, as explore() does. If the context has a fleet, the
  /// first call ends after the work GenerateOptions::first_work, and asks
  /// workers for the goals that are open then; all that they find counts as
  /// read_goal_answer() says. A search that decides every goal within that work
  /// has the result of explore().
  [[nodiscard]] engine::reach::Result run(const engine::reach::Options& options,
                                          const base::Budget& budget);
  /// Notes in the options of a suite what the result depends on, if workers
  /// were asked.
  void note_options(std::map<std::string, std::string>& options) const;

 private:
  void ask_workers(const std::vector<std::uint32_t>& open,
                   const base::Budget& budget,
                   engine::reach::Result& found);
  [[nodiscard]] std::vector<engine::reach::Result> read_answers(
      const std::vector<GoalTaskAnswer>& answers,
      const std::vector<std::vector<std::uint32_t>>& asked) const;

  const GenerateJob& job_;
  bool was_called_ = false;
  bool asked_workers_ = false;
};

/// Goals that a search left open, and that matter: of test vectors those of a
/// pair that may still cover its goal. `max_steps`: bound on the length of
/// runs; 0 = none.
[[nodiscard]] std::vector<std::uint32_t> goals_left_open(
    const model::StepSystem& system,
    const engine::reach::Result& reached,
    std::uint32_t max_steps);

}  // namespace catenary::app
