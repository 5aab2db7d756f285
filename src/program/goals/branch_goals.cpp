// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of Clang's branch regions: branches, conditions, decisions; from the
/// counters that -fcoverage-mapping puts into the code.
///
/// Clang counts one outcome of a condition and derives the other by
/// subtraction, which is wrong in a step that is left half-way (a crash, exit,
/// a false assumption): what was counted before need not have gone on. So the
/// branch instruction that the counted outcome belongs to is sought, and both
/// outcomes are recorded there. A condition whose branch is not found keeps
/// its counters.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "program/build/workspace.h"
#include "program/goals/criteria.h"
#include "program/goals/settled_decision.h"

namespace catenary::program {

namespace {

using model::GoalKind;

/// (counter array, index in it)
using CounterId = std::pair<std::uint32_t, std::uint32_t>;

/// The counter that alone is this sum.
std::optional<CounterId> single(const CounterSum& sum) {
  if (sum.terms.size() != 1 || sum.terms[0].factor != 1) return std::nullopt;
  return CounterId{sum.terms[0].array, sum.terms[0].index};
}

/// Goals that are hit by an outcome of a condition.
struct OutcomeGoals {
  std::vector<std::uint32_t> when_true, when_false;
  [[nodiscard]] const std::vector<std::uint32_t>& of(bool value) const {
    return value ? when_true : when_false;
  }
};

class BranchRecorder {
 public:
  BranchRecorder(Workspace& w, llvm::GlobalVariable& hits)
      : w_(w), hits_(hits) {
    // A counter is incremented by a store of the sum; several stores belong to
    // one counter where Clang duplicated the code.
    std::map<const llvm::GlobalVariable*, std::uint32_t> arrays;
    for (std::uint32_t i = 0; i < w.coverage.counters.size(); ++i) {
      arrays[w.coverage.counters[i]] = i;
    }
    const llvm::DataLayout& layout = w.module->getDataLayout();
    for (llvm::Function& f : *w.module) {
      for (llvm::Instruction& i : llvm::instructions(f)) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
        if (store == nullptr) continue;
        llvm::APInt offset(64, 0);
        const auto* array = llvm::dyn_cast<llvm::GlobalVariable>(
            store->getPointerOperand()->stripAndAccumulateConstantOffsets(
                layout, offset, true));
        const auto at = arrays.find(array);
        if (at == arrays.end()) continue;
        // Counters have 64 bits: the offset in bytes over 8 is the index.
        const auto index = static_cast<std::uint32_t>(offset.getZExtValue());
        increments_[{at->second, index / 8}].push_back(store);
      }
    }
  }

  /// Whether code of the condition was emitted: what cannot be evaluated,
  /// after `1 ||`, has none.
  [[nodiscard]] bool is_emitted(const BranchRegion& region) const {
    const std::optional<Counted> counted = counted_outcome(region);
    return counted && increments_.count(counted->counter) != 0;
  }

  /// Whether it is a part of a larger expression of && and ||.
  [[nodiscard]] bool is_operand(const BranchRegion& region) const {
    const std::optional<Counted> counted = counted_outcome(region);
    if (!counted) return false;
    const auto at = increments_.find(counted->counter);
    if (at == increments_.end()) return false;
    for (llvm::StoreInst* store : at->second) {
      const Place place = find_place(*store);
      if (place.before == nullptr || place.value != nullptr) continue;
      const llvm::BasicBlock* from = place.before->getParent();
      bool of_choice = false;
      for (const llvm::BasicBlock* to : llvm::successors(from)) {
        if (is_short_circuit(*to)) return true;
        of_choice |= to->getName().starts_with("cond.");
      }
      if (!of_choice && is_short_circuit(*from) && !is_behind(*from)) {
        return true;
      }
    }
    return false;
  }

  /// Records the outcomes of a region's condition as goals where it branches;
  /// false where that is not known.
  bool record(const BranchRegion& region, const OutcomeGoals& goals) {
    const std::optional<Counted> counted = counted_outcome(region);
    // All places must be known before the first is instrumented: a goal that is
    // recorded at some of its places only could be missed.
    if (!counted) return false;
    const auto at = increments_.find(counted->counter);
    if (at == increments_.end()) return false;
    std::vector<Place> places;
    for (llvm::StoreInst* store : at->second) {
      places.push_back(find_place(*store));
      if (places.back().before == nullptr) return false;
    }
    for (const Place& place : places) {
      llvm::IRBuilder<> b(place.before);
      llvm::Value* is_counted = outcome(b, place);
      // Goals come in pairs of outcomes; a select of the goal's number is
      // cheaper than two conditional hits.
      for (const bool value : {true, false}) {
        const std::vector<std::uint32_t>& some = goals.of(value);
        const std::vector<std::uint32_t>& others = goals.of(!value);
        for (std::size_t k = 0; k < some.size(); ++k) {
          if (k < others.size()) {  // one of the two is hit
            if (!value) continue;
            llvm::Value* first = b.getInt32(some[k]);
            llvm::Value* second = b.getInt32(others[k]);
            if (!counted->value) std::swap(first, second);
            record_hit(b, hits_, b.CreateSelect(is_counted, first, second));
            continue;
          }
          llvm::Value* is_value =
              value == counted->value ? is_counted : b.CreateNot(is_counted);
          record_hit_if(b, hits_, some[k], is_value);
        }
      }
    }
    return true;
  }

