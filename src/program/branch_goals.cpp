// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of Clang's branch regions, from the counters that -fcoverage-mapping
/// puts into the code.
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
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "program/workspace.h"

namespace catenary::program {

namespace {

/// (counter array, index in it)
using CounterId = std::pair<std::uint32_t, std::uint32_t>;

/// The counter that alone is this sum.
std::optional<CounterId> single(const CounterSum& sum) {
  if (sum.terms.size() != 1 || sum.terms[0].factor != 1) return std::nullopt;
  return CounterId{sum.terms[0].array, sum.terms[0].index};
}

class BranchRecorder {
 public:
  BranchRecorder(Workspace& w, llvm::GlobalVariable& hits)
      : w_(w), hits_(hits) {
    std::map<const llvm::GlobalVariable*, std::uint32_t> arrays;
    for (std::uint32_t i = 0; i < w.counters.size(); ++i) {
      arrays[w.counters[i]] = i;
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
        const auto index = static_cast<std::uint32_t>(offset.getZExtValue());
        increments_[{at->second, index / 8}].push_back(store);
      }
    }
  }

  /// Records both outcomes of a region's condition as goals `goal` and
  /// `goal + 1` where it branches; false where that is not known.
  bool record(const BranchRegion& region, std::uint32_t goal) {
    if (region.when_true.terms.empty() || region.when_false.terms.empty()) {
      return false;
    }
    std::optional<CounterId> counter = single(region.when_true);
    const bool counts_true = counter.has_value();
    if (!counter) counter = single(region.when_false);
    if (!counter) return false;
    const auto at = increments_.find(*counter);
    if (at == increments_.end()) return false;
    std::vector<Place> places;
    for (llvm::StoreInst* store : at->second) {
      places.push_back(find_place(*store));
      if (places.back().before == nullptr) return false;
    }
    for (const Place& place : places) {
      llvm::IRBuilder<> b(place.before);
      llvm::Value* counted = outcome(b, place);
      record_hit(b,
                 hits_,
                 b.CreateSelect(counted,
                                b.getInt32(counts_true ? goal : goal + 1),
                                b.getInt32(counts_true ? goal + 1 : goal)));
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
  /// Where the condition is decided, and how to tell that its counted outcome
  /// was: a value, or that `before` goes to `target`.
  struct Place {
    llvm::Instruction* before = nullptr;  ///< null: not known
    llvm::Value* value = nullptr;
    const llvm::BasicBlock* target = nullptr;
  };

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

  static llvm::Value* outcome(llvm::IRBuilderBase& b, const Place& place) {
    if (place.value != nullptr) return place.value;
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(place.before)) {
      return branch->getSuccessor(0) == place.target
                 ? branch->getCondition()
                 : b.CreateNot(branch->getCondition());
    }
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

/// Which counter arrays belong to functions that a step can reach.
std::vector<bool> counted_in_step(const Workspace& w) {
  const std::vector<llvm::Function*> functions =
      reachable_functions(w, {w.step});
  const std::set<const llvm::Function*> in_step(functions.begin(),
                                                functions.end());
  std::vector<bool> counted(w.counters.size(), false);
  for (std::size_t i = 0; i < w.counters.size(); ++i) {
    std::vector<const llvm::User*> work(w.counters[i]->user_begin(),
                                        w.counters[i]->user_end());
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

/// FILE:LINE:COLUMN, with a number where a macro's condition occurs wherever
/// the macro is used.
std::string branch_id(const Workspace& w, const base::SourceLocation& where) {
  const std::string plain =
      std::filesystem::path(where.file).filename().string() + ":" +
      std::to_string(where.line) + ":" + std::to_string(where.column);
  std::string id = plain;
  for (int n = 2;
       std::any_of(w.goals.begin(),
                   w.goals.end(),
                   [&](const model::Goal& g) { return g.id == id + ":true"; });
       ++n) {
    id = plain + "#" + std::to_string(n);
  }
  return id;
}

}  // namespace

void record_hit(llvm::IRBuilderBase& b,
                llvm::GlobalVariable& hits,
                llvm::Value* goal_index) {
  llvm::Value* index = b.CreateZExtOrTrunc(goal_index, b.getInt64Ty());
  llvm::Value* word = b.CreateLShr(index, 6);
  llvm::Value* shift = b.CreateAnd(index, 63);
  llvm::Value* bit = b.CreateShl(b.getInt64(1), shift);
  llvm::Value* at = b.CreateGEP(b.getInt64Ty(), &hits, word);
  llvm::Value* before = b.CreateLoad(b.getInt64Ty(), at);
  b.CreateStore(b.CreateOr(before, bit), at);
}

void add_branch_goals(Workspace& w, llvm::GlobalVariable& hits) {
  const std::vector<bool> counted = counted_in_step(w);
  BranchRecorder recorder(w, hits);
  std::set<CounterId> needed;
  for (std::size_t b = 0; b < w.branches.size(); ++b) {
    const BranchRegion& region = w.branches[b];
    if (!counted[region.counters]) continue;
    const std::string id = branch_id(w, region.where);
    const auto goal = static_cast<std::uint32_t>(w.goals.size());
    w.goal(id + ":true",
           model::GoalKind::branch,
           region.where,
           "condition is true");
    w.goal(id + ":false",
           model::GoalKind::branch,
           region.where,
           "condition is false");
    if (recorder.record(region, goal)) continue;
    w.branch_goals.emplace_back(goal, static_cast<std::uint32_t>(b));
    for (const CounterSum* sum : {&region.when_true, &region.when_false}) {
      for (const CounterSum::Term& term : sum->terms) {
        needed.emplace(term.array, term.index);
      }
    }
  }
  recorder.drop_counters(needed);
}

}  // namespace catenary::program
