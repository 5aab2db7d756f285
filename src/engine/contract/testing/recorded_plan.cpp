// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/testing/recorded_plan.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/journal/task_journal.h"
#include "base/wire.h"
#include "logic/value/wire.h"

namespace catenary::engine::contract {

namespace {

using base::WireReader;
using base::WireWriter;

/// A name of what is asked. The interface is the same whenever the command is
/// resumed.
std::string name_of(const TestGoal& goal, const PlanSettings& settings) {
  return "plan " + std::to_string(static_cast<int>(settings.triggering)) + " " +
         std::to_string(settings.max_steps) +
         (settings.keep_all_inputs ? " all" : "") +
         (settings.guarantees ? " guaranteed " : " ") + goal.id;
}

std::string to_bytes(const Plan& plan) {
  WireWriter to;
  to.put(plan.status,
         plan.reason,
         plan.depth,
         plan.shortest,
         plan.guaranteed,
         plan.strategy.forced,
         plan.strategy.why_not,
         plan.views,
         plan.added,
         std::uint64_t{plan.inputs.size()});
  for (const auto& step : plan.inputs) {
    for (const std::optional<logic::Value>& value : step) to.put(value);
  }
  to.put(std::uint64_t{plan.run.size()});
  for (const Snapshot& step : plan.run) {
    for (const logic::Value& value : step) to.put(std::optional(value));
  }
  return to.bytes();
}

/// The value of each variable at a step.
std::vector<std::optional<logic::Value>> read_step(
    WireReader& from, const model::Interface& interface) {
  std::vector<std::optional<logic::Value>> out(interface.variables.size());
  for (std::size_t v = 0; v < out.size(); ++v) {
    read(from, interface.variables[v].sort(), out[v]);
  }
  return out;
}

Plan from_bytes(const std::string& bytes, const model::Interface& interface) {
  WireReader from(bytes);
  Plan out;
  out.status = from.get_enum(PlanStatus::undecided);
  from.get(out.reason, out.depth, out.shortest, out.guaranteed);
  out.strategy.forced = from.get_enum(Forced::open);
  from.get(out.strategy.why_not, out.views, out.added);
  for (std::size_t left = from.get_count(); left > 0; --left) {
    out.inputs.push_back(read_step(from, interface));
  }
  for (std::size_t left = from.get_count(); left > 0; --left) {
    Snapshot& step = out.run.emplace_back();
    for (auto& value : read_step(from, interface)) {
      if (!value) WireReader::fail();
      step.push_back(*std::move(value));
    }
  }
  if (!from.at_end()) WireReader::fail();
  return out;
}

/// Whether all of it can be kept; see InterfaceVariable for the order.
bool can_be_kept(const Plan& plan, const model::Interface& interface) {
  const std::size_t width = interface.variables.size();
  const auto fits = [&](const auto& step) { return step.size() == width; };
  return plan.status != PlanStatus::undecided && plan.strategy.inputs.empty() &&
         plan.otherwise.empty() && std::ranges::all_of(plan.inputs, fits) &&
         std::ranges::all_of(plan.run, fits);
}

}  // namespace

Plan plan_recorded(Planner& planner,
                   const model::Interface& interface,
                   const TestGoal& goal,
                   const PlanSettings& settings) {
  base::TaskJournal* const journal = base::task_journal();
  if (journal == nullptr) return planner.plan(goal);
  const base::TaskName task(name_of(goal, settings));
  const auto decode = [&](const std::string& bytes) {
    return from_bytes(bytes, interface);
  };
  if (auto kept = base::find_decoded(*journal, task.path(), decode)) {
    return *std::move(kept);
  }
  Plan out = planner.plan(goal);
  if (can_be_kept(out, interface)) journal->keep(task.path(), to_bytes(out));
  return out;
}

}  // namespace catenary::engine::contract