  /// Removes the counters that no goal left to them needs.
  void drop_counters(const std::set<CounterId>& needed) {
    for (const auto& [counter, stores] : increments_) {
      if (needed.count(counter) != 0) continue;
      for (llvm::StoreInst* store : stores) store->eraseFromParent();
    }
  }

 private:
  /// The outcome of a condition that has a counter of its own. Clang counts one
  /// outcome and derives the other as "evaluated minus counted".
  struct Counted {
    CounterId counter;
    bool value = true;
  };

  static std::optional<Counted> counted_outcome(const BranchRegion& region) {
    if (region.when_true.terms.empty() || region.when_false.terms.empty()) {
      return std::nullopt;
    }
    if (const auto id = single(region.when_true)) return Counted{*id, true};
    if (const auto id = single(region.when_false)) return Counted{*id, false};
    return std::nullopt;
  }

  /// By Clang's names: blocks of the evaluation of && and ||, and among them
  /// those where it is complete.
  static bool is_short_circuit(const llvm::BasicBlock& block) {
    const llvm::StringRef name = block.getName();
    return name.starts_with("land.") || name.starts_with("lor.") ||
           name.starts_with("lop.");
  }
  static bool is_behind(const llvm::BasicBlock& block) {
    const llvm::StringRef name = block.getName();
    return name.starts_with("land.end") || name.starts_with("lor.end");
  }

  /// Where the condition is decided, and how to tell that its counted outcome
  /// was: a value, or that `before` goes to `target`.
  struct Place {
    llvm::Instruction* before = nullptr;  ///< null: not known
    llvm::Value* value = nullptr;
    const llvm::BasicBlock* target = nullptr;
  };

  /// Finds the decision point in front of an increment: the addition itself
  /// where Clang adds the condition's value, else the branch or switch that is
  /// the only way into the block of the increment.
  static Place find_place(llvm::StoreInst& increment) {
    auto* sum =
        llvm::dyn_cast<llvm::BinaryOperator>(increment.getValueOperand());
    if (sum == nullptr || sum->getOpcode() != llvm::Instruction::Add) return {};
    for (llvm::Value* operand : sum->operand_values()) {
      // Arms without effects: c ? 1 : 0 counts by adding c.
      auto* extended = llvm::dyn_cast<llvm::ZExtInst>(operand);
      if (extended != nullptr && extended->getSrcTy()->isIntegerTy(1)) {
        return {&increment, extended->getOperand(0), nullptr};
      }
    }
    llvm::BasicBlock* block = increment.getParent();
    llvm::BasicBlock* from = block->getUniquePredecessor();
    if (from == nullptr) return {};
    llvm::Instruction* end = from->getTerminator();
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
      // A range of case labels is tested before the switch: that the test
      // fails is one way of several not to take the case.
      if (branch->isConditional() &&
          branch->getSuccessor(0) != branch->getSuccessor(1) &&
          !branch->getCondition()->getName().starts_with("inbounds")) {
        return {end, nullptr, block};
      }
    } else if (llvm::isa<llvm::SwitchInst>(end)) {
      return {end, nullptr, block};
    }
    return {};
  }

  /// A value that is true where the counted outcome was taken, computed in
  /// front of `place.before`.
  static llvm::Value* outcome(llvm::IRBuilderBase& b, const Place& place) {
    if (place.value != nullptr) return place.value;
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(place.before)) {
      return branch->getSuccessor(0) == place.target
                 ? branch->getCondition()
                 : b.CreateNot(branch->getCondition());
    }
    // The default case is taken where no label of another case matches; labels
    // that go to the default block must not count.
    auto* jump = llvm::cast<llvm::SwitchInst>(place.before);
    const bool is_default = jump->getDefaultDest() == place.target;
    llvm::Value* taken = b.getFalse();
    for (const auto& label : jump->cases()) {
      if ((label.getCaseSuccessor() == place.target) == is_default) continue;
      taken = b.CreateOr(
          taken, b.CreateICmpEQ(jump->getCondition(), label.getCaseValue()));
    }
    return is_default ? b.CreateNot(taken) : taken;
  }

  Workspace& w_;
  llvm::GlobalVariable& hits_;
  std::map<CounterId, std::vector<llvm::StoreInst*>> increments_;
};

}  // namespace

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

  Workspace& w_;
  const Criteria& criteria_;
  BranchRecorder& recorder_;
  std::set<std::string> unsettled_;  ///< places of such decisions
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
         "an operand of the decision is a constant whose value is not known "
         "here: it is no literal, or comes from a macro that is defined more "
         "than once; the decision has no goals of --cover decision",
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
    if (recorder.record(region, goals[i])) continue;
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
