// SPDX-License-Identifier: Apache-2.0
#include "app/certificate/certify_suite.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "app/certificate/certify.h"
#include "base/error.h"
#include "engine/chain/suite_bound.h"
#include "engine/reach/engine.h"

namespace catenary::app {

namespace {

using model::GoalStatus;

/// The statuses as a search of the step system reports them. Of runs, only the
/// lengths matter here.
engine::reach::Result reached_by(const std::vector<bool>& claimed,
                                 const suite::Suite& suite) {
  engine::reach::Result out;
  out.goals.resize(claimed.size());
  for (std::size_t g = 0; g < claimed.size(); ++g) {
    const suite::SuiteGoal& goal = suite.goals[g];
    engine::reach::GoalReport& report = out.goals[g];
    if (!claimed[g]) continue;
    report.result.status = goal.status;
    report.result.trust = goal.trust;
    report.result.depth = goal.depth;
    report.shortest = true;
    if (goal.status == GoalStatus::covered && goal.depth > 0) {
      model::Trace run;
      run.steps.resize(static_cast<std::size_t>(goal.depth));
      report.trace = std::move(run);
    }
  }
  return out;
}

engine::chain::SuiteBound bound_of(std::size_t goals,
                                   const suite::Suite& suite,
                                   const suite::Bound& bound) {
  engine::chain::SuiteBound out;
  if (!bound.minimal() || suite.tests.empty()) return out;
  for (std::uint32_t g = 0; g < goals; ++g) {
    if (suite.goals[g].status == GoalStatus::covered) out.goals.push_back(g);
  }
  out.resets = static_cast<std::uint32_t>(suite.tests.size()) - 1;
  out.steps = static_cast<std::uint32_t>(bound.lower);
  return out;
}

}  // namespace

bool certify_suite(const std::function<CertifiedForm()>& make,
                   const GenerateOptions& options,
                   suite::Suite& suite,
                   suite::Bound& bound,
                   Context& context) {
  CertifiedForm form;
  try {
    form = make();
  } catch (const base::ToolError& e) {
    return without_certificate(e.what(), context);
  }
  engine::reach::Result reached = reached_by(form.claimed, suite);
  suite::Certificate note;
  const bool holds =
      certify(form.system,
              options,
              options.force,
              form.has_all_covered ? bound_of(form.claimed.size(), suite, bound)
                                   : engine::chain::SuiteBound(),
              reached,
              bound,
              note,
              context);
  for (std::size_t g = 0; g < form.claimed.size(); ++g) {
    if (!form.claimed[g]) continue;
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
