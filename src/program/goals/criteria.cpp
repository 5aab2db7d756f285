// SPDX-License-Identifier: Apache-2.0
#include "program/goals/criteria.h"

#include <algorithm>

namespace catenary::program {

// Each in the source of its name.
AddGoals add_statement_goals, add_call_goals, add_branch_goals, add_mcdc_goals,
    add_boundary_goals, add_state_goals;

namespace {

using model::GoalKind;

/// All goals of Clang's regions. The second function also removes what Clang
/// added for test vectors, which the first one must still see.
void add_region_goals(Workspace& w,
                      const Criteria& criteria,
                      llvm::GlobalVariable& hits) {
  add_branch_goals(w, criteria, hits);
  add_mcdc_goals(w, criteria, hits);
}

struct Row {
  GoalKind kind;
  Needs needs;
  When when;
  /// Rows with the same function share a call. Null: the goals are made with
  /// the code that they are about, in instrument().
  AddGoals* add;
};

constexpr Row kRows[] = {
    {GoalKind::statement,
     Needs::statements,
     When::before_calls,
     add_statement_goals},
    {GoalKind::function, Needs::nothing, When::before_calls, add_call_goals},
    {GoalKind::call, Needs::nothing, When::before_calls, add_call_goals},
    {GoalKind::branch, Needs::regions, When::after_calls, add_region_goals},
    {GoalKind::decision, Needs::vectors, When::after_calls, add_region_goals},
    {GoalKind::condition, Needs::regions, When::after_calls, add_region_goals},
    {GoalKind::mcdc, Needs::vectors, When::after_calls, add_region_goals},
    {GoalKind::mcdc_unique,
     Needs::vectors,
     When::after_calls,
     add_region_goals},
    {GoalKind::boundary,
     Needs::nothing,
     When::before_calls,
     add_boundary_goals},
    {GoalKind::state, Needs::nothing, When::before_calls, add_state_goals},
    {GoalKind::transition, Needs::nothing, When::before_calls, add_state_goals},
    {GoalKind::undefined, Needs::overflows, When::before_calls, nullptr}};

}  // namespace

bool need(const Criteria& criteria, Needs what) {
  return std::ranges::any_of(kRows, [&](const Row& row) {
    // Vectors are made from regions.
    const bool has = row.needs == what ||
                     (what == Needs::regions && row.needs == Needs::vectors);
    return has && criteria.contains(row.kind);
  });
}

void add_goals(Workspace& w,
               const Criteria& criteria,
               When when,
               llvm::GlobalVariable& hits) {
  std::vector<AddGoals*> called;
  for (const Row& row : kRows) {
    if (row.when != when || row.add == nullptr ||
        !criteria.contains(row.kind) ||
        std::ranges::find(called, row.add) != called.end()) {
      continue;
    }
    called.push_back(row.add);
    row.add(w, criteria, hits);
  }
}

std::optional<GoalKind> parse_criterion(const std::string& name) {
  for (const Row& row : kRows) {
    if (name == model::to_string(row.kind)) return row.kind;
  }
  return std::nullopt;
}

std::vector<std::string> criterion_names() {
  std::vector<std::string> out;
  for (const Row& row : kRows) out.emplace_back(model::to_string(row.kind));
  return out;
}

}  // namespace catenary::program
