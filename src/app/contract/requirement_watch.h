// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirements that runs of a program may violate, as goals of the search:
/// `catenary generate --oracle`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/generate/suite_builder.h"
#include "app/options.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/monitor/monitor_code.h"
#include "engine/contract/monitor/observer.h"
#include "frontend/c/harness.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"

namespace catenary::app {

class RequirementWatch {
 public:
  /// Reads GenerateOptions::oracle. Throws base::InputError; the options and
  /// the context must outlive it.
  RequirementWatch(const GenerateOptions& options, Context& context);
  RequirementWatch(const RequirementWatch&) = delete;
  RequirementWatch& operator=(const RequirementWatch&) = delete;

  /// The watcher of the system's steps; keeps the system for confirm(). Throws
  /// base::InputError where a variable cannot be bound, or something in the
  /// requirements is not offered.
  [[nodiscard]] frontend::c::Watcher watcher(const model::StepSystem& system);

  /// Has the monitor of `run --oracle` judge every planned test, on the system
  /// without watcher, and checks that it finds what the search found.
  /// `watched`: the system that was searched, whose replays the tests hold.
  void confirm(const model::StepSystem& watched,
               const std::vector<PlannedTest>& tests,
               const base::Budget& budget);

 private:
  [[nodiscard]] model::Goal goal_of(
      const engine::contract::MonitorGoal& goal) const;
  [[nodiscard]] const std::string& id_of(
      const engine::contract::MonitorGoal& goal) const {
    return ids_.at({goal.kind, goal.index});
  }
  /// What `run --oracle` says of a step.
  struct Judged {
    bool decided = true;
    bool over = false;               ///< nothing is asked of later steps
    std::set<std::string> violated;  ///< ids of goals
  };
  [[nodiscard]] Judged judge(std::vector<engine::contract::Snapshot>& seen,
                             const engine::contract::Observation& now,
                             engine::contract::Monitor& monitor) const;
  [[nodiscard]] std::optional<std::set<std::string>> blamed(
      const std::vector<engine::contract::Snapshot>& seen) const;
  void confirm(const model::StepSystem& watched,
               const PlannedTest& test,
               const model::Simulation& run,
               engine::contract::Monitor& monitor) const;

  const GenerateOptions& options_;
  Context& context_;
  model::Interface interface_;
  engine::contract::Semantics semantics_;
  model::StepSystem system_;  ///< without watcher
  std::optional<engine::contract::Observer> observer_;
  std::map<std::pair<engine::contract::MonitorGoal::Kind, std::uint32_t>,
           std::string>
      ids_;
};

}  // namespace catenary::app
