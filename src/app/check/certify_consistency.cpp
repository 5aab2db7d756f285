// SPDX-License-Identifier: Apache-2.0
#include "app/check/certify_consistency.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "app/certificate/certify.h"
#include "base/error.h"
#include "engine/contract/circuit/step_form.h"
#include "engine/reach/engine.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;

bool holds_for_ever(const std::optional<contract::Judgement>& j) {
  return j && j->for_ever &&
         j->verdict == contract::ConsistencyStatus::consistent;
}

/// Whether the inputs of a run keep all promises whatever a system answers. No
/// if a promise reads an answer, or an input to which the run gives no value.
bool keep_promises(const model::Interface& interface,
                   const std::vector<contract::TraceStep>& run) {
  for (std::size_t t = 0; t < run.size(); ++t) {
    logic::Assignment values;
    for (const auto& [v, value] : run[t].inputs) {
      values.set(interface.variables[v].now, value);
    }
    if (t > 0) {
      for (const auto& [v, value] : run[t - 1].inputs) {
        values.set(interface.variables[v].before, value);
      }
    }
    logic::Evaluator evaluator(values);
    for (const model::Promise& p : interface.promises) {
      const auto kept =
          evaluator.evaluate(model::formula_at(interface, p, t == 0));
      if (!kept || !kept->as_bool()) return false;
    }
  }
  return true;
}

/// A system whose goal is to be proved unreachable, and the verdicts that
/// follow from that.
struct Claim {
  model::StepSystem system;
  std::vector<contract::Judgement*> verdicts;
};

/// A verdict for ever, or a conflict with inputs that show it. Throws
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
  const std::optional<contract::Judgement>& j = found.strategy;
  if (j && j->verdict == contract::ConsistencyStatus::inconsistent) {
    for (const contract::Culprits& c : j->culprits) {
      if (c.trace.empty() || !c.inputs_suffice ||
          !keep_promises(interface, c.trace)) {
        continue;
      }
      out.system = contract::conflict_form(interface, c.contracts, c.trace);
      out.verdicts = {&*found.strategy};
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
  // Half of the time is for the strategy, half for the proof.
  CertificateOptions half = options;
  half.certificate_time =
      std::max(options.certificate_time / 2, std::chrono::milliseconds(1));
  Claim claim;
  try {
    claim = claim_of(
        interface,
        found,
        context.budget.without_work_limit().share(half.certificate_time));
  } catch (const base::ToolError& e) {
    return without_certificate(e.what(), context);
  }
  engine::reach::Result reached;
  reached.goals.resize(claim.system.goals.size());
  for (engine::reach::GoalReport& goal : reached.goals) {
    goal.result.status = model::GoalStatus::unreachable;
    goal.result.trust = model::Trust::proved;
  }
  suite::Bound bound;
  suite::Certificate note;
  const bool holds = certify(
      claim.system, half, options.force, {}, reached, bound, note, context);
  const bool certified = std::ranges::all_of(
      reached.goals, [](const engine::reach::GoalReport& goal) {
        return goal.result.trust == model::Trust::certified;
      });
  for (contract::Judgement* const j : claim.verdicts) {
    j->certified = certified;
    if (holds) continue;
    *j = {};
    j->reason = reached.goals[0].result.reason;
  }
  return holds;
}

}  // namespace catenary::app
