// SPDX-License-Identifier: Apache-2.0
#include "app/contract/certify_contract.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "app/certificate/certify.h"
#include "base/error.h"
#include "engine/chain/suite_bound.h"
#include "engine/contract/circuit/step_form.h"
#include "engine/reach/engine.h"

namespace catenary::app {

namespace {

using model::GoalStatus;

/// The statuses as a search of a step system reports them. Of runs, only the
/// lengths matter here.
engine::reach::Result reached_by(const std::vector<bool>& shortest,
                                 const suite::Suite& suite) {
  engine::reach::Result out;
  for (std::size_t g = 0; g < shortest.size(); ++g) {
    const suite::SuiteGoal& goal = suite.goals[g];
    engine::reach::GoalReport report;
    report.result.status = goal.status;
    report.result.trust = goal.trust;
    report.result.depth = goal.depth;
    report.shortest = shortest[g];
    if (goal.status == GoalStatus::covered && goal.depth > 0) {
      report.trace.emplace().steps.resize(static_cast<std::size_t>(goal.depth));
    }
    out.goals.push_back(std::move(report));
  }
  return out;
}

engine::chain::SuiteBound bound_of(const std::vector<bool>& shortest,
                                   const suite::Suite& suite,
                                   const suite::Bound& bound) {
  engine::chain::SuiteBound out;
  if (!bound.minimal() || suite.tests.empty()) return out;
  for (std::uint32_t g = 0; g < shortest.size(); ++g) {
    if (suite.goals[g].status == GoalStatus::covered) out.goals.push_back(g);
  }
  out.resets = static_cast<std::uint32_t>(suite.tests.size()) - 1;
  out.steps = static_cast<std::uint32_t>(bound.lower);
  return out;
}

}  // namespace

bool certify_contract(const model::Interface& interface,
                      const std::vector<engine::contract::TestGoal>& goals,
                      const std::vector<bool>& shortest,
                      const GenerateOptions& options,
                      suite::Suite& suite,
                      suite::Bound& bound,
                      Context& context) {
  model::StepSystem system;
  try {
    system = engine::contract::step_form(interface, goals);
  } catch (const base::ToolError& e) {
    context.partial = true;
    context.log.warning(std::string("no certificate is written: ") + e.what());
    return true;
  }
  engine::reach::Result reached = reached_by(shortest, suite);
  suite::Certificate note;
  const bool holds = certify(system,
                             options,
                             bound_of(shortest, suite, bound),
                             reached,
                             bound,
                             note,
                             context);
  for (std::size_t g = 0; g < reached.goals.size(); ++g) {
    const model::GoalResult& result = reached.goals[g].result;
    suite::SuiteGoal& goal = suite.goals[g];
    if (result.status != goal.status) goal.reason = result.reason;
    goal.status = result.status;
    goal.trust = result.trust;
  }
  if (!note.claim.empty()) suite.certificates.push_back(std::move(note));
  if (!holds) bound = {};
  return holds;
}

}  // namespace catenary::app
