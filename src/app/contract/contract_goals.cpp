// SPDX-License-Identifier: Apache-2.0
#include "app/contract/contract_goals.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using model::ContractCriterion;

void add_criterion(const model::Interface& interface,
                   ContractCriterion criterion,
                   std::int32_t view,
                   std::vector<contract::TestGoal>& goals) {
  std::set<std::string> known;
  for (const contract::TestGoal& g : goals) known.insert(g.id);
  for (contract::TestGoal& g : contract::goals_of(interface, criterion, view)) {
    if (known.insert(g.id).second) goals.push_back(std::move(g));
  }
}

/// Those of the file.
void add_asked(const model::Interface& interface,
               std::vector<contract::TestGoal>& goals) {
  for (const model::CoverRequest& request : interface.covers) {
    if (request.criterion == ContractCriterion::mutants) continue;
    add_criterion(interface, request.criterion, request.view, goals);
  }
}

}  // namespace

std::vector<contract::TestGoal> contract_goals(
    const model::Interface& interface, const GenerateOptions& options) {
  std::vector<contract::TestGoal> goals = contract::purposes_of(interface);
  if (options.cover.empty()) add_asked(interface, goals);
  const std::map<std::string, ContractCriterion> criteria{
      {"contracts", ContractCriterion::contracts},
      {"assumptions", ContractCriterion::assumptions},
      {"boundaries", ContractCriterion::boundaries},
      {"pairs", ContractCriterion::pairs}};
  for (const std::string& name : options.cover) {
    if (name == "property") continue;  // purposes are always goals
    if (name == "mutants") continue;   // see mutant_views()
    const auto criterion = criteria.find(name);
    if (criterion == criteria.end()) {
      throw base::InputError({},
                             "--cover: '" + name +
                                 "' is for other models; expected contracts, "
                                 "assumptions, boundaries, pairs or mutants "
                                 "for requirements",
                             "option-kind");
    }
    add_criterion(interface, criterion->second, -1, goals);
  }
  if (options.trigger == Trigger::each && !goals.empty()) {
    goals = contract::for_each_contract(interface, goals);
    if (goals.empty()) {
      throw base::InputError(
          {options.model, 0, 0},
          "there are no goals: --trigger each asks for a test for each "
          "contract with an assumption, and none has one; expected --trigger "
          "none",
          "no-goals");
    }
  }
  if (!goals.empty() || !mutant_views(interface, options).empty()) return goals;
  throw base::InputError({options.model, 0, 0},
                         "there are no goals: the requirements have no "
                         "purposes, and no criterion was asked for; expected "
                         "an option such as --cover contracts",
                         "no-goals");
}

std::vector<std::int32_t> mutant_views(const model::Interface& interface,
                                       const GenerateOptions& options) {
  std::vector<std::int32_t> out;
  const std::vector<std::string>& cover = options.cover;
  if (std::find(cover.begin(), cover.end(), "mutants") != cover.end()) {
    out.push_back(-1);
  }
  if (!cover.empty()) return out;
  for (const model::CoverRequest& request : interface.covers) {
    if (request.criterion != ContractCriterion::mutants) continue;
    if (request.view < 0) return {-1};
    if (std::find(out.begin(), out.end(), request.view) == out.end()) {
      out.push_back(request.view);
    }
  }
  return out;
}

}  // namespace catenary::app
