// SPDX-License-Identifier: Apache-2.0
#include "app/check/certify_consistency.h"

#include <optional>
#include <vector>

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

/// What is certified: a system whose goal is not hit, and the verdicts that
/// follow from that.
struct Claim {
  model::StepSystem system;
  std::vector<contract::Judgement*> verdicts;
};

/// A verdict for ever, or a conflict with the run that shows it. Throws
/// base::ToolError if there is nothing to certify, or no system.
Claim claim_of(const model::Interface& interface,
               contract::Consistency& found,
               const base::Budget& budget) {
  Claim out;
  const bool no_dead_end = holds_for_ever(found.no_dead_end);
  if (no_dead_end || holds_for_ever(found.strategy)) {
    out.system =
        contract::consistency_form(interface,
                                   no_dead_end ? contract::Notion::no_dead_end
                                               : contract::Notion::strategy,
                                   budget);
    for (std::optional<contract::Judgement>* j :
         {&found.no_dead_end, &found.strategy}) {
      if (holds_for_ever(*j)) out.verdicts.push_back(&**j);
    }
    return out;
  }
  for (std::optional<contract::Judgement>* j :
       {&found.strategy, &found.no_dead_end}) {
    if (!*j || (*j)->verdict != contract::ConsistencyStatus::inconsistent) {
      continue;
    }
    for (const contract::Culprits& c : (*j)->culprits) {
      const bool at_dead_end = j == &found.no_dead_end;
      if (c.trace.empty() || (!at_dead_end && !c.inputs_suffice)) continue;
      std::vector<contract::TraceStep> run = c.trace;
      for (contract::TraceStep& step : run) {
        if (!at_dead_end) step.answer.clear();
      }
      out.system = contract::conflict_form(interface, c.contracts, run);
      out.verdicts = {&**j};
      return out;
    }
  }
  throw base::ToolError(
      "it was not proved that the requirements are consistent for ever, or "
      "inconsistent whatever a system answers to some inputs");
}

}  // namespace

bool certify_consistency(const model::Interface& interface,
                         const CheckOptions& options,
                         contract::Consistency& found,
                         Context& context) {
  Claim claim;
  try {
    claim = claim_of(
        interface,
        found,
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
      claim.system, options, options.force, {}, reached, bound, note, context);
  for (contract::Judgement* const j : claim.verdicts) {
    j->certified = result.trust == model::Trust::certified;
    if (holds) continue;
    *j = {};
    j->reason = result.reason;
  }
  return holds;
}

}  // namespace catenary::app
