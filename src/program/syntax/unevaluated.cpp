// SPDX-License-Identifier: Apache-2.0
/// \file
/// The search for conditions that are never evaluated, a fixpoint over the
/// branches of one function.
#include "program/syntax/unevaluated.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace catenary::program {

namespace {

using Counters = std::set<std::uint64_t>;
/// Factors of counters, none of them 0.
using Sum = std::map<std::uint32_t, std::int32_t>;

/// Adds the counters of an array that some instruction increments; an increment
/// is a store or an atomic addition.
void add_counted(const llvm::Value& address,
                 std::uint64_t offset,
                 const llvm::DataLayout& layout,
                 Counters& out) {
  for (const llvm::User* u : address.users()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) {
      if (store->getPointerOperand() == &address) {
        out.insert(offset / sizeof(std::uint64_t));
      }
    } else if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(u)) {
      if (rmw->getPointerOperand() == &address) {
        out.insert(offset / sizeof(std::uint64_t));
      }
    } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(u)) {
      llvm::APInt more(64, 0);
      if (gep->accumulateConstantOffset(layout, more)) {
        add_counted(*gep, offset + more.getZExtValue(), layout, out);
      }
    }
  }
}

/// Adds a sum to another; terms that cancel are removed, so that equal sums are
/// equal maps.
void add(const CounterSum& sum, Sum& to) {
  for (const CounterSum::Term& t : sum.terms) {
    if ((to[t.index] += t.factor) == 0) to.erase(t.index);
  }
}

Sum sum_of(const CounterSum& sum) {
  Sum out;
  add(sum, out);
  return out;
}

/// Decides for the branches from `first` on, all of one function.
class Finder {
 public:
  Finder(const CoverageMap& map, std::size_t first)
      : branches_(map.branches), first_(first), found_(map.branches.size()) {
    if (first_ == branches_.size()) return;
    const llvm::GlobalVariable& array =
        *map.counters[branches_[first_].counters];
    add_counted(array, 0, array.getParent()->getDataLayout(), counted_);
  }

  /// One truth value for each branch of the map. Ends: each round finds one
  /// more, or is the last.
  std::vector<bool> find() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t b = first_; b < branches_.size(); ++b) {
        if (found_[b] || !is_unevaluated(branches_[b])) continue;
        found_[b] = more = true;
      }
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_counted(const Sum& sum) const {
    return std::all_of(sum.begin(), sum.end(), [this](const auto& term) {
      return counted_.count(term.first) != 0;
    });
  }

  [[nodiscard]] bool is_unevaluated(const BranchRegion& branch) const {
    if (branch.is_switch) return false;
    const Sum when_true = sum_of(branch.when_true);
    const Sum when_false = sum_of(branch.when_false);
    // How often the condition is evaluated: both outcomes together.
    Sum around = when_true;
    add(branch.when_false, around);
    if (around.empty()) return false;
    if (is_counted(around)) {
      return !is_counted(when_true) && !is_counted(when_false);
    }
    // Evaluated exactly as often as an outcome of a condition that is never
    // evaluated: nested in that.
    for (std::size_t b = first_; b < branches_.size(); ++b) {
      if (found_[b] && (around == sum_of(branches_[b].when_true) ||
                        around == sum_of(branches_[b].when_false))) {
        return true;
      }
    }
    return false;
  }

  const std::vector<BranchRegion>& branches_;
  std::size_t first_;
  Counters counted_;
  std::vector<bool> found_;
};

}  // namespace

void drop_unevaluated(CoverageMap& map,
                      std::size_t first_branch,
                      std::size_t first_decision) {
  const std::vector<bool> gone = Finder(map, first_branch).find();
  std::vector<std::int32_t> branch_now(map.branches.size(), -1);
  std::vector<std::int32_t> decision_now(map.decisions.size(), -1);
  std::vector<BranchRegion> branches;
  for (std::size_t b = 0; b < map.branches.size(); ++b) {
    if (gone[b]) continue;
    branch_now[b] = static_cast<std::int32_t>(branches.size());
    branches.push_back(std::move(map.branches[b]));
  }
  if (branches.size() == map.branches.size()) {
    map.branches = std::move(branches);
    return;
  }
  std::vector<DecisionRegion> decisions;
  for (std::size_t d = 0; d < map.decisions.size(); ++d) {
    DecisionRegion& decision = map.decisions[d];
    // Its conditions are evaluated together or not at all.
    const bool unevaluated =
        d >= first_decision &&
        std::any_of(decision.conditions.begin(),
                    decision.conditions.end(),
                    [&](const DecisionRegion::Condition& c) {
                      return c.branch >= 0 &&
                             gone[static_cast<std::size_t>(c.branch)];
                    });
    if (unevaluated) continue;
    for (DecisionRegion::Condition& c : decision.conditions) {
      if (c.branch >= 0) {
        c.branch = branch_now[static_cast<std::size_t>(c.branch)];
      }
    }
    decision_now[d] = static_cast<std::int32_t>(decisions.size());
    decisions.push_back(std::move(decision));
  }
  for (BranchRegion& b : branches) {
    if (b.decision >= 0) {
      b.decision = decision_now[static_cast<std::size_t>(b.decision)];
    }
  }
  map.branches = std::move(branches);
  map.decisions = std::move(decisions);
}

}  // namespace catenary::program
