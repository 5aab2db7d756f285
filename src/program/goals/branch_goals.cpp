// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of Clang's branch regions: branches, conditions, decisions; from the
/// counters that -fcoverage-mapping puts into the code. A condition whose
/// branch is not found keeps its counters, or has no goals where these are
/// differences.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "program/build/workspace.h"
#include "program/goals/branch_recorder.h"
#include "program/goals/criteria.h"
#include "program/goals/settled_decision.h"

namespace catenary::program {

using model::GoalKind;
using CounterId = BranchRecorder::CounterId;

/// Follows the users of each array of counters, through constant expressions,
/// to the functions that contain them. A region counts only if such a function
/// is reachable from the step.
std::vector<bool> counted_in_step(const Workspace& w) {
  const std::vector<llvm::Function*> functions =
      reachable_functions(w, {w.step});
  const std::set<const llvm::Function*> in_step(functions.begin(),
                                                functions.end());
  std::vector<bool> counted(w.coverage.counters.size(), false);
  for (std::size_t i = 0; i < w.coverage.counters.size(); ++i) {
    std::vector<const llvm::User*> work(w.coverage.counters[i]->user_begin(),
                                        w.coverage.counters[i]->user_end());
    std::set<const llvm::User*> seen;
    while (!work.empty()) {
      const llvm::User* u = work.back();
      work.pop_back();
      if (!seen.insert(u).second) continue;
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(u)) {
        if (in_step.count(instruction->getFunction()) != 0) counted[i] = true;
      } else {
        work.insert(work.end(), u->user_begin(), u->user_end());
      }
    }
  }
  return counted;
}

namespace {

/// Makes the goals of conditions and decisions.
class BranchGoals {
 public:
  BranchGoals(Workspace& w, const Criteria& criteria, BranchRecorder& recorder)
      : w_(w), criteria_(criteria), recorder_(recorder) {}

  /// One for each branch region.
  std::vector<OutcomeGoals> make(const std::vector<bool>& counted);

 private:
  [[nodiscard]] bool wants(model::GoalKind c) const {
    return criteria_.count(c) != 0;
  }
  void pair(const std::string& prefix,
            GoalKind kind,
            const base::SourceLocation& where,
            const char* what,
            OutcomeGoals& out);
  void decision(const DecisionRegion& d, std::vector<OutcomeGoals>& out);
  void leave_out(const BranchRegion& region);

  Workspace& w_;
  const Criteria& criteria_;
  BranchRecorder& recorder_;
  std::set<std::string> unsettled_;  ///< places of such decisions
  std::set<std::string> left_out_;
};

/// Adds the goals PREFIX:FILE:LINE:COLUMN:true and :false, with a number where
/// a macro's condition occurs wherever the macro is used.
void BranchGoals::pair(const std::string& prefix,
                       GoalKind kind,
                       const base::SourceLocation& where,
                       const char* what,
                       OutcomeGoals& out) {
  const std::string id =
      w_.free_id(prefix + short_place(where), {":true", ":false"});
  const std::string text = what;
  out.when_true.push_back(
      w_.goal(id + ":true", kind, where, text + " is true"));
  out.when_false.push_back(
      w_.goal(id + ":false", kind, where, text + " is false"));
}

/// Warns of a condition that has no goals.
void BranchGoals::leave_out(const BranchRegion& region) {
  if (!left_out_.insert(region.where.to_string()).second) return;
  w_.warnings.push_back(
      {base::Severity::warning,
       region.where,
       "it cannot be observed which way the condition goes (its code was left "
       "out or changed by the compiler), so it has no goals",
       "condition-not-observable",
       {}});
}

/// The condition whose outcome is that of the decision hits it. A decision
/// without code, or whose outcome is a constant, has no goals.
void BranchGoals::decision(const DecisionRegion& d,
                           std::vector<OutcomeGoals>& out) {
  std::vector<bool> emitted;
  for (const DecisionRegion::Condition& c : d.conditions) {
    emitted.push_back(
        c.branch >= 0 &&
        recorder_.is_emitted(
            w_.coverage.branches[static_cast<std::size_t>(c.branch)]));
  }
  if (std::find(emitted.begin(), emitted.end(), true) == emitted.end()) return;
  const std::optional<SettledDecision> settled = settle_decision(d, emitted);
  // Once for all instances of a template, and for all uses of a macro.
  if (!settled && unsettled_.insert(d.where.to_string()).second) {
    w_.warnings.push_back(
        {base::Severity::warning,
         d.where,
         "the value of a constant operand is not known here, since it is not "
         "a literal, or comes from a macro that is defined more than once; "
         "the decision has no goals of --cover decision",
         "decision-constant",
         {}});
  }
  if (!settled || settled->empty()) return;
  OutcomeGoals goals;
  pair("decision@", GoalKind::decision, d.where, "decision", goals);
  for (const auto& [edge, result] : *settled) {
    const auto& [condition, value] = edge;
    OutcomeGoals& of =
        out[static_cast<std::size_t>(d.conditions[condition].branch)];
    std::vector<std::uint32_t>& edges = value ? of.when_true : of.when_false;
    edges.push_back(result ? goals.when_true[0] : goals.when_false[0]);
  }
}

std::vector<OutcomeGoals> BranchGoals::make(const std::vector<bool>& counted) {
  const CoverageMap& map = w_.coverage;
  std::vector<OutcomeGoals> out(map.branches.size());
  std::set<std::int32_t> decided;
  for (std::size_t i = 0; i < map.branches.size(); ++i) {
    const BranchRegion& region = map.branches[i];
    if (!counted[region.counters]) continue;
    if (!recorder_.is_observable(region)) {
      leave_out(region);
      continue;
    }
    if (wants(model::GoalKind::branch)) {
      pair("", GoalKind::branch, region.where, "condition", out[i]);
    }
    if (region.is_switch) continue;
    if (wants(model::GoalKind::condition)) {
      pair(
          "condition@", GoalKind::condition, region.where, "condition", out[i]);
    }
    if (!wants(model::GoalKind::decision)) continue;
    if (region.decision >= 0) {
      if (decided.insert(region.decision).second) {
        decision(map.decisions[static_cast<std::size_t>(region.decision)], out);
      }
    } else if (!recorder_.is_operand(region)) {
      pair("decision@", GoalKind::decision, region.where, "decision", out[i]);
    }
  }
  return out;
}

}  // namespace

/// Adds the goals of branches, conditions and decisions of all functions that
/// the step can reach. Goals that remain in w.counted_goals still need
/// counters.
void add_branch_goals(Workspace& w,
                      const Criteria& criteria,
                      llvm::GlobalVariable& hits) {
  BranchRecorder recorder(w, hits);
  const std::vector<OutcomeGoals> goals =
      BranchGoals(w, criteria, recorder).make(counted_in_step(w));
  // Counters stay where a goal is read off them after the step.
  std::set<CounterId> needed;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (goals[i].when_true.empty() && goals[i].when_false.empty()) continue;
    const BranchRegion& region = w.coverage.branches[i];
    if (recorder.is_dead(region) || recorder.record(region, goals[i])) {
      continue;
    }
    for (const bool value : {true, false}) {
      const CounterSum& sum = value ? region.when_true : region.when_false;
      for (const std::uint32_t g : goals[i].of(value)) {
        w.counted_goals.push_back({g, sum});
      }
      for (const CounterSum::Term& term : sum.terms) {
        needed.emplace(term.array, term.index);
      }
    }
  }
  recorder.drop_counters(needed);
}

}  // namespace catenary::program
