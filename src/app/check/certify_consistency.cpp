// SPDX-License-Identifier: Apache-2.0
#include "app/check/certify_consistency.h"

#include <optional>
#include <string>

#include "app/certificate/certify.h"
#include "base/error.h"
#include "engine/contract/circuit/step_form.h"
#include "engine/reach/engine.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;

bool holds_for_ever(const std::optional<contract::Judgement>& j) {
  return j && j->for_ever &&
         j->verdict == contract::ConsistencyStatus::consistent;
}

}  // namespace

bool certify_consistency(const model::Interface& interface,
                         const CheckOptions& options,
                         contract::Consistency& found,
                         Context& context) {
  const bool no_dead_end = holds_for_ever(found.no_dead_end);
  if (!no_dead_end && !holds_for_ever(found.strategy)) {
    return without_certificate(
        "it was not proved that the requirements are consistent for ever",
        context);
  }
  const contract::Notion notion =
      no_dead_end ? contract::Notion::no_dead_end : contract::Notion::strategy;
  model::StepSystem system;
  try {
    system = contract::consistency_form(
        interface,
        notion,
        context.budget.without_work_limit().share(options.certificate_time));
  } catch (const base::ToolError& e) {
    return without_certificate(e.what(), context);
  }
  engine::reach::Result reached;
  reached.goals.resize(1);
  model::GoalResult& result = reached.goals[0].result;
  result.status = model::GoalStatus::unreachable;
  result.trust = model::Trust::proved;
  suite::Bound bound;
  suite::Certificate note;
  const bool holds = certify(
      system, options, options.force, {}, reached, bound, note, context);
  for (std::optional<contract::Judgement>* j :
       {&found.no_dead_end, &found.strategy}) {
    if (!holds_for_ever(*j)) continue;
    (*j)->certified = result.trust == model::Trust::certified;
    if (holds) continue;
    **j = {};
    (*j)->reason = result.reason;
  }
  return holds;
}

}  // namespace catenary::app
