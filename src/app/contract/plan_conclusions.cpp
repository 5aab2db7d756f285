// SPDX-License-Identifier: Apache-2.0
#include "app/contract/plan_conclusions.h"

#include <cstdint>
#include <string>
#include <utility>

namespace catenary::app {

namespace contract = engine::contract;

suite::SuiteGoal status_of(const model::Interface& interface,
                           const contract::TestGoal& goal,
                           const contract::Plan& plan) {
  suite::SuiteGoal out;
  out.id = goal.id;
  out.text = goal.text;
  out.kind = goal.kind;
  out.where = goal.where;
  for (const std::uint32_t r : goal.requirements) {
    out.requirements.push_back(interface.requirements[r].id);
  }
  out.reason = plan.reason;
  out.depth = plan.depth;
  switch (plan.status) {
    case contract::PlanStatus::found:
      out.status = suite::GoalStatus::covered;
      out.trust = suite::Trust::replayed;
      break;
    case contract::PlanStatus::unreachable:
      out.status = suite::GoalStatus::unreachable;
      out.trust = suite::Trust::proved;
      break;
    case contract::PlanStatus::not_within:
      out.status = suite::GoalStatus::not_within_bound;
      out.trust = suite::Trust::proved;
      break;
    case contract::PlanStatus::not_asked:
      out.status = suite::GoalStatus::excluded;
      out.trust = suite::Trust::proved;
      out.reason += "; --trigger none makes such a test";
      break;
    case contract::PlanStatus::undecided:
      break;
  }
  return out;
}

std::vector<challenge::ContractClaim> claims_of(const contract::TestGoal& goal,
                                                const contract::Plan& plan) {
  std::vector<challenge::ContractClaim> claims;
  const auto add = [&](challenge::ContractClaim c) {
    c.text += goal.id;
    claims.push_back(std::move(c));
  };
  challenge::ContractClaim c;
  c.target = goal.target;
  const auto depth = static_cast<std::uint64_t>(plan.depth);
  switch (plan.status) {
    case contract::PlanStatus::unreachable:
      c.text = "unreachable: ";
      add(c);
      return claims;
    case contract::PlanStatus::not_within:
      c.text = "not within " + std::to_string(depth) + " steps: ";
      c.before = depth;
      add(c);
      return claims;
    case contract::PlanStatus::found:
      break;
    case contract::PlanStatus::not_asked:
    case contract::PlanStatus::undecided:
      return claims;
  }
  if (plan.shortest && depth > 0) {
    c.text = "no shorter test than " + std::to_string(depth) + " steps: ";
    c.before = depth - 1;
    add(c);
  }
  if (plan.guaranteed && plan.strategy.inputs.empty()) {
    c = {};
    c.kind = challenge::ContractClaim::Kind::guaranteed;
    c.text = "guaranteed: ";
    c.target = goal.target;
    c.inputs = plan.inputs;
    add(c);
  }
  return claims;
}

}  // namespace catenary::app
